package io.headrace;

import java.util.concurrent.atomic.AtomicInteger;

/** A lease that several hold: it is given back when the last one gives it back. */
final class SharedLease implements Lease {

    private final Lease lease;
    private final AtomicInteger holders = new AtomicInteger(1);

    SharedLease(Lease lease) {
        this.lease = lease;
    }

    /** One more holds it. Called by one that does. */
    void retain() {
        holders.incrementAndGet();
    }

    @Override
    public void release() {
        if (holders.decrementAndGet() == 0) {
            lease.release();
        }
    }
}
