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

/** Damages files in many ways. Reading returns rows or throws a {@code DatasetException} with a one-line message, and never hangs. */
class PickleFuzzTest {

    /** The number of damaged files. */
    private static final long FILES = Long.getLong("loadharness.fuzz", 5_000);

    /** The number of positions at which a file is cut. A shorter file is cut at every byte. */
    private static final long CUTS = Math.max(100, FILES / 50);

    /** Opcodes to insert, so that damaged files execute something. */
    private static final byte[] OPCODES = opcodes();

    @ParameterizedTest
    @MethodSource("files")
    void refusesATruncatedFile(String name) throws IOException {
        byte[] file = PickleFixtures.bytes(name);
        int step = 1 + (int) (file.length / CUTS);
        for (int length = 0; length < file.length; length += step) {
            byte[] cut = Arrays.copyOf(file, length);
            if (readable(cut, name)) {
                throw new AssertionError(
                        "the first " + length + " bytes of " + name + " are read as if they were the whole file");
            }
        }
    }

    @Test
    void readsOrRefusesDamagedFiles() throws IOException {
        List<String> names = files();
        byte[][] files = new byte[names.size()][];
        for (int i = 0; i < files.length; i++) {
            files[i] = PickleFixtures.bytes(names.get(i));
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
                case 1 -> damaged[at] = OPCODES[random.nextInt(OPCODES.length)];
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

    /** Inserts a part of another file. */
    private static byte[] with(byte[] file, int at, byte[] other, RandomGenerator random) {
        int from = random.nextInt(other.length);
        int count = Math.min(other.length - from, random.nextInt(1, 40));
        byte[] longer = Arrays.copyOf(file, file.length + count);
        System.arraycopy(other, from, longer, at, count);
        System.arraycopy(file, at, longer, at + count, file.length - at);
        return longer;
    }

    private static boolean readable(byte[] file, String description) throws IOException {
        try {
            PickleFixtures.read(file, new CountingSink());
            return true;
        } catch (DatasetException e) {
            if (e.getMessage().isEmpty() || e.getMessage().indexOf('\n') >= 0) {
                throw new AssertionError("not a one-line message for " + description + ": " + e.getMessage(), e);
            }
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(description, e);
        }
    }

    /** Returns all files except one that starts with a complete pickle, and one that takes a second to exceed the size limit. */
    private static List<String> files() {
        return PickleFixtures.all()
                .filter(name -> !name.contains("two-pickles") && !name.contains("laughs"))
                .toList();
    }

    private static byte[] opcodes() {
        return "(.012N\u0088\u0089JKM\u008a\u008bGTUX\u008c\u008d\u000bBC\u008e\u0096\u0097]ael)t\u0085\u0086\u0087}dsu\u008fhjqr\u0094c\u0093Rb\u0081\u0092\u0080\u0095"
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
