// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Waits for workers that another program starts, and does not start workers itself. Usually, the workers are pods that Kubernetes starts
 * together with the coordinator. Any program may start workers if the program passes the secret of {@code --coordinator-secret-file} to the
 * workers. Options have no effect, because the options of the run file are for the launcher that created the pods.
 */
public final class PodsLauncher implements Launcher {

    @Override
    public String name() {
        return "pods";
    }

    @Override
    public LaunchedWorkers start(LaunchRequest request) {
        return new ExpectedWorkers(request.workers());
    }

    @Override
    public String describe(LaunchRequest request) {
        return "# The launcher 'pods' starts nothing. It waits for " + request.workers() + " workers, started by:\n"
                + "harness worker " + String.join(" ", request.arguments()) + " --rank RANK --secret-file FILE\n";
    }

    /** Workers whose state is unknown before they connect. */
    private record ExpectedWorkers(int count) implements LaunchedWorkers {

        @Override
        public List<WorkerState> states() {
            return IntStream.range(0, count)
                    .mapToObj(each -> new WorkerState(each, Phase.PENDING, ""))
                    .toList();
        }

        @Override
        public String lastLines(int rank) {
            return "";
        }

        @Override
        public void stop(Duration grace) {
            // the workers end when the coordinator disconnects
        }

        @Override
        public void close() {
            // the workers end when the coordinator disconnects
        }
    }
}
