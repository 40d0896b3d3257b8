/**
 * Measurements that users run on their own machine.
 *
 * <p>{@link io.headrace.cli.bench.BenchCommand} reads the arguments and prints; each {@link io.headrace.cli.bench.Bench} is a
 * class of its own, named in {@link io.headrace.cli.bench.Benches}. A bench takes its figures in {@link
 * io.headrace.cli.bench.Rounds}, each round every figure once, so that figures which are compared have seen the same machine.
 */
@NullMarked
package io.headrace.cli.bench;

import org.jspecify.annotations.NullMarked;
