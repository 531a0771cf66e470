// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A node that loses its power and its network. */
@Tag("network")
@EnabledOnOs(OS.LINUX)
class SlurmNodeFailureTest {

    @TempDir
    Path temporary;

    @Test
    void namesTheNodeThatFailed() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            SlurmLauncher launcher = new SlurmLauncher(bed.slurmCommand(), Map.of());
            LaunchRequest request = new LaunchRequest(
                    3,
                    List.of(LauncherContract.CLASSES),
                    TestWorker.class.getName(),
                    List.of(),
                    LauncherContract.SECRET,
                    Map.of(
                            "java",
                            Path.of(System.getProperty("java.home"), "bin/java").toString()),
                    temporary);
            try (LaunchedWorkers workers = launcher.start(request)) {
                LauncherContract.await(() -> workers.lastLines(1), log -> log.contains("ready 1"));
                bed.killHost("n2");
                List<WorkerState> states = LauncherContract.await(
                        workers::states, all -> all.stream().allMatch(state -> state.phase() == Phase.ENDED));
                assertThat(states)
                        .extracting(WorkerState::sentence)
                        .anyMatch(sentence -> sentence.contains("the node n2 failed"));
            }
            assertThat(Files.exists(temporary.resolve(".slurm"))).isFalse();
        }
    }
}
