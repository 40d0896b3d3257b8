package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headrace.signal.SignalBatch;
import io.headrace.signal.SignalPool;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NativeWalkTest {

    private static final int MEMBERS = 40;

    @Test
    void withoutACompilerThereIsNone() throws InterruptedException {
        assertThat(NativeWalk.compile("no-such-compiler")).isNull();
    }

    @Test
    void itFindsAndLoadsWhatItWasGivenAndNothingElse() throws InterruptedException {
        NativeWalk compiled = NativeWalk.compile();
        assumeThat(compiled).isNotNull();
        try (NativeWalk walk = Objects.requireNonNull(compiled);
                SignalPool pool = new SignalPool(0, 0)) {
            SignalBatch batch = pool.createBatch(MEMBERS, 0);
            long[] handles = IntStream.range(0, MEMBERS)
                    .mapToLong(i -> batch.get(i).handle())
                    .toArray();
            try (NativeWalk.Pages pages = walk.pages(handles)) {
                assertNotFound(pages, handles[0]);
                pages.add(handles[0], MEMBERS);
                pages.one(handles[MEMBERS - 1], 10);
                pages.random(1_000);
                pages.randomDependent(1_000);
                assertNotFound(pages, handles[0] + 8);
                assertNotFound(pages, handles[0] + 128L * MEMBERS);
                assertNotFound(pages, handles[0] | 1L << 48);
                batch.get(3).storeRelease(7);
                assertThatThrownBy(() -> pages.one(handles[3], 2))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("sum=14");
            }
        }
    }

    private static void assertNotFound(NativeWalk.Pages pages, long handle) {
        assertThatThrownBy(() -> pages.one(handle, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sum=1");
    }
}
