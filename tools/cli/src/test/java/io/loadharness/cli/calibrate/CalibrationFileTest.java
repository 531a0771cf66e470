// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {

    @TempDir
    Path folder;

    private CalibrationFile file;

    @BeforeEach
    void choose() {
        file = new CalibrationFile(folder.resolve("new"), "netty-epoll");
    }

    @Test
    void readsWhatItWrote() throws Exception {
        Calibration calibration = calibration(CalibratedMachine.here());
        file.write(calibration(CalibratedMachine.here() + "?"));
        file.write(calibration);

        assertThat(file.read()).contains(calibration);
        assertThat(folder.resolve("new")).isDirectoryContaining(path -> path.equals(file.path()));
        assertThat(file.path().getFileName()).hasToString("calibration-netty-epoll.json");
    }

    @Test
    void missingFileIsEmpty() throws Exception {
        assertThat(file.read()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "7",
                "not json",
                "{}",
                "{\"format\":1}",
                "{\"format\":\"x\"}",
                "{\"format\":1,\"transport\":{}}",
                "\u0000\u0001\u0002"
            })
    void reportsGarbageInOneSentence(String garbage) throws IOException {
        Files.createDirectories(file.path().getParent());
        Files.writeString(file.path(), garbage);

        assertUnusable("is not a calibration");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "requestsPerSecond" : 1000 | "requestsPerSecond" : -1   | is not a calibration
            "requestsPerSecond" : 1000 | "requestsPerSecond" : 1e999 | is not a calibration
            "requestsPerSecond" : 1000 | "requestsPerSecond" : null | is not a calibration
            "time" : "2026             | "time" : "MMXXVI           | is not a calibration
            "format" : 1               | "format" : 2               | is from another version of LoadHarness
            "netty-epoll"              | "jdk"                      | is for the transport jdk
            }                          | @                          | is not a calibration
            """)
    void reportsChangedFieldInOneSentence(String before, String after, String why) throws IOException {
        file.write(calibration(CalibratedMachine.here()));
        Files.writeString(file.path(), Files.readString(file.path()).replace(before, after));

        assertUnusable(why);
    }

    @Test
    void reportsFileOfAnotherMachine() throws IOException {
        file.write(calibration("elsewhere, 64 processors"));

        assertUnusable("is for another machine or Java version (elsewhere, 64 processors)");
    }

    @Test
    void doesNotReadALargeFile() throws IOException {
        Files.createDirectories(file.path().getParent());
        Files.writeString(file.path(), " ".repeat(1 << 20));

        assertUnusable("is not a calibration");
    }

    @Test
    void reportsFolderInsteadOfFile() throws IOException {
        Files.createDirectories(file.path());

        assertUnusable("is not a calibration");
    }

    private void assertUnusable(String why) {
        assertThatThrownBy(file::read)
                .isInstanceOf(UnusableCalibrationException.class)
                .hasMessage(file.path() + " " + why + " and is ignored: run ./harness calibrate to create a new one.");
    }

    private static Calibration calibration(String machine) {
        return new Calibration(
                "netty-epoll",
                machine,
                Instant.parse("2026-01-02T03:04:05Z"),
                1000,
                5000,
                Duration.ofNanos(30_000),
                Duration.ofNanos(300_000));
    }
}
