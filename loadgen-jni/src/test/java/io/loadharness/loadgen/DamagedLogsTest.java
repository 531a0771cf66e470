// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loadharness.LogFiles;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class DamagedLogsTest {

    private static final int FLIPS = 1000;

    @TempDir
    private Path directory;

    static Stream<Arguments> runs() {
        return Stream.of(
                arguments(Scenario.SERVER, TestMode.PERFORMANCE_ONLY, true),
                arguments(Scenario.OFFLINE, TestMode.ACCURACY_ONLY, false),
                arguments(Scenario.SINGLE_STREAM, TestMode.FIND_PEAK_PERFORMANCE, false));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aTruncatedLogGivesTheSameResultOrIsRejected(Scenario scenario, TestMode mode, boolean tokens)
            throws Exception {
        LogFiles files = write(scenario, mode, tokens);
        LoadGenLogs whole = LoadGenLogs.read(files, LogOrigin.UNKNOWN);
        for (Path file : List.of(files.detail(), files.summary(), files.accuracy())) {
            byte[] bytes = Files.readAllBytes(file);
            int refused = 0;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (int length = bytes.length - 1; length >= 0; length--) {
                    channel.truncate(length);
                    Optional<LoadGenLogs> read = readOrRefuse(files, file);
                    assertThat(read.orElse(whole)).as("cut to %s bytes", length).isEqualTo(whole);
                    refused += read.isPresent() ? 0 : 1;
                }
            }
            assertThat(refused).isPositive();
            Files.write(file, bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aLogWithAFlippedBitIsReadOrRejected(Scenario scenario, TestMode mode, boolean tokens) throws Exception {
        LogFiles files = write(scenario, mode, tokens);
        Random random = new Random(17);
        int refused = 0;
        for (int flip = 0; flip < FLIPS; flip++) {
            Path file = flip % 10 == 0 ? files.summary() : files.detail();
            byte[] bytes = Files.readAllBytes(file);
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            refused += readOrRefuse(files, file).isPresent() ? 0 : 1;
            Files.write(file, bytes);
        }
        assertThat(refused).isBetween(1, FLIPS - 1);
    }

    private LogFiles write(Scenario scenario, TestMode mode, boolean tokens) {
        WrittenLogs logs =
                new WrittenLogs(directory, scenario, mode).warning("careful").error("error_runtime", "late");
        return (tokens ? logs.withTokens() : logs).write();
    }

    private static Optional<LoadGenLogs> readOrRefuse(LogFiles files, Path damaged) {
        try {
            return Optional.of(LoadGenLogs.read(files, LogOrigin.UNKNOWN));
        } catch (UnreadableLogException e) {
            // damage of the summary is detected only in its numbers for the detail log
            assertThat(e.getMessage())
                    .containsAnyOf(damaged.toString(), files.detail().toString());
            return Optional.empty();
        }
    }
}
