// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The engine of {@link Pace}. Tokens come up to a quarter of a millisecond late, so that many streams need not wake the scheduler
 * one by one; that does not add up.
 */
final class PacedStreams implements BatchSchedule {

    private static final long GRID = 250_000;

    private final long firstToken;
    private final long betweenTokens;
    private final Queue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::time));

    PacedStreams(Pace pace) {
        firstToken = pace.firstToken().toNanos();
        betweenTokens = pace.betweenTokens().toNanos();
    }

    @Override
    public void add(Job job, long now) {
        job.begin(0);
        due.add(new Due(now + firstToken, job));
    }

    @Override
    public long next() {
        return due.isEmpty() ? NEVER : onGrid(due.peek().time());
    }

    @Override
    public void advance() {
        long now = next();
        while (!due.isEmpty() && due.peek().time() <= now) {
            Due first = due.remove();
            Job job = first.job();
            if (!job.isCancelled() && job.advance()) {
                due.add(new Due(first.time() + betweenTokens, job));
            }
        }
    }

    @Override
    public int running() {
        return due.size();
    }

    @Override
    public int waiting() {
        return 0;
    }

    private static long onGrid(long time) {
        return time + Math.floorMod(-time, GRID);
    }

    private record Due(long time, Job job) {}
}
