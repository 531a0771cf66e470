// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.WorkerState.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The launcher that starts nothing. */
class PodsLauncherTest {

    private static LaunchRequest request(Map<String, String> options) {
        return new LaunchRequest(3, List.of(), "Main", List.of("--connect", "h:1"), "secret", options, Path.of("logs"));
    }

    @Test
    void workersAreExpectedAndNotStarted() {
        try (LaunchedWorkers workers = new PodsLauncher().start(request(Map.of()))) {
            assertThat(workers.states()).hasSize(3).allMatch(each -> each.phase() == Phase.PENDING);
            assertThat(workers.lastLines(0)).isEmpty();
        }
    }

    @Test
    void theDescriptionNamesTheProgramWithoutTheSecret() {
        assertThat(new PodsLauncher().describe(request(Map.of())))
                .contains("harness worker --connect h:1 --rank RANK")
                .doesNotContain("secret ");
    }

    @Test
    void optionsOfTheLauncherThatCreatedThePodsHaveNoEffect() {
        try (LaunchedWorkers workers = new PodsLauncher().start(request(Map.of("memory", "16Gi")))) {
            assertThat(workers.states()).hasSize(3);
        }
    }

    @Test
    void serviceLoaderFindsTheLauncher() {
        assertThat(ServiceLoader.load(Launcher.class))
                .extracting(Launcher::name)
                .contains("pods");
    }
}
