package io.headrace.spi;

/** A fixed sequence of commands in the form its driver runs, made once and run any number of times; opaque to the runtime. */
public interface SequenceCode {}
