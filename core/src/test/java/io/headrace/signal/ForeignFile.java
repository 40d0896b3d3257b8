package io.headrace.signal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;

/** A file as another process shares it: what this process makes, with another living process as its owner. */
final class ForeignFile {

    private ForeignFile() {}

    /** A process that runs and is not this one. */
    static ProcessHandle otherProcess() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid() && process.isAlive())
                .findFirst()
                .orElseThrow();
    }

    /** Makes the file. */
    static Path make(Path file, int count, long initial) throws IOException {
        Path own = file.resolveSibling(file.getFileName() + ".own");
        byte[] image;
        try (SignalPool pool = new SignalPool(0, 0)) {
            pool.shareBatch(own, count, initial);
            image = Files.readAllBytes(own);
        }
        ProcessHandle other = otherProcess();
        put(image, ShareHeader.PID_AT, other.pid());
        put(
                image,
                ShareHeader.STARTED_AT,
                other.info().startInstant().map(Instant::toEpochMilli).orElse(ShareOwner.UNKNOWN));
        put(image, ShareHeader.TOKEN_AT, ~get(image, ShareHeader.TOKEN_AT));
        write(file, image);
        FileIdentity identity = FileIdentity.of(file);
        put(image, ShareHeader.INODE_AT, identity.inode());
        put(image, ShareHeader.DEVICE_AT, identity.device());
        write(file, image);
        return file;
    }

    /** Makes or replaces a file with access for its owner only. */
    static void write(Path file, byte[] image) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OwnedSlots.PERMISSIONS));
        }
        Files.write(file, image, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Changes one word of a file. */
    static void change(Path file, int at, long value) throws IOException {
        byte[] image = Files.readAllBytes(file);
        put(image, at, value);
        write(file, image);
    }

    /** Changes a file's length; what is added is 0. */
    static void resize(Path file, int bytes) throws IOException {
        write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
    }

    static long get(byte[] image, int at) {
        return ByteBuffer.wrap(image).order(ByteOrder.nativeOrder()).getLong(at);
    }

    static void put(byte[] image, int at, long value) {
        ByteBuffer.wrap(image).order(ByteOrder.nativeOrder()).putLong(at, value);
    }
}
