package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.LogSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class RunLogsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"summary.txt", "detail.txt", "accuracy.json", "trace.json"})
    void aPipeAtThePathOfALogIsRefused(String name) throws Exception {
        Path pipe = directory.resolve("mlperf_log_" + name);
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

        assertThatIllegalArgumentException()
                .isThrownBy(this::claim)
                .withMessageStartingWith(pipe + " is no plain file, so no log can be written there: ");
        Files.delete(pipe);
        claim().release();
    }

    @Test
    void aFolderAtThePathOfALogIsRefused() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("mlperf_log_trace.json"));

        assertThatIllegalArgumentException()
                .isThrownBy(this::claim)
                .withMessageStartingWith(folder + " is a folder, so no log can be written there: ");
    }

    @Test
    void aLogCanBeThrownAway() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("mlperf_log_accuracy.json"), Path.of("/dev/null"));

        assertThatCode(() -> claim().release()).doesNotThrowAnyException();
        Files.delete(link);
    }

    private RunLogs claim() {
        return new RunLogs(LogSettings.in(directory));
    }
}
