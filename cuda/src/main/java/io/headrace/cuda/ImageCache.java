package io.headrace.cuda;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiled programs, so that a source is compiled once: the latest in memory, all of them in a folder of the user. A file gets its name
 * when it is whole; one that is damaged is written anew. Whatever goes wrong with files costs a compilation and no more. Safe for use
 * from any thread, and by several processes.
 */
final class ImageCache {

    private static final System.Logger LOG = System.getLogger("io.headrace.cuda");
    private static final byte[] MAGIC = "HRPROG1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HASH_BYTES = 32;
    private static final int MOST_IN_MEMORY = 64;

    private final @Nullable Path folder;

    /** By key; the one that was used longest ago first. Guarded by itself. */
    private final Map<String, byte[]> latest = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MOST_IN_MEMORY;
        }
    };

    /**
     * @param folder where files are kept; {@code null} for none
     */
    ImageCache(@Nullable Path folder) {
        this.folder = folder;
    }

    /** A cache with files in the user's cache folder, or without files. */
    static ImageCache of(boolean files) {
        return new ImageCache(files ? userFolder() : null);
    }

    private static @Nullable Path userFolder() {
        String base = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home");
        try {
            if (base != null && !base.isBlank()) {
                return Path.of(base, "headrace", "cuda");
            }
            return home == null || home.isBlank() ? null : Path.of(home, ".cache", "headrace", "cuda");
        } catch (InvalidPathException odd) {
            return null;
        }
    }

    /** What belongs to a key, made if it is not there. What {@code make} throws is passed on, and nothing is kept. */
    byte[] get(String key, Supplier<byte[]> make) {
        String name = hex(key.getBytes(StandardCharsets.UTF_8));
        synchronized (latest) {
            byte[] known = latest.get(name);
            if (known != null) {
                return known;
            }
        }
        byte[] image = read(name);
        if (image == null) {
            image = make.get();
            write(name, image);
        }
        synchronized (latest) {
            latest.put(name, image);
        }
        return image;
    }

    private byte @Nullable [] read(String name) {
        if (folder == null) {
            return null;
        }
        byte[] content;
        try {
            content = Files.readAllBytes(folder.resolve(name));
        } catch (IOException absent) {
            return null;
        }
        int start = MAGIC.length + HASH_BYTES;
        if (content.length < start || !Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return damaged(name);
        }
        byte[] image = Arrays.copyOfRange(content, start, content.length);
        return Arrays.equals(hash(image), Arrays.copyOfRange(content, MAGIC.length, start)) ? image : damaged(name);
    }

    private byte @Nullable [] damaged(String name) {
        LOG.log(Level.INFO, "a compiled program in the cache is damaged and is compiled anew: file=" + name);
        return null;
    }

    private void write(String name, byte[] image) {
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, name, ".part");
            try {
                byte[] content = ByteBuffer.allocate(MAGIC.length + HASH_BYTES + image.length)
                        .put(MAGIC)
                        .put(hash(image))
                        .put(image)
                        .array();
                Files.write(part, content);
                Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "a compiled program could not be kept: folder=" + folder, e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(hash(bytes));
    }

    private static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }
}
