package io.headrace.sim.trace;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The buffer records in the JSON of rocprofv3. Agents and kernels are named before them. */
final class RocprofRecords {

    private static final String GPU = "2";

    /** Reads an element of a list. */
    @FunctionalInterface
    private interface Element {
        void read();
    }

    private final TraceBuilder builder;
    private final FlatObject object = new FlatObject();
    private final Draft draft = new Draft();
    private final Map<String, String> kernels = new HashMap<>();
    private final Map<String, String> agents = new HashMap<>();
    private final Map<String, String> types = new HashMap<>();

    RocprofRecords(TraceBuilder builder) {
        this.builder = builder;
    }

    /** Reads the value of {@code rocprofiler-sdk-tool}: a process, or a list of them, whose beginning was read. */
    void read(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            process(parser);
            return;
        }
        for (JsonToken token = FlatObject.next(parser); token != JsonToken.END_ARRAY; token = FlatObject.next(parser)) {
            if (token == JsonToken.START_OBJECT) {
                process(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void process(JsonParser parser) throws IOException {
        for (JsonToken token = FlatObject.next(parser);
                token != JsonToken.END_OBJECT;
                token = FlatObject.next(parser)) {
            String name = parser.currentName();
            boolean inside = FlatObject.next(parser) == JsonToken.START_OBJECT;
            switch (name) {
                case "agents" -> list(parser, this::agent);
                case "kernel_symbols" -> list(parser, this::kernel);
                case "buffer_records" -> {
                    if (inside) {
                        records(parser);
                    } else {
                        parser.skipChildren();
                    }
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void records(JsonParser parser) throws IOException {
        for (JsonToken token = FlatObject.next(parser);
                token != JsonToken.END_OBJECT;
                token = FlatObject.next(parser)) {
            String name = parser.currentName();
            FlatObject.next(parser);
            switch (name) {
                case "kernel_dispatch" -> list(parser, this::dispatch);
                // The first releases of the profiler had the plural.
                case "memory_copy", "memory_copies" -> list(parser, this::copy);
                default -> skip(parser);
            }
        }
    }

    private void list(JsonParser parser, Element element) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        for (JsonToken token = FlatObject.next(parser); token != JsonToken.END_ARRAY; token = FlatObject.next(parser)) {
            if (token == JsonToken.START_OBJECT) {
                object.read(parser);
                element.read();
            } else {
                parser.skipChildren();
            }
        }
    }

    private void skip(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        for (JsonToken token = FlatObject.next(parser); token != JsonToken.END_ARRAY; token = FlatObject.next(parser)) {
            parser.skipChildren();
            builder.ignore();
        }
    }

    private void agent() {
        String handle = object.get("id.handle");
        String node = object.get("node_id");
        if (handle != null && node != null) {
            agents.put(handle, "Agent " + node);
            String type = object.get("type");
            types.put(handle, type == null ? "" : type);
        }
    }

    private void kernel() {
        String id = object.get("kernel_id");
        String name = object.get("formatted_kernel_name", "kernel_name");
        if (id != null && name != null) {
            kernels.put(id, name);
        }
    }

    private void dispatch() {
        String kernel = object.get("dispatch_info.kernel_id");
        String known = kernel == null ? null : kernels.get(kernel);
        draft.kind = OperationKind.KERNEL;
        draft.id = object.get("dispatch_info.dispatch_id");
        draft.name = known == null && kernel != null ? "kernel " + kernel : known;
        draft.device = agent(object.get("dispatch_info.agent_id.handle"));
        draft.queue = object.get("dispatch_info.queue_id.handle");
        draft.bytes = null;
        add();
    }

    private void copy() {
        String from = object.get("src_agent_id.handle");
        String to = object.get("dst_agent_id.handle");
        draft.kind = OperationKind.COPY;
        draft.id = null;
        draft.name = "copy";
        draft.device = agent(from != null && GPU.equals(types.get(from)) && !isGpu(to) ? from : to);
        draft.queue = null;
        draft.bytes = object.get("bytes");
        add();
    }

    private boolean isGpu(@Nullable String agent) {
        return agent != null && GPU.equals(types.get(agent));
    }

    private void add() {
        draft.stream = object.get("stream_id.handle", "stream_id");
        draft.correlation = object.get("correlation_id.internal", "correlation_id");
        draft.started = Numbers.decimal(object.get("start_timestamp"));
        draft.ended = Numbers.decimal(object.get("end_timestamp"));
        builder.add(draft, false);
    }

    private @Nullable String agent(@Nullable String handle) {
        return handle == null ? null : agents.getOrDefault(handle, handle);
    }
}
