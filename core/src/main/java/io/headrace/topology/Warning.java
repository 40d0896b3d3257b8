package io.headrace.topology;

/**
 * Something odd in the description of a machine, and what was made of it.
 *
 * @param kind which oddity it is, so that many of a kind can be told together
 * @param place the file, below the root of the tree, or the node
 * @param line the line in the file, from 1; 0 if it is about the whole file or no file
 * @param text what is odd, with the value, and what was made of it
 */
public record Warning(Kind kind, String place, int line, String text) {

    /** Kinds of oddities. */
    public enum Kind {
        /** A file or folder is not there or cannot be read. */
        UNREADABLE,
        /** A value is no number, too large, or cut off. */
        VALUE,
        /** A key has two different values. */
        DUPLICATE,
        /** A count is not the number of folders. */
        COUNT,
        /** A node is there, but cannot be used. */
        NODE,
        /** A link was dropped, or has no way back. */
        LINK,
        /** A mask names engines that are not there or excluded. */
        MASK
    }

    /** On one line: where, and what. */
    @Override
    public String toString() {
        return place + (line > 0 ? ":" + line : "") + ": " + text;
    }
}
