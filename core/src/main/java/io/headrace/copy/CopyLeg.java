package io.headrace.copy;

/**
 * One step of a copy's way.
 *
 * @param from where it starts: a device's or node's id, or {@link CopyRouter#HOST}
 * @param to where it ends
 * @param driver whose engine or queue makes it; {@link CopyRouter#HOST} if no device has to do with it
 * @param unit by what it is made
 */
public record CopyLeg(int from, int to, int driver, CopyUnit unit) {}
