// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogEndTest {

    @TempDir
    Path folder;

    @Test
    void acceptsCompleteLogs() throws Exception {
        LogEnd.requireOfAccuracy(Files.writeString(folder.resolve("accuracy"), "[\n{}\n]\n"));
        LogEnd.requireOfTrace(Files.writeString(folder.resolve("trace"), "{\n\"a\": {\n}\n}\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "}\n}\n", "{\n\"a\": {\n}\n}", "{\n\"a\": {\n}\n"})
    void rejectsATruncatedTrace(String text) throws Exception {
        Path trace = Files.writeString(folder.resolve("trace"), text);

        assertThatThrownBy(() -> LogEnd.requireOfTrace(trace))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessage(trace + " is truncated: the end of the trace is missing");
    }

    @Test
    void rejectsATruncatedAccuracyLog() throws Exception {
        Path log = Files.writeString(folder.resolve("accuracy"), "[\n{}\n");

        assertThatThrownBy(() -> LogEnd.requireOfAccuracy(log))
                .hasMessage(log + " is truncated: the list of responses is not closed");
    }
}
