package io.headrace.hsa;

import static io.headrace.hsa.HsaRuntime.LIMIT;
import static io.headrace.hsa.HsaRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.Signals;
import io.headrace.spi.LibraryLoader.UnusableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignalsTest {

    private static Source store() {
        Hsa.require();
        return Source.hsaCodeObject(new CodeObjectWriter()
                .kernel(
                        "store_u64",
                        StandIn.get().function("kernel_store_u64"),
                        Parameter.pointer(),
                        Parameter.value(8))
                .bytes());
    }

    @Test
    void kernelsStoreToSignalsOfABatchAndThoseAreFoundByTheirHandles() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(store());
                SignalBatch batch = hsa.device().signals(40, 0);
                Stream stream = hsa.device().stream()) {
            for (int i = 0; i < 40; i++) {
                Signal signal = Signals.resolve(batch.get(i).handle());
                assertThat(signal).isSameAs(batch.get(i));
                stream.launch(program.kernel("store_u64"), Range.of(1), signal, 100L + i);
            }
            finish(stream);
            for (int i = 0; i < 40; i++) {
                assertThat(batch.get(i).loadAcquire()).isEqualTo(100 + i);
            }
        }
    }

    @Test
    void aPacketOfANativeCallWaitsForASignalOfABatch() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime();
                SignalBatch batch = hsa.device().signals(2, 1);
                I32 x = hsa.device().i32(1);
                Stream stream = hsa.device().stream()) {
            HsaApi api = HsaLibrary.load("").api();
            Event behind = hsa.device().event();
            int[] back = new int[1];
            stream.nativeCall(queue ->
                            NativePackets.barrier(api, queue, batch.get(1).handle()))
                    .fill(x, 3)
                    .copy(x, back)
                    .record(behind);
            assertThat(behind.await(Duration.ofMillis(20))).isFalse();
            batch.get(1).storeRelease(0);
            finish(stream);
            assertThat(back).containsExactly(3);
        } catch (UnusableException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSignalOfTheHostsOwnMemoryIsStoredToByAKernelAndSeen() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(store());
                Signal signal = hsa.device().signal(0);
                Stream stream = hsa.device().stream()) {
            stream.launch(program.kernel("store_u64"), Range.of(1), signal, 7L);
            assertThat(signal.await(Condition.EQ, 7, LIMIT)).isTrue();
        }
    }
}
