package io.headrace.cli.bench;

import io.headrace.cli.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Packets that run an empty kernel, written into an HSA queue of its own. Not safe for use from several threads. */
final class BareHsa implements AutoCloseable {

    static final String KERNEL_NAME = "empty";

    private static final int QUEUE_SIZE = 1_024;
    private static final long PACKET_BYTES = 64;
    private static final int INFO_NAME = 0;
    private static final int INFO_PRODUCT_NAME = 0xA009;
    private static final int KERNEL_OBJECT = 22;
    private static final int FULL_PROFILE = 1;
    private static final int LESS = 2;

    /** Kernel dispatch, in order, with fences of the whole system before and after; of one dimension. */
    private static final int HEADER = 2 | 1 << 8 | 2 << 9 | 2 << 11 | 1 << 16;

    private static final ValueLayout.OfLong J = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option SHORT = Linker.Option.critical(false);
    private static final MethodHandle ADD_WRITE_INDEX = LINKER.downcallHandle(FunctionDescriptor.of(J, J, J), SHORT);
    private static final MethodHandle LOAD_READ_INDEX = LINKER.downcallHandle(FunctionDescriptor.of(J, J), SHORT);
    private static final MethodHandle STORE = LINKER.downcallHandle(FunctionDescriptor.ofVoid(J, J), SHORT);
    private static final MethodHandle WAIT = LINKER.downcallHandle(FunctionDescriptor.of(J, J, I, J, J, I));
    private static final VarHandle HEADERS = I.varHandle();

    private final Arena arena = Arena.ofShared();
    private final List<Long> listed = new ArrayList<>();
    private final SymbolLookup symbols;
    private final MemorySegment addWriteIndex;
    private final MemorySegment loadReadIndex;
    private final MemorySegment store;
    private final MemorySegment wait;
    private final byte[] code;
    private final long executable;
    private final long kernel;
    private final long queue;
    private final MemorySegment ring;
    private final long doorbell;
    private final long done;

    /**
     * Makes ready what a packet needs.
     *
     * @param deviceName the name of the device
     */
    BareHsa(String deviceName) {
        symbols = SymbolLookup.libraryLookup("libhsa-runtime64.so.1", arena);
        addWriteIndex = symbols.findOrThrow("hsa_queue_add_write_index_screlease");
        loadReadIndex = symbols.findOrThrow("hsa_queue_load_read_index_scacquire");
        store = symbols.findOrThrow("hsa_signal_store_screlease");
        wait = symbols.findOrThrow("hsa_signal_wait_scacquire");
        call("hsa_init");
        long agent = agent(deviceName);
        code = code(text(agent, INFO_NAME));
        MemorySegment word = arena.allocate(J);
        MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, code);
        call("hsa_code_object_reader_create_from_memory", bytes.address(), (long) code.length, word.address());
        long reader = word.get(J, 0);
        call("hsa_executable_create_alt", FULL_PROFILE, 0, 0L, word.address());
        executable = word.get(J, 0);
        call("hsa_executable_load_agent_code_object", executable, agent, reader, 0L, word.address());
        call("hsa_executable_freeze", executable, 0L);
        call("hsa_code_object_reader_destroy", reader);
        MemorySegment agents = arena.allocateFrom(J, agent);
        call(
                "hsa_executable_get_symbol_by_name",
                executable,
                arena.allocateFrom(KERNEL_NAME + ".kd").address(),
                agents.address(),
                word.address());
        call("hsa_executable_symbol_get_info", word.get(J, 0), KERNEL_OBJECT, word.address());
        kernel = word.get(J, 0);
        call("hsa_queue_create", agent, QUEUE_SIZE, 1, 0L, 0L, -1, -1, word.address());
        queue = word.get(J, 0);
        MemorySegment description = MemorySegment.ofAddress(queue).reinterpret(40);
        ring = MemorySegment.ofAddress(description.get(J, 8)).reinterpret(QUEUE_SIZE * PACKET_BYTES);
        doorbell = description.get(J, 16);
        call("hsa_signal_create", 1L, 0, 0L, word.address());
        done = word.get(J, 0);
    }

    private long agent(String name) {
        MemorySegment stub;
        try {
            FunctionDescriptor descriptor = FunctionDescriptor.of(I, J, J);
            stub = LINKER.upcallStub(
                    MethodHandles.lookup().bind(this, "list", descriptor.toMethodType()), descriptor, arena);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError("a method of this class is missing", impossible);
        }
        call("hsa_iterate_agents", stub.address(), 0L);
        return listed.stream()
                .filter(agent -> text(agent, INFO_PRODUCT_NAME).equals(name)
                        || text(agent, INFO_NAME).equals(name))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("ROCr does not show the device any more: name=" + name));
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // found by its name; the second parameter is not needed
    private int list(long agent, long data) {
        listed.add(agent);
        return 0;
    }

    private String text(long agent, int what) {
        MemorySegment text = arena.allocate(PACKET_BYTES + 1);
        call("hsa_agent_get_info", agent, what, text.address());
        return text.getString(0).strip();
    }

    private static byte[] code(String architecture) {
        String resource = "empty-" + architecture + ".hsaco";
        try (InputStream in = BareHsa.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new CommandFailure("there is no empty kernel for this GPU: architecture=" + architecture
                        + " resource=" + resource + "; see docs/hsa.md for how they were made");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The code object that the kernel is in. */
    byte[] code() {
        return code;
    }

    /** Enqueues a launch of one item. */
    void launch() {
        write(0);
    }

    /** Enqueues a launch of one item, and waits until it and all before it have ended. */
    void finish() {
        try {
            STORE.invokeExact(store, done, 1L);
            write(done);
            long value = (long) WAIT.invokeExact(wait, done, LESS, 1L, -1L, 1);
            if (value > 0) {
                throw new CommandFailure("a wait for a signal ended early: value=" + value);
            }
        } catch (CommandFailure e) {
            throw e;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void write(long completion) {
        try {
            long index = (long) ADD_WRITE_INDEX.invokeExact(addWriteIndex, queue, 1L);
            while (index - (long) LOAD_READ_INDEX.invokeExact(loadReadIndex, queue) >= QUEUE_SIZE) {
                Thread.onSpinWait();
            }
            long at = (index & (QUEUE_SIZE - 1)) * PACKET_BYTES;
            ring.set(I, at + 4, 1 | 1 << 16);
            ring.set(I, at + 8, 1);
            ring.set(I, at + 12, 1);
            ring.set(I, at + 16, 1);
            ring.set(I, at + 20, 1);
            ring.set(J, at + 24, 0);
            ring.set(J, at + 32, kernel);
            ring.set(J, at + 40, 0);
            ring.set(J, at + 48, 0);
            ring.set(J, at + 56, completion);
            HEADERS.setRelease(ring, at, HEADER);
            STORE.invokeExact(store, doorbell, index);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A call that is made once. */
    private void call(String function, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = arguments[i] instanceof Integer ? I : J;
        }
        int status;
        try {
            status = (int) LINKER.downcallHandle(symbols.findOrThrow(function), FunctionDescriptor.of(I, layouts))
                    .invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new IllegalStateException("a call of ROCr failed: function=" + function, failure);
        }
        if (status != 0) {
            throw new CommandFailure(
                    "ROCr refused a call: function=" + function + " status=0x" + Integer.toHexString(status));
        }
    }

    @Override
    public void close() {
        call("hsa_queue_destroy", queue);
        call("hsa_signal_destroy", done);
        call("hsa_executable_destroy", executable);
        call("hsa_shut_down");
        arena.close();
    }
}
