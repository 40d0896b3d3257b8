package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TileGridTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "512, 512", "513, 512", "511, 1025", "2000, 3", "3, 2000", "1537, 1025"})
    void everyPixelIsInOneTile(int width, int height) {
        TileGrid grid = new TileGrid(width, height);
        int[] covered = new int[width * height];
        for (int i = 0; i < grid.count(); i++) {
            Tile tile = grid.tile(i);
            for (int y = tile.y(); y < tile.y() + tile.height(); y++) {
                for (int x = tile.x(); x < tile.x() + tile.width(); x++) {
                    covered[y * width + x]++;
                }
            }
        }

        assertThat(covered).containsOnly(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1200, 1100", "513, 514", "1026, 3"})
    void aTileHasItsHaloUpToThePicturesBorder(int width, int height) {
        TileGrid grid = new TileGrid(width, height);
        for (int i = 0; i < grid.count(); i++) {
            Tile tile = grid.tile(i);

            assertThat(tile.grey()).isEqualTo(around(tile, 3));
            assertThat(tile.blurred()).isEqualTo(around(tile, 1));
            assertThat(tile.grey().pixels()).isLessThanOrEqualTo(TileGrid.MAX_PIXELS);
        }
    }

    private static Tile.Area around(Tile tile, int margin) {
        int left = Math.clamp(tile.x() - margin, 0, tile.pictureWidth());
        int right = Math.clamp(tile.x() + tile.width() + margin, 0, tile.pictureWidth());
        int top = Math.clamp(tile.y() - margin, 0, tile.pictureHeight());
        int bottom = Math.clamp(tile.y() + tile.height() + margin, 0, tile.pictureHeight());
        return new Tile.Area(left, top, right - left, bottom - top);
    }
}
