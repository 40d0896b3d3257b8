package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies between the host and a device whose memory is the host's own, so that both sides may be the same. */
class OverlappingCopyTest {

    private static final int BYTES = 500_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final HeadraceOptions SPLIT = HeadraceOptions.defaults()
            .drivers(new HostDriver())
            .with(Knob.COPY_THRESHOLD, 0)
            .with(Knob.COPY_SPLIT_BYTES, 10_000)
            .with(Knob.COPY_SPLIT_SINGLE, true);

    private static byte[] pattern() {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (i * 31 + i / 256);
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4_096, 200_000})
    void aCopyOntoPartsOfItsOwnSourceIsNotSplitAndIsRight(int shift) throws InterruptedException {
        byte[] expected = pattern();
        System.arraycopy(expected, 0, expected, shift, BYTES - shift);
        byte[] back = new byte[BYTES];
        try (Headrace headrace = Headrace.open(SPLIT)) {
            Device device = headrace.device();
            try (U8 x = device.u8(BYTES);
                    Stream stream = device.stream()) {
                MemorySegment same = MemorySegment.ofAddress(x.nativeAddress()).reinterpret(BYTES);
                stream.copy(pattern(), x).copy(same.asSlice(0, BYTES - shift), x.slice(shift, BYTES - shift));
                assertThat(stream.copy(x, back).await(LIMIT)).isTrue();
            }
        }
        assertThat(back).isEqualTo(expected);
    }

    @Test
    void aCopyOfMemoryApartIsSplitOverBothEngines() throws InterruptedException {
        byte[] back = new byte[BYTES];
        try (Headrace headrace = Headrace.open(SPLIT)) {
            Device device = headrace.device();
            try (U8 x = device.u8(BYTES);
                    Stream stream = device.stream()) {
                assertThat(stream.copy(pattern(), x).await(LIMIT)).isTrue();
                assertThat(device.copyCounters().entries()).hasSize(2);
                assertThat(stream.copy(x, back).await(LIMIT)).isTrue();
            }
        }
        assertThat(back).isEqualTo(pattern());
    }
}
