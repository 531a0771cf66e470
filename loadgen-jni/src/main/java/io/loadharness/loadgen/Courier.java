package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Calls LoadGen for threads that may not: it deadlocks when more than a thousand do. One thread for each run that needs it,
 * started at the first need. The caller waits, so that nothing of it is still on its way when it returns.
 */
final class Courier {

    private final NativeRun run;
    private final String name;
    private ExecutorService thread;

    Courier(NativeRun run, String name) {
        this.run = run;
        this.name = name;
    }

    void carry(Runnable call) {
        boolean interrupted = false;
        try {
            var carried = thread().submit(call);
            while (true) {
                try {
                    carried.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized ExecutorService thread() {
        if (thread == null) {
            thread = Executors.newSingleThreadExecutor(work -> {
                Thread created = new Thread(
                        () -> {
                            run.enlist();
                            work.run();
                        },
                        name + "-courier");
                created.setDaemon(true);
                return created;
            });
        }
        return thread;
    }

    synchronized void close() {
        if (thread != null) {
            thread.shutdown();
        }
    }
}
