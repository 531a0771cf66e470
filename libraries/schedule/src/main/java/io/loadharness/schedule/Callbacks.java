package io.loadharness.schedule;

/** Calls what the user wrote, on the thread of the run. What that throws ends the run. */
final class Callbacks {

    /** A call of a method of the user. */
    interface Callback {
        void call() throws Exception;
    }

    private final EarlyEnd earlyEnd;
    private volatile boolean inside;

    Callbacks(EarlyEnd earlyEnd) {
        this.earlyEnd = earlyEnd;
    }

    /** Calls; false if that has ended the run. */
    boolean call(String name, Callback callback) {
        inside = true;
        try {
            callback.call();
            return true;
        } catch (Throwable e) {
            earlyEnd.fail(name, e);
            return false;
        } finally {
            inside = false;
        }
    }

    /** Whether one has not returned yet. */
    boolean isInside() {
        return inside;
    }
}
