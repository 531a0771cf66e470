// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.Sessions.Turn;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Issues the turns of sessions at their scheduled times. Not thread-safe, except for {@link #ended}: only the thread that issues samples
 * uses this class.
 */
final class SessionLoop {

    /** The operations of the run that this class needs. */
    interface Run {

        long now();

        /** Waits until the given time, in nanoseconds since the start of the run, or until the condition is true. */
        void await(long time, BooleanSupplier condition);

        /**
         * Issues a turn.
         *
         * @param number the number of the turn among all turns of all sessions
         */
        void issue(int session, int sample, long scheduled, boolean startsLoop, long number);
    }

    /** The end of a turn. */
    private record End(int session, long time, boolean completed) {}

    /** A turn with its scheduled time. */
    private record ScheduledTurn(int session, int sample, long time, long number) implements Comparable<ScheduledTurn> {

        @Override
        public int compareTo(ScheduledTurn other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Integer.compare(session, other.session);
        }
    }

    private final Sessions sessions;
    private final Slice slice;
    private final Run run;
    private final BooleanSupplier ending;
    private final Thread issuer = Thread.currentThread();
    private final Queue<End> ended = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<ScheduledTurn> scheduled = new PriorityQueue<>();
    private final int[] turns;
    private final long[] firstNumbers;
    private int concurrency;

    /** The number of the next session of this slice. */
    private int nextSession;

    private int started;
    private int inFlight;

    SessionLoop(Sessions sessions, Slice slice, Run run, BooleanSupplier ending) {
        this.sessions = sessions;
        this.slice = slice;
        this.run = run;
        this.ending = ending;
        this.turns = new int[sessions.count()];
        this.firstNumbers = new long[sessions.count()];
        for (int i = 1; i < firstNumbers.length; i++) {
            firstNumbers[i] = firstNumbers[i - 1] + sessions.turns(i - 1).size();
        }
        this.nextSession = slice.rank();
    }

    /** Reports the end of a turn. Thread-safe. */
    void ended(int session, long time, boolean completed) {
        ended.add(new End(session, time, completed));
        LockSupport.unpark(issuer);
    }

    /** Starts one session at each arrival that belongs to the slice. Returns when all sessions have ended or the run is ending. */
    void run(ArrivalSequence starts) {
        for (int i = 0; i < sessions.count() && starts.next(); i++) {
            if (slice.contains(i)) {
                startSession(starts.offset());
            }
        }
        issueAll(false);
    }

    /** Keeps the given number of sessions active. Returns when all sessions have ended or the run is ending. */
    void run(int newConcurrency) {
        concurrency = newConcurrency;
        long now = run.now();
        while (started < concurrency && hasMore()) {
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
                run.issue(next.session(), next.sample(), next.time(), startsLoop(next), next.number());
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
        return next.session() / slice.count() < concurrency && turns[next.session()] == 1;
    }

    private void startNext(End end, boolean replaceEnded) {
        inFlight--;
        if (end.completed()
                && turns[end.session()] < sessions.turns(end.session()).size()) {
            scheduleTurn(end.session(), end.time());
        } else if (replaceEnded && hasMore()) {
            startSession(end.time());
        }
    }

    private void startSession(long time) {
        scheduleTurn(nextSession, time);
        nextSession += slice.count();
        started++;
    }

    private boolean hasMore() {
        return nextSession < sessions.count();
    }

    private void scheduleTurn(int session, long time) {
        int number = turns[session]++;
        Turn turn = sessions.turns(session).get(number);
        scheduled.add(new ScheduledTurn(
                session, turn.sample(), time + turn.think().toNanos(), firstNumbers[session] + number));
    }

    private boolean hasEvents() {
        return !ended.isEmpty() || ending.getAsBoolean();
    }

    private void awaitEvents() {
        while (!hasEvents()) {
            LockSupport.park(this);
            Thread.interrupted(); // a callback may leave the interrupt flag set, and park would return immediately
        }
    }
}
