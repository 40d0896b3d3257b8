package io.headrace.cli.demo;

import io.headrace.Stream;
import io.headrace.kernel.Range;

/** The passes as Java kernels, an item a row. */
final class JavaPasses implements TilePasses {

    @Override
    public void enqueue(Stream stream, Memory memory, Tile tile) {
        stream.launch(
                        Range.of(tile.grey().height()),
                        TileKernels.grey(
                                memory.bgr(), memory.grey(), tile.grey().width()))
                .launch(Range.of(tile.blurred().height()), TileKernels.blur(memory.grey(), memory.blurred(), tile))
                .launch(Range.of(tile.height()), TileKernels.sobel(memory.blurred(), memory.edges(), tile));
    }

    @Override
    public void close() {
        // There is nothing to give back.
    }
}
