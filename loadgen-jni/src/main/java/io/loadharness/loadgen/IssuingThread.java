package io.loadharness.loadgen;

/** A thread that LoadGen issues queries on, with what was issued on it. */
final class IssuingThread extends Thread {

    private final IssuedQueries issued = new IssuedQueries();

    IssuingThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    IssuedQueries issued() {
        return issued;
    }
}
