package io.headrace.spi;

import io.headrace.config.Settings;

/**
 * What the runtime lends a driver.
 *
 * @param settings the knobs, read once
 */
public record DriverEnvironment(Settings settings) {}
