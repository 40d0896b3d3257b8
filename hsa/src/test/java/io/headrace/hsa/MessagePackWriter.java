package io.headrace.hsa;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes maps by text, lists, texts and whole numbers as MessagePack, in forms that hold all sizes. */
final class MessagePackWriter {

    private static final int NUMBER = 0xd3;
    private static final int TEXT = 0xdb;
    private static final int LIST = 0xdd;
    private static final int MAP = 0xdf;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private MessagePackWriter() {}

    static byte[] bytes(Object value) {
        MessagePackWriter writer = new MessagePackWriter();
        writer.write(value);
        return writer.out.toByteArray();
    }

    private void write(Object value) {
        switch (value) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                head(TEXT, bytes.length);
                out.writeBytes(bytes);
            }
            case List<?> list -> {
                head(LIST, list.size());
                list.forEach(this::write);
            }
            case Map<?, ?> map -> {
                head(MAP, map.size());
                map.forEach((key, one) -> {
                    write(key);
                    write(one);
                });
            }
            case Number number -> {
                out.write(NUMBER);
                out.writeBytes(ByteBuffer.allocate(Long.BYTES)
                        .putLong(number.longValue())
                        .array());
            }
            default -> throw new IllegalArgumentException("no way to write " + value);
        }
    }

    private void head(int kind, int size) {
        out.write(kind);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
    }
}
