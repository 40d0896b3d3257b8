package io.headrace.stress.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.stress.Crew;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NamedThreadsTest {

    /** What {@link BusyDevice} starts itself. */
    private static final Set<String> OURS = Set.of("copier");

    @Test
    void whateverThreadsAppearWhileTheDeviceIsBusyAreNamedDaemonsAndGoWithTheRuntime() throws Exception {
        Set<Thread> before = threads();
        Set<Thread> during;
        ConcurrentLinkedQueue<String> ofCalls = new ConcurrentLinkedQueue<>();
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 16))) {
            BusyDevice busy = BusyDevice.start(headrace);
            try (Stream stream = headrace.device().stream()) {
                headrace.device().i64(1_000).close(); // freed by a thread, since kernels run
                stream.hostCall(() -> ofCalls.add(Thread.currentThread().getName()))
                        .whenDone()
                        .thenRun(() -> ofCalls.add(Thread.currentThread().getName()))
                        .get(Crew.LIMIT.toSeconds(), TimeUnit.SECONDS);
                during = threads();
                during.removeAll(before);
            } finally {
                busy.stop();
            }
        }
        assertThat(during.stream().map(Thread::getName))
                .contains(
                        "headrace-dispatch",
                        "headrace-host-queue-0",
                        "headrace-host-engine-0",
                        "headrace-reclaim-host:0");
        assertThat(during)
                .allSatisfy(thread -> assertThat(thread.getName()).startsWith("headrace-"))
                .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue());
        assertThat(ofCalls).hasSize(2).allSatisfy(name -> assertThat(name).startsWith("headrace-"));
        Crew.until("all threads have ended", () -> during.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void aBusyRuntimeThatWasGivenUpLeavesNoThreadOnceItsKernelsEnd() throws Exception {
        Headrace headrace = Headrace.open(
                HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 16).with(Knob.CLOSE_TIMEOUT, 0));
        BusyDevice busy = BusyDevice.start(headrace);
        assertThat(catchThrowable(headrace::close)).hasMessageContaining("unfinished=");
        busy.stop();
        Crew.until(
                "all threads have ended: " + threads(),
                () -> threads().stream().noneMatch(thread -> thread.getName().startsWith("headrace")));
    }

    /** All platform threads but the JDK's own and those of the test. */
    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> OURS.contains(thread.getName())
                || thread.getClass().getName().startsWith("jdk.")
                || List.of("system", "InnocuousThreadGroup", "CarrierThreads").contains(groupOf(thread)));
        return threads;
    }

    private static String groupOf(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null ? "" : group.getName();
    }
}
