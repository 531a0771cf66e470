// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals that are sent to a separate JVM. */
@Timeout(600)
class SignalTest {

    private static final int TERMINATED = 143;

    @Test
    void sigtermEndsTheDemoWithAVerdictTable(@TempDir Path folder) throws Exception {
        Path errors = folder.resolve("errors");
        Process demo = harness(folder, "demo", "--in-process", "--seconds", "60", "--output-dir", folder.toString())
                .redirectError(Files.createFile(errors).toFile())
                .start();
        try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("SingleStream: started");
            demo.toHandle().destroy(); // Process.destroy would close the output as well

            assertThat(Session.plain(output.lines().collect(Collectors.joining("\n"))))
                    .containsPattern("(?m)^SingleStream +- +ABORTED +" + folder)
                    .containsPattern("(?m)^Offline +- +NOT RUN +-$")
                    .endsWith("SingleStream is ABORTED: stopped by Ctrl-C or a signal\n");
        } finally {
            demo.destroyForcibly();
        }
        assertThat(demo.waitFor()).isEqualTo(TERMINATED);
        assertThat(errors).isEmptyFile();
        assertThat(folder.resolve("single-stream/mlperf_log_detail.txt")).isNotEmptyFile();
    }

    private static ProcessBuilder harness(Path temporary, String... arguments) {
        return new ProcessBuilder(
                JavaCommand.harness(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary), arguments));
    }
}
