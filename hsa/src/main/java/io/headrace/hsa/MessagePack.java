package io.headrace.hsa;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads MessagePack, the form in which code objects describe themselves: maps by text, lists, texts, whole numbers (as {@link Long}),
 * truth values and nothing. By the public specification, msgpack.org.
 */
final class MessagePack {

    private static final int DEEPEST = 32;

    private final ByteBuffer bytes;

    private MessagePack(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /**
     * The value at the beginning of a buffer.
     *
     * @throws IllegalArgumentException if there is none
     */
    static @Nullable Object read(ByteBuffer bytes) {
        try {
            return new MessagePack(bytes.slice().order(ByteOrder.BIG_ENDIAN)).value(0);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("it ends in the middle of a value", e);
        }
    }

    private @Nullable Object value(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("values are nested deeper than " + DEEPEST);
        }
        int head = bytes.get() & 0xff;
        if (head < 0x80) {
            return (long) head;
        }
        if (head < 0x90) {
            return map(head & 0x0f, depth);
        }
        if (head < 0xa0) {
            return list(head & 0x0f, depth);
        }
        if (head < 0xc0) {
            return text(head & 0x1f);
        }
        if (head >= 0xe0) {
            return (long) (byte) head;
        }
        return switch (head) {
            case 0xc0 -> null;
            case 0xc2 -> false;
            case 0xc3 -> true;
            case 0xc4 -> text(bytes.get() & 0xff);
            case 0xcc -> (long) (bytes.get() & 0xff);
            case 0xcd -> (long) (bytes.getShort() & 0xffff);
            case 0xce -> bytes.getInt() & 0xffff_ffffL;
            case 0xcf, 0xd3 -> bytes.getLong();
            case 0xd0 -> (long) bytes.get();
            case 0xd1 -> (long) bytes.getShort();
            case 0xd2 -> (long) bytes.getInt();
            case 0xd9 -> text(bytes.get() & 0xff);
            case 0xda -> text(bytes.getShort() & 0xffff);
            case 0xdb -> text(bytes.getInt());
            case 0xdc -> list(bytes.getShort() & 0xffff, depth);
            case 0xdd -> list(bytes.getInt(), depth);
            case 0xde -> map(bytes.getShort() & 0xffff, depth);
            case 0xdf -> map(bytes.getInt(), depth);
            default -> throw new IllegalArgumentException("no such kind of value: 0x" + Integer.toHexString(head));
        };
    }

    private String text(int length) {
        byte[] text = new byte[checked(length)];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Each value takes a byte at least. */
    private int checked(int count) {
        if (count < 0 || count > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private List<@Nullable Object> list(int count, int depth) {
        List<@Nullable Object> list = new ArrayList<>(checked(count));
        for (int i = 0; i < count; i++) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private Map<String, @Nullable Object> map(int count, int depth) {
        Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(checked(count));
        for (int i = 0; i < count; i++) {
            map.put(String.valueOf(value(depth + 1)), value(depth + 1));
        }
        return map;
    }
}
