package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallGuardTest {

    private static final long LIMIT = Duration.ofSeconds(60).toNanos();

    private long life;
    private boolean waiting = true;
    private final StallGuard guard = new StallGuard(Duration.ofSeconds(60), () -> life, () -> waiting);

    @Test
    void aRunThatDoesNotGetOnIsStalledAfterTheLimit() {
        assertThat(guard.isStalled(7)).isFalse();
        assertThat(guard.isStalled(7 + LIMIT)).isFalse();
        assertThat(guard.isStalled(8 + LIMIT)).isTrue();
    }

    @Test
    void aRunThatGetsOnIsNotStalled() {
        guard.isStalled(0);
        life++;

        assertThat(guard.isStalled(2 * LIMIT)).isFalse();
        assertThat(guard.isStalled(3 * LIMIT)).isFalse();
        assertThat(guard.isStalled(3 * LIMIT + 1)).isTrue();
    }

    @Test
    void aRunThatWaitsForItsScheduleIsNotStalled() {
        guard.isStalled(0);
        waiting = false;

        assertThat(guard.isStalled(10 * LIMIT)).isFalse();
    }

    @Test
    void itLooksOftenEnough() {
        assertThat(guard.period()).isEqualTo(Duration.ofSeconds(1));
        assertThat(new StallGuard(Duration.ofMillis(100), () -> 0, () -> true).period())
                .isEqualTo(Duration.ofMillis(11));
    }
}
