package io.headrace.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A thread has waited. */
@Name("headrace.Wait")
@Label("Wait")
@Description("A thread waited for a stream, an event, a signal or room")
@Category("Headrace")
@StackTrace
@Threshold("20 us")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class WaitEvent extends Event {

    /** Asked whether waits are to be noted; it is never committed. */
    private static final WaitEvent PROBE = new WaitEvent();

    @Label("Waited For")
    private @Nullable String what;

    @Label("Parked")
    @Description("Whether the thread was parked; else it looked by itself until the end")
    private boolean parked;

    @Label("Over")
    @Description("Whether it was over when the thread went on; else it had given up")
    private boolean over;

    private WaitEvent() {}

    /** An event of a wait that begins; {@code null} while nobody wants them. */
    public static @Nullable WaitEvent beginIfEnabled() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        WaitEvent event = new WaitEvent();
        event.begin();
        return event;
    }

    /** Whether anybody wants to know of this wait, which is over now; {@link #commit(String, boolean, boolean)} is to follow then. */
    public boolean isWanted() {
        end();
        return shouldCommit();
    }

    /** Tells what was waited for, and how. */
    public void commit(String waitedFor, boolean wasParked, boolean isOver) {
        what = waitedFor;
        parked = wasParked;
        over = isOver;
        commit();
    }
}
