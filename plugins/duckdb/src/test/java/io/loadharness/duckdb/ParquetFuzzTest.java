// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damages files at random positions. Reading returns rows or throws a {@code DatasetException} with one line, and never crashes. */
@Tag("slow")
class ParquetFuzzTest {

    private static final int FILES = Integer.getInteger("loadharness.fuzz", 300);
    private static final int MAGIC = 4;
    private static final int MAX_CHANGES = 8;

    @TempDir
    private Path folder;

    private final Random random = new Random(20_241_122);

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readsOrRefusesDamagedFiles() throws IOException {
        List<String> names = ParquetFormatTest.readable();
        Path file = folder.resolve("damaged.parquet");
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            String name = names.get(random.nextInt(names.size()));
            Files.write(file, damaged(Files.readAllBytes(ParquetFormatTest.parquet(name))));
            try {
                ParquetFormatTest.read(file);
            } catch (DatasetException e) {
                assertThat(e.getMessage()).doesNotContain("\n").doesNotContain(folder.toString());
                refused++;
            }
        }
        assertThat(refused).isBetween(1, FILES - 1);
    }

    private byte[] damaged(byte[] bytes) {
        int changes = 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes; i++) {
            int position = MAGIC + random.nextInt(bytes.length - 2 * MAGIC);
            bytes[position] =
                    (byte) (random.nextBoolean() ? random.nextInt() : bytes[position] ^ 1 << random.nextInt(8));
        }
        return random.nextInt(10) == 0 ? withoutRange(bytes) : bytes;
    }

    private byte[] withoutRange(byte[] bytes) {
        int from = MAGIC + random.nextInt(bytes.length / 2);
        int count = random.nextInt(bytes.length / 2 - 2 * MAGIC);
        byte[] rest = Arrays.copyOf(bytes, bytes.length - count);
        System.arraycopy(bytes, from + count, rest, from, rest.length - from);
        return rest;
    }
}
