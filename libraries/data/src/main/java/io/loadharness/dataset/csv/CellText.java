package io.loadharness.dataset.csv;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The text of a cell. */
final class CellText {

    /** What stands for bytes that are no UTF-8, and may also be meant. */
    private static final char REPLACEMENT = '\uFFFD';

    private CellText() {}

    static String of(byte[] text, int from, int to) throws CharacterCodingException {
        String value = new String(text, from, to - from, StandardCharsets.UTF_8);
        return value.indexOf(REPLACEMENT) < 0
                ? value
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text, from, to - from))
                        .toString();
    }
}
