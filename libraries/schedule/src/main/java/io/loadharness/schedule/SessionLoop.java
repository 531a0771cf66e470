// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.Sessions.Turn;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Issues the turns of sessions at their scheduled times. The thread that issues samples uses this class. Any thread may call
 * {@link #ended}.
 */
final class SessionLoop {

    /** The operations of the run that this class needs. */
    interface Run {

        long now();

        /** Waits until the given time, in nanoseconds since the start of the run, or until the condition is true. */
        void await(long time, BooleanSupplier condition);

        void issue(int session, int sample, long scheduled, boolean startsLoop);
    }

    /** The end of a turn. */
    private record End(int session, long time, boolean completed) {}

    /** A turn with its scheduled time. */
    private record ScheduledTurn(int session, int sample, long time) implements Comparable<ScheduledTurn> {

        @Override
        public int compareTo(ScheduledTurn other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Integer.compare(session, other.session);
        }
    }

    private final Sessions sessions;
    private final Run run;
    private final BooleanSupplier ending;
    private final Thread issuer = Thread.currentThread();
    private final Queue<End> ended = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<ScheduledTurn> scheduled = new PriorityQueue<>();
    private final int[] turns;
    private int concurrency;
    private int started;
    private int inFlight;

    SessionLoop(Sessions sessions, Run run, BooleanSupplier ending) {
        this.sessions = sessions;
        this.run = run;
        this.ending = ending;
        this.turns = new int[sessions.count()];
    }

    /** Reports the end of a turn. Thread-safe. */
    void ended(int session, long time, boolean completed) {
        ended.add(new End(session, time, completed));
        LockSupport.unpark(issuer);
    }

    /** Starts a session at each arrival. Returns when all sessions have ended or the run is ending. */
    void run(ArrivalSequence starts) {
        while (started < sessions.count() && starts.next()) {
            startSession(starts.offset());
        }
        issueAll(false);
    }

    /** Keeps the given number of sessions active. Returns when all sessions have ended or the run is ending. */
    void run(int newConcurrency) {
        concurrency = newConcurrency;
        long now = run.now();
        while (started < Math.min(concurrency, sessions.count())) {
            startSession(now);
        }
        issueAll(true);
    }

    private void issueAll(boolean replaceEnded) {
        while (!ending.getAsBoolean()) {
            for (End end = ended.poll(); end != null; end = ended.poll()) {
                startNext(end, replaceEnded);
            }
            ScheduledTurn next = scheduled.peek();
            if (next != null && next.time() <= run.now()) {
                scheduled.remove();
                inFlight++;
                run.issue(next.session(), next.sample(), next.time(), startsLoop(next));
            } else if (next != null) {
                run.await(next.time(), this::hasEvents);
            } else if (inFlight > 0) {
                awaitEvents();
            } else {
                return;
            }
        }
    }

    private boolean startsLoop(ScheduledTurn next) {
        return next.session() < concurrency && turns[next.session()] == 1;
    }

    private void startNext(End end, boolean replaceEnded) {
        inFlight--;
        if (end.completed()
                && turns[end.session()] < sessions.turns(end.session()).size()) {
            scheduleTurn(end.session(), end.time());
        } else if (replaceEnded && started < sessions.count()) {
            startSession(end.time());
        }
    }

    private void startSession(long time) {
        scheduleTurn(started++, time);
    }

    private void scheduleTurn(int session, long time) {
        Turn turn = sessions.turns(session).get(turns[session]++);
        scheduled.add(
                new ScheduledTurn(session, turn.sample(), time + turn.think().toNanos()));
    }

    private boolean hasEvents() {
        return !ended.isEmpty() || ending.getAsBoolean();
    }

    private void awaitEvents() {
        while (!hasEvents()) {
            LockSupport.park(this);
            Thread.interrupted(); // a callback may leave the interrupt flag set, and park would return at once
        }
    }
}
