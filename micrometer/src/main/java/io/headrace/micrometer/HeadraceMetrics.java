package io.headrace.micrometer;

import io.headrace.Device;
import io.headrace.DeviceCounters;
import io.headrace.Headrace;
import io.headrace.copy.Direction;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The counters of all devices of a runtime as meters, named {@code headrace.*} and tagged with the device:
 *
 * <pre>{@code
 * new HeadraceMetrics(headrace).bindTo(registry);
 * }</pre>
 *
 * <p>Nothing is counted for it that is not counted anyway; {@link Device#counters} is read when a meter is. The registry keeps a reference to this
 * object's devices as long as it has the meters. Once the runtime is closed they stay what they were.
 */
public final class HeadraceMetrics implements MeterBinder {

    private final List<Device> devices;
    private final Tags tags;

    /** For all devices of the runtime. */
    public HeadraceMetrics(Headrace headrace) {
        this(headrace, Tags.empty());
    }

    /** For all devices of the runtime, with more tags on each meter. */
    public HeadraceMetrics(Headrace headrace, Tags more) {
        this.devices = headrace.devices();
        this.tags = more;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Device device : devices) {
            new OfDevice(registry, device, tags.and("device", device.id())).bind();
        }
        if (!devices.isEmpty()) {
            bindSignals(registry, devices.getFirst());
        }
    }

    private void bindSignals(MeterRegistry registry, Device any) {
        Gauge.builder("headrace.signals", any, device -> device.counters().signals())
                .description("signals that live")
                .baseUnit("signals")
                .tags(tags)
                .register(registry);
        waits(registry, any, "headrace.signal.waits", "waits for signals", tags, DeviceCounters::signalWaits);
    }

    private static void waits(
            MeterRegistry registry,
            Device device,
            String name,
            String about,
            Tags tags,
            Function<DeviceCounters, DeviceCounters.Waits> which) {
        FunctionCounter.builder(name, device, of -> which.apply(of.counters()).spun())
                .description(about)
                .baseUnit("waits")
                .tags(tags.and("how", "spun"))
                .register(registry);
        FunctionCounter.builder(name, device, of -> which.apply(of.counters()).parked())
                .description(about)
                .baseUnit("waits")
                .tags(tags.and("how", "parked"))
                .register(registry);
    }

    /** Binds the meters of one device. */
    private record OfDevice(MeterRegistry registry, Device device, Tags tags) {

        void bind() {
            for (OperationKind kind : OperationKind.values()) {
                for (Outcome outcome : Outcome.values()) {
                    operations(kind, outcome);
                }
            }
            for (Direction direction : Direction.values()) {
                FunctionCounter.builder(
                                "headrace.copy.bytes",
                                device,
                                of -> of.copyCounters().bytes(direction))
                        .description("bytes moved or set")
                        .baseUnit(BaseUnits.BYTES)
                        .tags(tags.and("direction", direction.name().toLowerCase(Locale.ROOT)))
                        .register(registry);
            }
            gauge("headrace.queue.depth", "packets in queues and engines", "packets", DeviceCounters::depth);
            gauge("headrace.queue.users", "streams bound to queues and engines", "streams", DeviceCounters::users);
            waits(registry, device, "headrace.waits", "waits for streams and events", tags, DeviceCounters::waits);
            FunctionTimer.builder(
                            "headrace.backpressure",
                            device,
                            of -> of.counters().backPressure().waits(),
                            of -> of.counters().backPressure().nanos(),
                            TimeUnit.NANOSECONDS)
                    .description("waits of callers for room")
                    .tags(tags)
                    .register(registry);
        }

        private void operations(OperationKind kind, Outcome outcome) {
            FunctionCounter.builder("headrace.operations", device, of -> count(of.counters(), kind, outcome))
                    .description("operations that have ended")
                    .baseUnit("operations")
                    .tags(tags.and("kind", kind.label(), "outcome", outcome.label()))
                    .register(registry);
        }

        private void gauge(String name, String about, String unit, ToDoubleFunction<DeviceCounters> value) {
            Gauge.builder(name, device, of -> value.applyAsDouble(of.counters()))
                    .description(about)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }

        private static double count(DeviceCounters counters, OperationKind kind, Outcome outcome) {
            DeviceCounters.Ended ended = counters.ended(kind);
            return switch (outcome) {
                case DONE -> ended.done();
                case FAILED -> ended.failed();
                case SKIPPED -> ended.skipped();
            };
        }
    }
}
