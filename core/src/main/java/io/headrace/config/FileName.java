package io.headrace.config;

/** The name of a file as the system's loader takes it, or nothing. Whether there is such a file is not known here. */
record FileName() implements ValueKind {

    @Override
    public String range() {
        return "file name or path, or empty for the usual ones";
    }

    @Override
    public String canonical(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("no file's name holds the character 0");
        }
        return text;
    }
}
