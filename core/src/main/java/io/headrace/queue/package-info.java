/** The pool of hardware queues that the streams of a device share, and the policies that choose among them. */
@NullMarked
package io.headrace.queue;

import org.jspecify.annotations.NullMarked;
