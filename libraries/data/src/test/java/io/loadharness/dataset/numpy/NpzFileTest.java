// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzFileTest {

    @TempDir
    private Path folder;

    /** Writes rows. */
    @FunctionalInterface
    private interface Rows {

        void write(DatasetWriter to) throws IOException;
    }

    private List<Map<String, Object>> written(Rows rows) throws IOException {
        Path file = folder.resolve("set.npz");
        try (DatasetWriter writer = new NpzFormat().create(file)) {
            rows.write(writer);
            assertThat(file).doesNotExist();
            writer.finish();
        }
        assertThat(names()).containsExactly("set.npz");
        return BytesSource.read(new NpzFormat(), Files.readAllBytes(file)).list();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private void refuses(Rows rows, String reason) throws IOException {
        assertThatThrownBy(() -> written(rows))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining(reason);
        assertThat(names()).isEmpty();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        assertThat(written(to -> {
                    to.text(to.column("text"), "d\u00e9j\u00e0 \ud83d\ude00");
                    to.integers(to.column("ids"), new int[] {9, 1, -2, 9}, 1, 2);
                    to.integer(to.column("score"), 3);
                    to.flag(to.column("ok"), true);
                    to.endRow();
                    to.flag(to.column("ok"), false);
                    to.number(to.column("score"), 0.5);
                    to.text(to.column("text"), "");
                    to.integers(to.column("ids"), new int[0], 0, 0);
                    to.endRow();
                }))
                .containsExactly(
                        Map.of(
                                "text",
                                "d\u00e9j\u00e0 \ud83d\ude00",
                                "ids",
                                List.of(1L, -2L),
                                "ids_len",
                                2L,
                                "score",
                                3.0,
                                "ok",
                                true),
                        Map.of("text", "", "ids", List.of(), "ids_len", 0L, "score", 0.5, "ok", false));
    }

    @Test
    void writesLengthsOnceAndIgnoresOtherLengths() throws IOException {
        Rows rows = to -> {
            to.integers(to.column("input_ids"), new int[] {1, 2}, 0, 2);
            to.integer(to.column("input_ids_len"), 2);
            to.integer(to.column("input_lens"), 1);
            to.endRow();
        };
        assertThat(written(rows))
                .containsExactly(Map.of("input_ids", List.of(1L, 2L), "input_ids_len", 2L, "input_lens", 1L));
    }

    @Test
    void refusesValuesThatArraysCannotStore() throws IOException {
        refuses(to -> to.json(to.column("a"), "{}"), "column \"a\" has objects");
        refuses(
                to -> {
                    to.integer(to.column("a"), 1);
                    to.endRow();
                    to.text(to.column("a"), "x");
                },
                "has integers and strings");
        refuses(
                to -> {
                    to.column("a");
                    to.endRow();
                    to.integer(to.column("a"), 1);
                },
                "has no value in row 1");
        refuses(
                to -> {
                    to.integer(to.column("a"), 1);
                    to.endRow();
                    to.endRow();
                },
                "has no value in row 2");
    }

    @Test
    void createsNoFileWithoutFinish() throws IOException {
        try (DatasetWriter writer = new NpzFormat().create(folder.resolve("set.npz"))) {
            writer.integer(writer.column("a"), 1);
            writer.endRow();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void reportsAMissingFolder() {
        Path file = folder.resolve("missing/set.npz");
        assertThatThrownBy(() -> {
                    try (DatasetWriter writer = new NpzFormat().create(file)) {
                        writer.integer(writer.column("a"), 1);
                    }
                })
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file.toString());
    }
}
