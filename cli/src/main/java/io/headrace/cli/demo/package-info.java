/**
 * The main job: pictures are cut into tiles, and each tile finds edges on a stream of its own.
 *
 * <p>{@link io.headrace.cli.demo.DemoCommand} reads the arguments, {@link io.headrace.cli.demo.DemoRun} goes through the
 * pictures, {@link io.headrace.cli.demo.TilePipeline} is the part that shows how the library is used, and
 * {@link io.headrace.cli.demo.SequentialEdges} is what it is compared with.
 */
@NullMarked
package io.headrace.cli.demo;

import org.jspecify.annotations.NullMarked;
