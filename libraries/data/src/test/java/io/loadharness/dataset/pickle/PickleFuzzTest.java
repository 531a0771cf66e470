// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damages every file in many ways. What comes out is rows or a sentence, never anything else, and never a wait. */
class PickleFuzzTest {

    /** How many damaged files the fuzzer makes. */
    private static final long FILES = Long.getLong("loadharness.fuzz", 20_000);

    /** At how many places a file is cut; one that is shorter, at every byte. */
    private static final long CUTS = Math.max(100, FILES / 50);

    /** Bytes that are instructions, so that a damaged file does something else instead of nothing. */
    private static final byte[] INSTRUCTIONS = instructions();

    @ParameterizedTest
    @MethodSource("files")
    void refusesAFileThatIsCutOff(String name) throws IOException {
        byte[] file = PickleFile.bytes(name);
        int step = 1 + (int) (file.length / CUTS);
        for (int length = 0; length < file.length; length += step) {
            byte[] cut = Arrays.copyOf(file, length);
            if (readable(cut, name)) {
                throw new AssertionError("the first " + length + " bytes of " + name + " are read as if they were all");
            }
        }
    }

    @Test
    void readsOrRefusesWhateverIsDamaged() throws IOException {
        List<String> names = files();
        byte[][] files = new byte[names.size()][];
        for (int i = 0; i < files.length; i++) {
            files[i] = PickleFile.bytes(names.get(i));
        }
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20260101);
        for (long i = 0; i < FILES; i++) {
            int file = random.nextInt(files.length);
            readable(damaged(files[file], random, files), names.get(file) + ", damaged file " + i);
        }
    }

    private static byte[] damaged(byte[] file, RandomGenerator random, byte[][] others) {
        byte[] damaged = file.clone();
        for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
            int at = random.nextInt(2, damaged.length);
            switch (random.nextInt(5)) {
                case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                case 1 -> damaged[at] = INSTRUCTIONS[random.nextInt(INSTRUCTIONS.length)];
                case 2 -> damaged[at] = damaged[random.nextInt(damaged.length)];
                case 3 -> damaged = without(damaged, at, Math.min(damaged.length - at, random.nextInt(1, 9)));
                default -> damaged = with(damaged, at, others[random.nextInt(others.length)], random);
            }
            if (damaged.length < 3) {
                return damaged;
            }
        }
        return damaged;
    }

    private static byte[] without(byte[] file, int at, int count) {
        byte[] shorter = Arrays.copyOf(file, file.length - count);
        System.arraycopy(file, at + count, shorter, at, file.length - at - count);
        return shorter;
    }

    /** With a piece of another file. */
    private static byte[] with(byte[] file, int at, byte[] other, RandomGenerator random) {
        int from = random.nextInt(other.length);
        int count = Math.min(other.length - from, random.nextInt(1, 40));
        byte[] longer = Arrays.copyOf(file, file.length + count);
        System.arraycopy(other, from, longer, at, count);
        System.arraycopy(file, at, longer, at + count, file.length - at);
        return longer;
    }

    private static boolean readable(byte[] file, String what) throws IOException {
        try {
            PickleFile.read(file, new CountedRows());
            return true;
        } catch (DatasetException e) {
            if (e.getMessage().isEmpty() || e.getMessage().indexOf('\n') >= 0) {
                throw new AssertionError("no sentence for " + what + ": " + e.getMessage(), e);
            }
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
    }

    /** All but one whose beginning is a whole pickle, and one that takes a second to find too large. */
    private static List<String> files() {
        return PickleFile.all()
                .filter(name -> !name.contains("two-pickles") && !name.contains("laughs"))
                .toList();
    }

    private static byte[] instructions() {
        return "(.012N\u0088\u0089JKM\u008a\u008bGTUX\u008c\u008d\u000bBC\u008e\u0096\u0097]ael)t\u0085\u0086\u0087}dsu\u008fhjqr\u0094c\u0093Rb\u0081\u0092\u0080\u0095"
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
