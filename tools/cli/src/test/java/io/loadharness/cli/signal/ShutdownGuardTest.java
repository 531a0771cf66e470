// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.benchmark.BenchmarkListener.PlannedLoad;
import io.loadharness.cli.console.ConsoleListener;
import io.loadharness.cli.console.DisplayOptions;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ShutdownGuardTest {

    private static final PlannedLoad LOAD = new PlannedLoad(
            Scenario.SERVER,
            "constant",
            OptionalDouble.empty(),
            ClientLimits.NONE,
            "http",
            Optional.empty(),
            List.of("the output folder is nearly full"));

    private final StringWriter printed = new StringWriter();
    private final PrintWriter writer = new PrintWriter(printed);
    private final AtomicBoolean isShuttingDown = new AtomicBoolean();

    @Test
    void aSignalBetweenTheWarmUpAndTheRunIsReportedInOneLine() {
        try (ShutdownGuard guard = new ShutdownGuard(writer, "reading the options", isShuttingDown::get)) {
            ConsoleListener listener = new ConsoleListener(new DisplayOptions(), writer, Optional.empty(), guard);
            listener.preparing("warming up");
            isShuttingDown.set(true);

            listener.planned(LOAD);
            listener.message("Plan: 10 samples");
            listener.finished(List.of(), List.of());

            assertThat(guard.isStoppedEarly()).isTrue();
        }
        writer.flush();
        assertThat(printed.toString().lines())
                .containsExactly("Stopped by Ctrl-C or a signal while warming up: nothing was measured.");
    }

    @Test
    void aSignalAfterTheActivationPrintsNothing() {
        try (ShutdownGuard guard = new ShutdownGuard(writer, "warming up", isShuttingDown::get)) {
            guard.activate();
            isShuttingDown.set(true);

            assertThat(guard.isStoppedEarly()).isFalse();
        }
        writer.flush();
        assertThat(printed.toString()).isEmpty();
    }
}
