package io.headrace.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails once more bytes are read than are allowed: an archive can be far larger than its file. Used by one thread. */
final class LimitedStream extends FilterInputStream {

    private final long most;
    private long read;

    LimitedStream(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int more = super.read(target, offset, length);
        count(Math.max(more, 0));
        return more;
    }

    @Override
    public long skip(long wanted) throws IOException {
        long more = super.skip(wanted);
        count(more);
        return more;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long more) throws IOException {
        read += more;
        if (read > most) {
            throw new IOException("the archive has more than " + most + " bytes when it is unpacked");
        }
    }
}
