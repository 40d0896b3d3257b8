package io.headrace;

/**
 * What became of a driver.
 *
 * @param name the driver's name
 * @param usable whether its devices can be used
 * @param reason what was found, or why the driver is not usable and what to do
 */
public record DriverReport(String name, boolean usable, String reason) {}
