// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.servermetrics.Probe.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the probe with scripts that print the same output as {@code nvidia-smi}. */
@DisabledOnOs(OS.WINDOWS)
class NvidiaSmiTest {

    @TempDir
    Path folder;

    /** Returns a probe that waits as long as a busy machine may need to start a program. */
    private NvidiaSmi script(String script) throws IOException {
        return script(script, Duration.ofMinutes(2));
    }

    private NvidiaSmi script(String script, Duration timeout) throws IOException {
        Path program = folder.resolve(NvidiaSmi.PROGRAM);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new NvidiaSmi(
                NvidiaSmi.find("/nowhere" + File.pathSeparator + folder).orElseThrow(),
                Duration.ofMillis(500),
                timeout);
    }

    @Test
    void eachDeviceIsASeries() throws IOException {
        try (NvidiaSmi devices = script(
                "echo '2, 0, 97, 70001, 512.25'; echo '2, 1, 3, 5, [N/A]'; echo '2, 0, 1, 1, 1'; exec sleep 100")) {
            Result result = devices.poll();

            assertThat(result.readings())
                    .extracting(Reading::name)
                    .containsExactly(
                            "nvidia_smi_utilization_gpu",
                            "nvidia_smi_memory_used",
                            "nvidia_smi_power_draw",
                            "nvidia_smi_utilization_gpu",
                            "nvidia_smi_memory_used");
            assertThat(result.readings()).extracting(Reading::value).containsExactly(97.0, 70001.0, 512.25, 3.0, 5.0);
            assertThat(result.readings().get(4).labels()).containsExactly(Map.entry("gpu", "1"));
        }
    }

    @Test
    void theProgramIsStartedWithTheRightOptions() throws IOException {
        try (NvidiaSmi devices =
                script("echo \"$@\" > " + folder.resolve("asked") + "; echo '1, 0, 1, 2, 3'; exec sleep 100")) {
            devices.poll();

            assertThat(folder.resolve("asked"))
                    .hasContent("--query-gpu=count,index,utilization.gpu,memory.used,power.draw"
                            + " --format=csv,noheader,nounits --loop-ms=500");
        }
    }

    @Test
    void aLineThatIsNotARowIsReported() throws IOException {
        try (NvidiaSmi devices = script("echo 'No devices were found'; exec sleep 100")) {
            assertThatThrownBy(devices::poll).hasMessage("nvidia-smi printed 'No devices were found'");
        }
    }

    @Test
    void theEndOfTheProgramIsReportedWithItsLastLine() throws Exception {
        try (NvidiaSmi devices = script("echo 'NVIDIA-SMI has failed'; exit 9")) {
            String sentence = "nvidia-smi ended with exit code 9, after it printed 'NVIDIA-SMI has failed'";
            String first = "";
            while (!first.equals(sentence)) {
                try {
                    devices.poll();
                } catch (IOException e) {
                    first = e.getMessage();
                }
            }
            assertThatThrownBy(devices::poll).hasMessage(sentence);
        }
    }

    @Test
    void aProgramWithoutOutputIsReported() throws IOException {
        try (NvidiaSmi devices = script("exec sleep 100", Duration.ofSeconds(1))) {
            assertThatThrownBy(devices::poll).hasMessage("nvidia-smi printed nothing for 1 s");
        }
    }

    @Test
    void aProgramThatCannotBeStartedIsReported() throws IOException {
        Path program = folder.resolve(NvidiaSmi.PROGRAM);
        Files.writeString(program, "#!/no/such/shell\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (NvidiaSmi devices = new NvidiaSmi(program, Duration.ofSeconds(1))) {
            assertThatThrownBy(devices::poll).isInstanceOf(IOException.class).hasMessageContaining("nvidia-smi");
        }
    }

    @Test
    void closeStopsTheProgram() throws Exception {
        NvidiaSmi devices = script("echo $$ > " + folder.resolve("pid") + "; echo '1, 0, 1, 2, 3'; exec sleep 100");
        devices.poll();
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();

        devices.close();

        assertThat(process.onExit().get().isAlive()).isFalse();
    }

    @Test
    void aMissingProgramIsNotFound() {
        assertThat(NvidiaSmi.find(folder.toString())).isEmpty();
        assertThat(NvidiaSmi.find("")).isEmpty();
    }
}
