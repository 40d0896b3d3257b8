package io.headrace.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails once more bytes are read than are allowed. Used by one thread. */
final class LimitedStream extends FilterInputStream {

    private String what = "";
    private long most = Long.MAX_VALUE;
    private long read;

    /** Nothing is limited yet. */
    LimitedStream(InputStream in) {
        super(in);
    }

    /**
     * Lets so many bytes be read from now on.
     *
     * @param what what must not have more, for the message
     */
    void limit(String what, long most) {
        this.what = what;
        this.most = most;
        this.read = 0;
    }

    /** Lets all be read. */
    void unlimit() {
        limit("", Long.MAX_VALUE);
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
            throw new IOException(what + " has more than " + most + " bytes");
        }
    }
}
