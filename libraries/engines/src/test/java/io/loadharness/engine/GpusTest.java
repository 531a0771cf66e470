// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpusTest {

    @TempDir
    Path machine;

    private void create(String... files) throws IOException {
        for (String each : files) {
            Path file = machine.resolve(each);
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
    }

    private void assertRefused(String device, String present) {
        assertThatIOException()
                .isThrownBy(() -> Gpus.requireAll(List.of("0", device), machine))
                .withMessage("--devices has the device " + device + ", but this machine has only the " + present
                        + ": change --devices or --num_gpus");
    }

    private void assertAccepted(String... groups) {
        assertThatCode(() -> Gpus.requireAll(List.of(groups), machine)).doesNotThrowAnyException();
    }

    @Test
    void unknownMachinesAcceptAllDevices() {
        assertAccepted("0,1", "99");
    }

    @Test
    void devicesOfContainersAreCounted() throws IOException {
        create(
                "dev/nvidia3",
                "dev/nvidia5",
                "dev/nvidiactl",
                "dev/nvidia-uvm",
                "proc/driver/nvidia/gpus/a/information");

        assertAccepted("0", "1");
        assertRefused("2", "GPUs 0 to 1");
    }

    @Test
    void gpusOfTheDriverAreCounted() throws IOException {
        create("proc/driver/nvidia/gpus/0000:01:00.0/information");

        assertAccepted("0", "GPU-4f1c", "MIG-1");
        assertRefused("1", "GPU 0");
    }

    @Test
    void gpusOfRocmAreCounted() throws IOException {
        for (String each : List.of("0 simd_count 0", "1 simd_count 416", "2 simd_count 416")) {
            Path node = Files.createDirectories(
                    machine.resolve("sys/class/kfd/kfd/topology/nodes").resolve(each.substring(0, 1)));
            Files.writeString(node.resolve("properties"), "cpu_cores_count 0\n" + each.substring(2) + "\n");
        }

        assertAccepted("0,1");
        assertRefused("2", "GPUs 0 to 1");
    }

    @Test
    void missingDeviceIsRefusedBeforeAProcessStarts() throws Exception {
        create("dev/nvidia0");
        Path started = machine.resolve("started");
        try (EngineProcess engine = EngineProcess.builder()
                .command(List.of("touch", started.toString()))
                .devices("1")
                .machine(machine)
                .logFolder(machine.resolve("logs"))
                .build()
                .get(0)) {
            assertThatIOException().isThrownBy(engine::start).withMessageStartingWith("--devices has the device 1");
        }
        assertThat(started).doesNotExist();
    }
}
