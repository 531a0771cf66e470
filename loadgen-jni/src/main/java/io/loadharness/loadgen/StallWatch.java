package io.loadharness.loadgen;

import java.time.Duration;

/** Watches one run: ends it when no sample gets on for too long, and gives up on callbacks that outlive it. */
final class StallWatch extends Thread {

    private static final Duration LONGEST_PERIOD = Duration.ofSeconds(1);

    private final MlperfRun run;
    private final Duration limit;
    private final Duration period;

    StallWatch(MlperfRun run, Duration limit, String name) {
        super(name);
        setDaemon(true);
        this.run = run;
        this.limit = limit;
        Duration tenth = limit.dividedBy(10).plusMillis(1);
        this.period = tenth.compareTo(LONGEST_PERIOD) < 0 ? tenth : LONGEST_PERIOD;
    }

    @Override
    public void run() {
        try {
            watch();
        } catch (InterruptedException e) {
            run.abort("the thread that watches the run was interrupted");
        }
    }

    private void watch() throws InterruptedException {
        long life = 0;
        long changedAt = System.nanoTime();
        while (!run.awaitEnd(period)) {
            if (run.isEnding()) {
                if (!run.awaitEnd(MlperfRun.GRACE)) {
                    run.abandon();
                }
                return;
            }
            long now = System.nanoTime();
            if (run.signsOfLife() != life || run.outstanding() <= 0) {
                life = run.signsOfLife();
                changedAt = now;
            } else if (now - changedAt > limit.toNanos()) {
                run.stall(limit);
            }
        }
    }
}
