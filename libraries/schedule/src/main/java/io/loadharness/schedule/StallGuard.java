package io.loadharness.schedule;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Tells whether a run that waits for its system has not got on for too long. For one thread. */
final class StallGuard {

    private static final Duration LONGEST_PERIOD = Duration.ofSeconds(1);

    private final Duration limit;
    private final LongSupplier life;
    private final BooleanSupplier waiting;
    private long seenLife = -1;
    private long changedAt;

    /**
     * Watches.
     *
     * @param life whatever changes while the run gets on
     * @param waiting whether it is for the system to get on
     */
    StallGuard(Duration limit, LongSupplier life, BooleanSupplier waiting) {
        this.limit = limit;
        this.life = life;
        this.waiting = waiting;
    }

    /** How often to look. */
    Duration period() {
        Duration tenth = limit.dividedBy(10).plusMillis(1);
        return tenth.compareTo(LONGEST_PERIOD) < 0 ? tenth : LONGEST_PERIOD;
    }

    /** Looks, and tells whether it is too long now. */
    boolean isStalled(long now) {
        long lives = life.getAsLong();
        if (lives != seenLife || !waiting.getAsBoolean()) {
            seenLife = lives;
            changedAt = now;
        }
        return now - changedAt > limit.toNanos();
    }
}
