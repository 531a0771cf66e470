package io.loadharness.loadgen;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that go on in this JVM. When the JVM shuts down they are aborted, and the shutdown waits for their logs. */
final class ActiveRuns {

    private static final Set<MlperfRun> RUNS = ConcurrentHashMap.newKeySet();

    private static boolean hooked;
    private static boolean shuttingDown;

    private ActiveRuns() {}

    /**
     * Takes a run that is about to start.
     *
     * @throws IllegalStateException if the JVM is shutting down
     */
    static synchronized void add(MlperfRun run) {
        if (!hooked) {
            Runtime.getRuntime().addShutdownHook(new Thread(ActiveRuns::shutDown, "loadgen-shutdown"));
            hooked = true;
        }
        if (shuttingDown) {
            throw new IllegalStateException("the JVM is shutting down");
        }
        RUNS.add(run);
        run.whenDone(() -> RUNS.remove(run));
    }

    private static void shutDown() {
        synchronized (ActiveRuns.class) {
            shuttingDown = true;
        }
        abortAll(RUNS, "the JVM was told to exit");
    }

    /** Aborts runs and waits until they are over. */
    static void abortAll(Set<MlperfRun> runs, String reason) {
        runs.forEach(run -> run.abort(reason));
        runs.forEach(run -> run.awaitEnd(MlperfRun.GRACE.plus(Duration.ofSeconds(1))));
    }
}
