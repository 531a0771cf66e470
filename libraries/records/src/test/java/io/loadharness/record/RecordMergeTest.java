// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordMergeTest {

    private static final long MILLI = 1_000_000;
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    /** The times from the start to the recordings of three processes, in milliseconds. */
    private static final long[] RECORDINGS = {3, 0, 11};

    @TempDir
    Path folder;

    private static SampleRecord sample(int number, long ended) {
        return new SampleRecord(
                number,
                "http://a",
                Optional.empty(),
                new Timeline(
                        ended - 9, ended - 9, ended - 9, ended - 8, ended - 7, ended - 6, ended - 6, ended - 2,
                        ended - 1, ended - 6, ended),
                Usage.NONE,
                1,
                TokenSource.USAGE,
                "stop",
                new long[] {4},
                number);
    }

    /** Writes the records of three processes, whose clocks are ahead by some time, and merges them. */
    private Path merged(String name, Duration... ahead) throws IOException {
        List<RecordMerge.Part> parts = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            Path file = folder.resolve(name + "-" + rank);
            Instant started = START.plusMillis(RECORDINGS[rank]).plus(ahead[rank]);
            try (OutputStream out = Files.newOutputStream(file)) {
                RecordWriter writer = new RecordWriter(out, started, 0);
                for (int i = rank; i < 30; i += 3) {
                    writer.write(sample(i, (100 + 10 * i - RECORDINGS[rank]) * MILLI));
                }
                writer.end();
            }
            parts.add(new RecordMerge.Part(file, "slice-" + rank, ahead[rank], number -> {}));
        }
        Path output = folder.resolve(name);
        try (RecordMerge merge = RecordMerge.of(parts, output)) {
            while (merge.next() != null) {
                // writes the record
            }
            merge.finish();
            assertThat(merge.started()).isEqualTo(START);
        }
        return output;
    }

    @Test
    void wrongClocksWithKnownOffsetsGiveTheSameRecordsAsRightClocks() throws IOException {
        Path right = merged("right", Duration.ZERO, Duration.ZERO, Duration.ZERO);

        Path wrong = merged("wrong", Duration.ofSeconds(7), Duration.ofSeconds(-14), Duration.ofDays(40));

        assertThat(wrong).hasSameBinaryContentAs(right);
        try (RecordReader records = RecordReader.open(wrong)) {
            for (int i = 0; i < 30; i++) {
                SampleRecord next = records.next();
                assertThat(next.sequence()).isEqualTo(i);
                assertThat(next.times().reported()).isEqualTo((100 + 10 * i) * MILLI);
            }
            assertThat(records.next()).isNull();
            assertThat(records.isComplete()).isTrue();
        }
    }
}
