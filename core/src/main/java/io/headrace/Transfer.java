package io.headrace;

import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;

/**
 * What a copy or a fill moves, for those who count it.
 *
 * @param direction where the bytes go
 * @param route by what kind of way
 * @param bytes how many
 */
record Transfer(Direction direction, CopyRoute.Kind route, long bytes) {}
