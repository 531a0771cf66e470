// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunDeadlinesTest {

    private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos(); // nanoTime may overflow
    private final RunDeadlines deadlines = deadlines(Map.of());

    private RunDeadlines deadlines(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of("image", "example.com/lh:1"));
        options.putAll(more);
        return new RunDeadlines(KubernetesOptions.of(options), () -> now);
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void aNodeIsLostAfterAMinuteOfSilence() {
        assertThat(deadlines.isNodeLost(true)).isFalse();
        pass(60);
        assertThat(deadlines.isNodeLost(true)).isFalse();
        pass(1);
        assertThat(deadlines.isNodeLost(true)).isTrue();
    }

    @Test
    void aNodeThatReportsAgainIsNotLostAtItsNextSilence() {
        deadlines.isNodeLost(true);
        pass(1);
        deadlines.isNodeLost(false);
        pass(600);
        assertThat(deadlines.isNodeLost(true)).isFalse();
        pass(61);
        assertThat(deadlines.isNodeLost(true)).isTrue();
    }

    @Test
    void aMissingImageThatIsPulledLaterIsNotMissing() {
        deadlines.isImageMissing(true);
        pass(44);
        deadlines.isImageMissing(false);
        pass(2);
        assertThat(deadlines.isImageMissing(true)).isFalse();
        pass(46);
        assertThat(deadlines.isImageMissing(true)).isTrue();
    }

    @Test
    void theStartTimeoutCountsFromTheEndOfTheQueue() {
        RunDeadlines limited = deadlines(Map.of("start-timeout", "10s"));
        limited.queued(true);
        pass(60);
        assertThat(limited.isStartTooLate()).isFalse();
        limited.queued(true);
        pass(60);
        limited.queued(false);
        pass(9);
        limited.queued(false);
        assertThat(limited.isStartTooLate()).isFalse();
        pass(2);
        assertThat(limited.isStartTooLate()).isTrue();
    }

    @Test
    void theLimitOfTheRunCountsFromTheStartOfAllPods() {
        RunDeadlines limited = deadlines(Map.of("wait", "10s"));
        pass(20);
        assertThat(limited.isRunTooLong()).isFalse();
        limited.started();
        pass(11);
        assertThat(limited.isRunTooLong()).isTrue();
        assertThat(limited.isRunMuchTooLong()).isFalse();
        pass(300);
        assertThat(limited.isRunMuchTooLong()).isTrue();
    }

    @Test
    void aCoordinatorThatKubernetesEndsHasFiveMinutesForItsResults() {
        deadlines.ending();
        pass(300);
        assertThat(deadlines.isEnded()).isFalse();
        pass(16);
        assertThat(deadlines.isEnded()).isTrue();
    }

    @Test
    void aWaitOfZeroIsNoLimit() {
        RunDeadlines unlimited = deadlines(Map.of("wait", "0s"));
        unlimited.started();
        pass(1_000_000);
        assertThat(unlimited.isRunTooLong()).isFalse();
        assertThat(unlimited.isRunMuchTooLong()).isFalse();
    }
}
