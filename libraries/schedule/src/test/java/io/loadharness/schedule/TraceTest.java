// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest {

    @Test
    void aTraceIsReplayedUnchanged() {
        Trace trace = Trace.of(List.of(Duration.ofMillis(3), Duration.ofMillis(3), Duration.ofSeconds(2)));

        assertThat(ArrivalsTest.offsets(Schedule.replay(trace), 0))
                .containsExactly(3_000_000, 3_000_000, 2_000_000_000);
        assertThat(Schedule.replay(trace)).hasToString("replay of 3 arrivals in 2 s");
        assertThat(Schedule.replay(trace).length()).contains(Duration.ofSeconds(2));
    }

    @Test
    void aTraceCanBeFasterOrSlower() {
        Trace trace = Trace.ofNanos(new long[] {0, 10, 1000});

        assertThat(ArrivalsTest.offsets(Schedule.replay(trace.scaled(0.5)), 0)).containsExactly(0, 5, 500);
        assertThat(ArrivalsTest.offsets(Schedule.replay(trace.scaled(3)), 0)).containsExactly(0, 30, 3000);
    }

    @Test
    void theArrayOfTheCallerIsCopied() {
        long[] offsets = {1, 2};
        Trace trace = Trace.ofNanos(offsets);
        offsets[0] = 7;

        assertThat(ArrivalsTest.offsets(Schedule.replay(trace), 0)).containsExactly(1, 2);
    }

    @Test
    void aTraceWithoutArrivalsIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.of(List.of()))
                .withMessageStartingWith("the number of samples must be between ");
    }

    @Test
    void decreasingTimesAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {0, 2_000_000_000, 1_500_000_000}))
                .withMessage("arrival 2 of the trace is at 1.5 s, earlier than the previous one: sort the arrivals");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {-1}))
                .withMessageStartingWith("arrival 0 of the trace is at -0.000000001 s, earlier than the start");
    }

    @Test
    void sampleIndicesMustMatchTheArrivals() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {1, 2}, new int[] {1}))
                .withMessage("the trace has 2 arrivals and 1 sample indices: the numbers must be equal");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {1, 2}, new int[] {1, -1}))
                .withMessage("the sample index of arrival 1 of the trace must not be negative: got -1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void anInvalidFactorIsRejected(double factor) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {1}).scaled(factor))
                .withMessage("the factor of a trace must be finite and more than 0: got " + factor);
    }

    @Test
    void aTraceOfMoreThanAYearIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trace.ofNanos(new long[] {Duration.ofDays(300).toNanos()})
                        .scaled(2))
                .withMessageContaining("the length of the trace must be between zero and 365 days: got ");
    }
}
