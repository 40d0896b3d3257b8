package io.headrace.spi;

/** A kernel's code in the form its driver runs; opaque to the runtime. */
public interface KernelCode {}
