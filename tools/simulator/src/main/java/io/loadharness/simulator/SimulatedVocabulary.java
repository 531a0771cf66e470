// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The tokens of the simulated model. The text of an id is computed, not stored. Ids 0 to 255 are bytes of UTF-8. The next ids are all
 * strings of one to three lower-case letters, then these strings with a leading space, then the characters U+4E00 to U+9FFF. The encoder
 * selects the longest possible token at each position, from left to right. Decoding the ids of a text returns the same text. Encoding the
 * text of a generated completion returns the same ids.
 */
final class SimulatedVocabulary {

    private static final int LETTERS = 26;
    private static final int PAIRS = LETTERS * LETTERS;
    private static final int SYLLABLES = LETTERS + PAIRS + PAIRS * LETTERS;
    private static final int FIRST_SYLLABLE = 256;
    private static final int FIRST_WORD = FIRST_SYLLABLE + SYLLABLES;
    private static final int FIRST_CHARACTER = FIRST_WORD + SYLLABLES;
    private static final char CHARACTERS_FROM = '\u4E00';
    private static final int CHARACTERS = 0x9FFF - CHARACTERS_FROM + 1;

    /** The number of ids. */
    static final int SIZE = FIRST_CHARACTER + CHARACTERS;

    private SimulatedVocabulary() {}

    /** Returns a random token id: mostly a word, and in one of 16 cases a character of three bytes. */
    static int random(long random) {
        return (random & 15) == 0
                ? FIRST_CHARACTER + SplitMix.below(CHARACTERS, random)
                : FIRST_WORD + SplitMix.below(SYLLABLES, random);
    }

    static int[] encode(String text) {
        int[] ids = new int[text.length() + 16];
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            ids = count + 4 > ids.length ? Arrays.copyOf(ids, ids.length * 2) : ids;
            boolean space = text.charAt(at) == ' ';
            int letters = letters(text, space ? at + 1 : at);
            if (letters > 0) {
                int from = space ? at + 1 : at;
                ids[count++] = (space ? FIRST_WORD : FIRST_SYLLABLE) + syllable(text, from, letters);
                at = from + letters;
            } else if (isCharacter(text.charAt(at))) {
                ids[count++] = FIRST_CHARACTER + text.charAt(at++) - CHARACTERS_FROM;
            } else {
                int next = text.offsetByCodePoints(at, 1);
                for (byte b : text.substring(at, next).getBytes(StandardCharsets.UTF_8)) {
                    ids[count++] = b & 0xFF;
                }
                at = next;
            }
        }
        return Arrays.copyOf(ids, count);
    }

    /** Returns the text of tokens. Ids outside the vocabulary have no text. */
    static String decode(int[] ids) {
        AsciiBytes out = new AsciiBytes();
        for (int id : ids) {
            append(out, id);
        }
        return out.toString();
    }

    /** Appends the bytes of a token's text. */
    static void append(AsciiBytes out, int id) {
        if (id < 0 || id >= SIZE) {
            return;
        }
        if (id < FIRST_SYLLABLE) {
            out.add(id);
        } else if (id >= FIRST_CHARACTER) {
            int c = CHARACTERS_FROM + id - FIRST_CHARACTER;
            out.add(0xE0 | (c >> 12)).add(0x80 | ((c >> 6) & 0x3F)).add(0x80 | (c & 0x3F));
        } else if (id >= FIRST_WORD) {
            appendSyllable(out.add(' '), id - FIRST_WORD);
        } else {
            appendSyllable(out, id - FIRST_SYLLABLE);
        }
    }

    private static void appendSyllable(AsciiBytes out, int syllable) {
        int rest = syllable;
        if (rest < LETTERS) {
            out.add('a' + rest);
            return;
        }
        rest -= LETTERS;
        if (rest < PAIRS) {
            out.add('a' + rest / LETTERS).add('a' + rest % LETTERS);
            return;
        }
        rest -= PAIRS;
        out.add('a' + rest / PAIRS).add('a' + rest / LETTERS % LETTERS).add('a' + rest % LETTERS);
    }

    private static int letters(String text, int from) {
        int count = 0;
        while (count < 3 && from + count < text.length() && isLetter(text.charAt(from + count))) {
            count++;
        }
        return count;
    }

    private static int syllable(String text, int from, int letters) {
        int number = 0;
        for (int i = 0; i < letters; i++) {
            number = number * LETTERS + text.charAt(from + i) - 'a';
        }
        return switch (letters) {
            case 1 -> number;
            case 2 -> LETTERS + number;
            default -> LETTERS + PAIRS + number;
        };
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isCharacter(char c) {
        return c >= CHARACTERS_FROM && c < CHARACTERS_FROM + CHARACTERS;
    }
}
