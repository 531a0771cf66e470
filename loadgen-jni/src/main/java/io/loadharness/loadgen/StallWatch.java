package io.loadharness.loadgen;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Watches one run: ends it when no sample gets on for too long, and gives up on callbacks that outlive it. */
final class StallWatch extends Thread {

    private static final Duration LONGEST_PERIOD = Duration.ofSeconds(1);

    private final MlperfRun run;
    private final Duration limit;
    private final Duration period;
    private final CountDownLatch ending = new CountDownLatch(1);

    StallWatch(MlperfRun run, Duration limit, String name) {
        super(name);
        setDaemon(true);
        this.run = run;
        this.limit = limit;
        Duration tenth = limit.dividedBy(10).plusMillis(1);
        this.period = tenth.compareTo(LONGEST_PERIOD) < 0 ? tenth : LONGEST_PERIOD;
    }

    /** Says that the run is ending or over. */
    void wake() {
        ending.countDown();
    }

    @Override
    public void run() {
        boolean watching = true;
        while (watching) {
            try {
                watchForStalls();
                watching = false;
            } catch (OutOfMemoryError e) {
                // What has the memory may give it back.
            } catch (Throwable e) {
                run.fail("the watch for stalls", e);
                watching = false;
            }
        }
        run.awaitEndOrAbandon();
    }

    private void watchForStalls() throws InterruptedException {
        long life = 0;
        long changedAt = System.nanoTime();
        while (!ending.await(period.toNanos(), TimeUnit.NANOSECONDS) && !run.isEnding()) {
            long now = System.nanoTime();
            if (run.signsOfLife() != life || !run.isWaiting()) {
                life = run.signsOfLife();
                changedAt = now;
            } else if (now - changedAt > limit.toNanos()) {
                run.stall(limit);
            }
        }
    }
}
