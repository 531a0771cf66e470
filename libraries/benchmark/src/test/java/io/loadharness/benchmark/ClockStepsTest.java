// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loadharness.Reason;
import io.loadharness.cluster.ClockOffset;
import io.loadharness.internal.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClockStepsTest {

    private static final Duration RUN = Duration.ofSeconds(60);

    private static ClockOffset offset(long millis) {
        return new ClockOffset(millis * 1_000_000, 20_000);
    }

    /** Returns a reading at a time of the run, with a wall clock that is ahead. */
    private static ClockReading reading(Duration time, long aheadMillis, long boundMillis) {
        return new ClockReading(
                Instant.EPOCH.plus(time).plusMillis(aheadMillis), time.toNanos(), boundMillis * 1_000_000);
    }

    private static ClockSteps steps(long ownMillis, long before, long after) {
        ClockSteps steps = new ClockSteps(reading(Duration.ZERO, 0, 0), reading(RUN, ownMillis, 0));
        steps.add("worker-1 on n1", offset(before), offset(after));
        return steps;
    }

    @Test
    void aWrongClockThatKeepsItsOffsetIsNotAStep() {
        ClockSteps steps = steps(0, 7000, 7040);

        assertThat(steps.warnings()).isEmpty();
        assertThat(steps.reasons()).isEmpty();
    }

    @Test
    void aSmallStepIsAWarning() {
        ClockSteps steps = steps(0, 7000, 7300);

        assertThat(steps.warnings())
                .containsExactly(
                        "The clock of worker-1 on n1 stepped by 300 ms during the run. Latencies are not affected:"
                                + " they use monotonic clocks.");
        assertThat(steps.reasons()).isEmpty();
    }

    @Test
    void aStepOfMoreThanOnePercentInvalidatesTheRun() {
        ClockSteps steps = steps(0, 0, -5000);

        assertThat(steps.warnings()).isEmpty();
        assertThat(steps.reasons())
                .extracting(Reason::code, Reason::values)
                .containsExactly(tuple(Reason.Code.CLOCK_STEPPED, Map.of("step_ms", -5000.0)));
        assertThat(steps.reasons().get(0).text())
                .startsWith("the clock of worker-1 on n1 stepped by -5000 ms during the run, more than 1 % of the run");
    }

    @Test
    void theClockOfTheCoordinatorIsNotThatOfTheWorkers() {
        ClockSteps steps = steps(5000, 0, -5000); // seen from here, the worker went back

        assertThat(steps.reasons())
                .singleElement()
                .extracting(Reason::text)
                .asString()
                .startsWith("the clock of this machine stepped by 5000 ms");
    }

    @Test
    void aPauseWhileTheClocksAreReadIsNotAStep() {
        Duration shortRun = Duration.ofSeconds(2);
        ClockSteps steps = new ClockSteps(reading(Duration.ZERO, 0, 0), reading(shortRun, 60, 60));
        steps.add("worker-1 on n1", offset(0), offset(-60));

        assertThat(steps.warnings()).isEmpty();
        assertThat(steps.reasons()).isEmpty();
        ClockSteps exact = new ClockSteps(reading(Duration.ZERO, 0, 0), reading(shortRun, 60, 0));
        assertThat(exact.reasons()).extracting(Reason::code).containsExactly(Reason.Code.CLOCK_STEPPED);
    }

    @Test
    void aSharedClockIsNamedOnce() {
        ClockSteps steps = steps(5000, 0, 0);

        assertThat(steps.reasons()).hasSize(1);
    }
}
