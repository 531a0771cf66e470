// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.Sessions.Turn;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Issues the turns of sessions when they are due. For the thread that issues; answers may come on any. */
final class SessionLoop {

    /** What a loop needs of the run. */
    interface Run {

        long now();

        /** Waits for a moment of the run, or until a condition holds. */
        void await(long moment, BooleanSupplier condition);

        void issue(int session, int sample, long due, boolean startsLoop);
    }

    /** The end of a turn, well or not. */
    private record End(int session, long moment, boolean well) {}

    /** A turn that has its time. */
    private record Due(int session, int sample, long moment) implements Comparable<Due> {

        @Override
        public int compareTo(Due other) {
            int byMoment = Long.compare(moment, other.moment);
            return byMoment != 0 ? byMoment : Integer.compare(session, other.session);
        }
    }

    private final Sessions sessions;
    private final Run run;
    private final BooleanSupplier ending;
    private final Thread issuer = Thread.currentThread();
    private final Queue<End> ended = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>();
    private final int[] turns;
    private int level;
    private int begun;
    private int outstanding;

    SessionLoop(Sessions sessions, Run run, BooleanSupplier ending) {
        this.sessions = sessions;
        this.run = run;
        this.ending = ending;
        this.turns = new int[sessions.count()];
    }

    /** Says, on any thread, that a turn has ended. */
    void ended(int session, long moment, boolean well) {
        ended.add(new End(session, moment, well));
        LockSupport.unpark(issuer);
    }

    /** Begins a session at each arrival, and returns when all have ended or the run is ending. */
    void run(ArrivalSequence starts) {
        while (begun < sessions.count() && starts.next()) {
            begin(starts.offset());
        }
        issueAll(false);
    }

    /** Keeps so many sessions going, and returns when all have ended or the run is ending. */
    void run(int newLevel) {
        level = newLevel;
        long now = run.now();
        while (begun < Math.min(level, sessions.count())) {
            begin(now);
        }
        issueAll(true);
    }

    private void issueAll(boolean replaced) {
        while (!ending.getAsBoolean()) {
            for (End end = ended.poll(); end != null; end = ended.poll()) {
                goOn(end, replaced);
            }
            Due next = due.peek();
            if (next != null && next.moment() <= run.now()) {
                due.remove();
                outstanding++;
                run.issue(next.session(), next.sample(), next.moment(), startsLoop(next));
            } else if (next != null) {
                run.await(next.moment(), this::hasNews);
            } else if (outstanding > 0) {
                awaitNews();
            } else {
                return;
            }
        }
    }

    private boolean startsLoop(Due next) {
        return next.session() < level && turns[next.session()] == 1;
    }

    private void goOn(End end, boolean replaced) {
        outstanding--;
        if (end.well() && turns[end.session()] < sessions.turns(end.session()).size()) {
            addTurn(end.session(), end.moment());
        } else if (replaced && begun < sessions.count()) {
            begin(end.moment());
        }
    }

    private void begin(long moment) {
        addTurn(begun++, moment);
    }

    private void addTurn(int session, long moment) {
        Turn turn = sessions.turns(session).get(turns[session]++);
        due.add(new Due(session, turn.sample(), moment + turn.think().toNanos()));
    }

    private boolean hasNews() {
        return !ended.isEmpty() || ending.getAsBoolean();
    }

    private void awaitNews() {
        while (!hasNews()) {
            LockSupport.park(this);
            Thread.interrupted(); // left by a callback; with it, a thread is not parked
        }
    }
}
