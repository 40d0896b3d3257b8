package io.headrace.acc;

/** Who keeps data present. The counts of both are kept apart, as OpenACC does; data goes when both are zero. */
enum Hold {
    /** A data region, until it is closed. */
    STRUCTURED,
    /** A call that enters data, until one that exits it. */
    DYNAMIC
}
