// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Damages a valid file in many ways. A reader must either return rows or throw an {@link IOException}. */
public final class ReaderFuzz {

    /** Tokens with a special meaning for parsers. */
    private static final String[] WORDS = {
        "0",
        "-1",
        "4",
        "9999999999",
        "1e309",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "'",
        ",",
        ";",
        "\t",
        "\n",
        "\r",
        "\\",
        "True",
        "None",
        "<i8",
        ">f2",
        "|O",
        "<U0",
        "<U99999999",
        "V4",
        "nan",
        "...",
        "\0",
        "\uFEFF",
        "\u65e5"
    };

    /** The number of damaged bytes to read, independent of the size of the file. */
    private static final int BYTES = 10 * Integer.getInteger("loadharness.fuzz", 5_000);

    private final byte[] good;
    private final Random random;

    private ReaderFuzz(byte[] good) {
        this.good = good;
        random = new Random(good.length);
    }

    /** Reads bytes with the reader under test. */
    @FunctionalInterface
    public interface Reading {

        void read(byte[] bytes) throws IOException;
    }

    /** Truncates the file at every byte, flips bits, and replaces parts. */
    public static void damage(byte[] good, Reading reading) {
        var fuzz = new ReaderFuzz(good);
        for (int length = 0; length <= good.length; length++) {
            fuzz.check(Arrays.copyOf(good, length), reading);
        }
        int rounds = BYTES / good.length;
        for (int i = 0; i < rounds; i++) {
            fuzz.check(fuzz.flipped(), reading);
            fuzz.check(fuzz.replaced(), reading);
        }
    }

    private void check(byte[] damaged, Reading reading) {
        try {
            reading.read(damaged);
        } catch (IOException expected) {
            if (expected.getMessage() == null) {
                throw new AssertionError("no message for " + Arrays.toString(damaged), expected);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("unexpected exception for " + Arrays.toString(damaged), e);
        }
    }

    private byte[] flipped() {
        byte[] damaged = good.clone();
        for (int i = 0; i <= random.nextInt(4); i++) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return damaged;
    }

    private byte[] replaced() {
        byte[] word = WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8);
        int from = random.nextInt(good.length);
        int to = Math.min(good.length, from + random.nextInt(2 * word.length));
        byte[] damaged = new byte[good.length - (to - from) + word.length];
        System.arraycopy(good, 0, damaged, 0, from);
        System.arraycopy(word, 0, damaged, from, word.length);
        System.arraycopy(good, to, damaged, from + word.length, good.length - to);
        return damaged;
    }
}
