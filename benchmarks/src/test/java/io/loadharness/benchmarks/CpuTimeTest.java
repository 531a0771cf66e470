// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CpuTimeTest {

    private static final String BUSY_PROCESS = "python3 -c 'import time\nwhile time.process_time() < 0.3: pass'";

    @TempDir
    Path folder;

    @Test
    void descendantsAreCountedEvenIfTheirParentEndsFirst() throws Exception {
        CpuTime.Usage usage = usage(BUSY_PROCESS + " & echo started; exit 3");

        assertThat(usage.seconds()).isGreaterThanOrEqualTo(0.3);
        assertThat(usage.exitCode()).isEqualTo(3);
        assertThat(usage.output()).isEqualTo("started\n");
    }

    @Test
    void variablesAreSet() throws Exception {
        assertThat(usage("echo $GREETING").output()).isEqualTo("hello\n");
    }

    @Test
    void programIsKilledWithItsMeasurement() throws Exception {
        CpuTime unused = new CpuTime("python3", folder, Map.of());
        String script = folder.resolve("cpu_time.py").toString();
        Process measurement =
                new ProcessBuilder("python3", script, "unused", "sh", "-c", "echo $$; exec sleep 600").start();
        long program = Long.parseLong(measurement.inputReader().readLine());

        measurement.destroy();

        assertThat(measurement.waitFor()).isEqualTo(124);
        assertThat(ProcessHandle.of(program)).isEmpty();
    }

    private CpuTime.Usage usage(String script) throws Exception {
        return new CpuTime("python3", folder, Map.of("GREETING", "hello")).run(List.of("sh", "-c", script));
    }
}
