package io.headrace.sim.trace;

/**
 * A stream waited for an event of another one. Calls are numbered in the order in which the host made them, so that what
 * was enqueued before and after can be told: what {@code stream} got after call {@code correlation} began no earlier than
 * the last operation had ended that {@code on} got before call {@code recordedBy}.
 *
 * @param stream the stream that waited
 * @param correlation the call that made it wait
 * @param on the stream whose event it was
 * @param recordedBy the call that recorded the event
 */
public record StreamWait(StreamKey stream, long correlation, StreamKey on, long recordedBy) {}
