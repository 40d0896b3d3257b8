package io.headrace.sim.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The text of a file, packed by gzip or not, whatever the file is called. Bytes that are no UTF-8 become U+FFFD. */
final class TraceInput implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int BYTE_ORDER_MARK = '\uFEFF';

    private final LastByte bytes;
    private final BufferedReader reader;

    private TraceInput(LastByte bytes) {
        this.bytes = bytes;
        this.reader = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), BUFFER);
    }

    static TraceInput open(Path path) throws IOException {
        InputStream file = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        try {
            file.mark(2);
            boolean packed = file.read() == (GZIPInputStream.GZIP_MAGIC & 0xff)
                    && file.read() == GZIPInputStream.GZIP_MAGIC >> Byte.SIZE;
            file.reset();
            return new TraceInput(new LastByte(packed ? new GZIPInputStream(file, BUFFER) : file));
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    Reader reader() {
        return reader;
    }

    /** The first character that is neither blank nor a byte order mark, which is next to be read; -1 if there is none. */
    int first() throws IOException {
        for (; ; ) {
            reader.mark(1);
            int next = reader.read();
            if (next != BYTE_ORDER_MARK && !Character.isWhitespace(next)) {
                if (next >= 0) {
                    reader.reset();
                }
                return next;
            }
        }
    }

    /** Whether the last line that was read has its end. */
    boolean endsWithLine() {
        return bytes.last == '\n' || bytes.last == '\r';
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /** Why the bytes end where they do, if that is not the end of the file. */
    Optional<String> failure() {
        return Optional.ofNullable(bytes.failure).map(failure -> String.valueOf(failure.getMessage()));
    }

    /**
     * Remembers the byte that was read last. A failure, for instance of a packed file that was cut, is the end and is
     * remembered too: thrown, it would take with it what was read but not yet decoded.
     */
    private static final class LastByte extends FilterInputStream {

        private int last = -1;
        private @Nullable IOException failure;

        private LastByte(InputStream in) {
            super(in);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            try {
                int count = failure == null ? super.read(buffer, offset, length) : -1;
                if (count > 0) {
                    last = buffer[offset + count - 1];
                }
                return count;
            } catch (IOException e) {
                failure = e;
                return -1;
            }
        }
    }
}
