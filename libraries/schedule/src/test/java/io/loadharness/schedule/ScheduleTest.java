// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aScheduleHasADescription() {
        assertThat(Arrivals.poisson(50).during(MINUTE)).hasToString("poisson 50/s for 60 s");
        assertThat(Arrivals.gamma(0.5, 2).samples(10)).hasToString("gamma 0.5/s of shape 2, 10 samples");
        assertThat(Arrivals.ramp(0, 8, MINUTE).upTo(7, MINUTE))
                .hasToString("ramp from 0/s to 8/s in 60 s, 7 samples for 60 s");
        assertThat(Concurrency.of(4).thinking(Duration.ofMillis(20)).samples(100))
                .hasToString("4 at a time, thinking for 0.02 s, 100 samples");
        assertThat(Schedule.burst(5).thenAfter(MINUTE, Schedule.burst(6)))
                .hasToString("burst of 5, then after 60 s burst of 6");
    }

    @Test
    void aScheduleHasALength() {
        assertThat(Arrivals.constant(10)
                        .samples(600)
                        .then(Arrivals.poisson(1).during(MINUTE))
                        .length())
                .contains(Duration.ofMinutes(2));
        assertThat(Arrivals.ramp(0, 20, MINUTE).samples(600).length()).contains(MINUTE);
        assertThat(Concurrency.of(3).during(MINUTE).length()).contains(MINUTE);
        assertThat(Concurrency.of(3).samples(10).length()).isEmpty();
        assertThat(Schedule.burst(10).length()).contains(Duration.ZERO);
    }

    @Test
    void aScheduleHasANumberOfSamples() {
        assertThat(Arrivals.constant(10).samples(40).then(Schedule.burst(2)).samples())
                .hasValue(42);
        assertThat(Arrivals.poisson(10).upTo(40, Duration.ofHours(1)).samples()).hasValue(40);
        assertThat(Arrivals.constant(10)
                        .samples(40)
                        .then(Arrivals.constant(1).during(Duration.ofHours(1)))
                        .samples())
                .isEmpty();
    }

    @Test
    void aTimeLimitGivesAnExpectedNumberOfSamples() {
        Duration time = Duration.ofSeconds(4);

        assertThat(Arrivals.constant(5).during(time).expectedSamples()).hasValue(20);
        assertThat(Arrivals.constant(0.1).during(time).expectedSamples()).hasValue(1);
        assertThat(Arrivals.constant(3).during(Duration.ofMillis(2500)).expectedSamples())
                .hasValue(8);
        assertThat(Arrivals.constant(5).upTo(7, time).expectedSamples()).hasValue(7);
        assertThat(Arrivals.constant(5).upTo(70, time).expectedSamples()).hasValue(20);
        assertThat(Arrivals.poisson(5)
                        .during(time)
                        .then(Arrivals.constant(1).samples(2))
                        .expectedSamples())
                .hasValue(22);
        assertThat(Arrivals.ramp(0, 10, time).during(time).expectedSamples()).hasValue(20);
        assertThat(Schedule.burst(9).expectedSamples()).hasValue(9);
        assertThat(Concurrency.of(3).during(time).expectedSamples()).isEmpty();
    }

    @Test
    void onlyATimeLimitMakesTheNumberOfRandomArrivalsUncertain() {
        Duration time = Duration.ofSeconds(4);

        assertThat(Arrivals.poisson(5).during(time).hasRandomCount()).isTrue();
        assertThat(Arrivals.poisson(5).upTo(100, time).hasRandomCount()).isTrue();
        assertThat(Arrivals.poisson(5).samples(100).hasRandomCount()).isFalse();
        assertThat(Arrivals.constant(5).during(time).hasRandomCount()).isFalse();
    }

    @Test
    void aScheduleHasAScenario() {
        assertThat(Arrivals.constant(1).samples(1).scenario()).isEqualTo(Scenario.SERVER);
        assertThat(Schedule.burst(10).scenario()).isEqualTo(Scenario.OFFLINE);
        assertThat(Schedule.burst(10).then(Arrivals.constant(1).samples(1)).scenario())
                .isEqualTo(Scenario.SERVER);
        assertThat(Schedule.replay(Trace.of(List.of(Duration.ZERO, Duration.ZERO)))
                        .scenario())
                .isEqualTo(Scenario.SERVER);
        assertThat(Concurrency.of(8).samples(1).scenario()).isEqualTo(Scenario.SINGLE_STREAM);
    }

    @Test
    void arrivalsAndConcurrencyAreNotMixed() {
        Schedule open = Arrivals.constant(1).samples(1);
        Schedule closed = Concurrency.of(2).samples(3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> open.then(closed))
                .withMessage(
                        "arrivals and concurrency cannot be mixed in a schedule (constant 1/s, 1 samples, then 2 at a time,"
                                + " 3 samples): use a separate run for each");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 100_000_001, Long.MAX_VALUE})
    void anInvalidNumberOfSamplesIsRejected(long count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.burst(count))
                .withMessage("the number of samples must be between 1 and 100000000: got " + count);
    }

    @Test
    void tooManySamplesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrivals.poisson(1e6).during(MINUTE.multipliedBy(2)))
                .withMessage(
                        "poisson 1000000/s for 120 s could exceed the limit of 100000000 samples per run: use a shorter time or a"
                                + " lower rate");
    }

    @Test
    void invalidTimesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrivals.constant(1).during(Duration.ZERO))
                .withMessage("the duration must be more than zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Concurrency.of(1).thinking(Duration.ofSeconds(-1)))
                .withMessage("the think time must be between zero and 365 days: got -1s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrivals.ramp(1, 2, Duration.ofDays(366)))
                .withMessageStartingWith("the duration of the ramp must be between zero and 365 days: got ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -5, 1_000_001})
    void anInvalidConcurrencyIsRejected(int concurrency) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Concurrency.of(concurrency))
                .withMessage("the concurrency must be between 1 and 1000000: got " + concurrency);
    }
}
