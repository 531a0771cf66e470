// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.Harness;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class BenchSignalTest {

    private static final int TERMINATED = 143;

    @Test
    void sigtermEndsSilentlyAndRemovesTheFolder(@TempDir Path folder) throws Exception {
        Process bench = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:-UsePerfData",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Harness.class.getName(),
                        "bench",
                        "loadgen"))
                .start();
        try (BufferedReader errors = bench.errorReader(StandardCharsets.UTF_8)) {
            assertThat(errors.readLine()).startsWith("Measuring: single stream");
            bench.toHandle().destroy(); // Process.destroy would close the output as well

            assertThat(errors.lines()).isEmpty();
        } finally {
            bench.destroyForcibly();
        }
        assertThat(bench.waitFor()).isEqualTo(TERMINATED);
        assertThat(folder).isEmptyDirectory();
    }
}
