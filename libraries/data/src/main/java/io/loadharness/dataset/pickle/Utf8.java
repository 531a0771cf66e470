package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts from their bytes, none of them guessed. */
final class Utf8 {

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    static String text(byte[] bytes, int from, int length) throws DatasetException {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT)
                >= 0) { // the quick way hides damage behind this sign, which a sound text may hold, too
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            } catch (CharacterCodingException e) {
                throw new DatasetException("it has a text that is not UTF-8, such as one with half a surrogate pair");
            }
        }
        return text;
    }
}
