package io.headrace.acc;

import org.jspecify.annotations.Nullable;

/** An array as a key: no other one is equal to it, whatever is in them. */
record HostArray(Object array) {

    @Override
    @SuppressWarnings("ReferenceEquality") // the array itself
    public boolean equals(@Nullable Object other) {
        return other instanceof HostArray key && key.array == array;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(array);
    }

    @Override
    public String toString() {
        return array.getClass().getComponentType() + "[]@" + Integer.toHexString(hashCode());
    }
}
