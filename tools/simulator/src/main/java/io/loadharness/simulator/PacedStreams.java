// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The schedule for a {@link Pace}. Times are rounded up to multiples of a quarter of a millisecond, so that one wake-up of the scheduler
 * serves several streams. The rounding errors of a stream do not accumulate.
 */
final class PacedStreams implements TokenScheduler {

    private static final long GRID_NANOS = 250_000;

    private final long firstToken;
    private final long betweenTokens;
    private final Queue<NextToken> tokens = new PriorityQueue<>(Comparator.comparingLong(NextToken::time));

    PacedStreams(Pace pace) {
        firstToken = pace.firstToken().toNanos();
        betweenTokens = pace.betweenTokens().toNanos();
    }

    @Override
    public void add(TokenSchedulerEntry entry, long now) {
        entry.start(0);
        tokens.add(new NextToken(now + firstToken, entry));
    }

    @Override
    public long next() {
        return tokens.isEmpty() ? NEVER : onGrid(tokens.peek().time());
    }

    @Override
    public void advance() {
        long now = next();
        while (!tokens.isEmpty() && tokens.peek().time() <= now) {
            NextToken first = tokens.remove();
            TokenSchedulerEntry entry = first.entry();
            if (!entry.isCancelled() && entry.advance()) {
                tokens.add(new NextToken(first.time() + betweenTokens, entry));
            }
        }
    }

    @Override
    public int running() {
        return tokens.size();
    }

    @Override
    public int waiting() {
        return 0;
    }

    private static long onGrid(long time) {
        return time + Math.floorMod(-time, GRID_NANOS);
    }

    private record NextToken(long time, TokenSchedulerEntry entry) {}
}
