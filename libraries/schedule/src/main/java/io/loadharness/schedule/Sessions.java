// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.List;

/**
 * Conversations: in each, a turn follows the end of the one before, after a time to think. If a turn fails, those after it are not issued.
 * Immutable.
 */
public final class Sessions {

    private final List<List<Turn>> sessions;

    private Sessions(List<List<Turn>> sessions) {
        this.sessions = sessions.stream().map(List::copyOf).toList();
        for (int i = 0; i < this.sessions.size(); i++) {
            if (this.sessions.get(i).isEmpty()) {
                throw new IllegalArgumentException("session " + i + " has no turn: leave it out");
            }
        }
        ScheduleBounds.samples(turns());
    }

    /**
     * One turn of a session.
     *
     * @param sample which sample of the library it is
     * @param think how long after the end of the turn before, or after the begin of the session, it is due
     */
    public record Turn(int sample, Duration think) {

        public Turn {
            if (sample < 0) {
                throw new IllegalArgumentException("a turn is sample " + sample + ", which cannot be");
            }
            ScheduleBounds.nanosOrNone("the think time", think);
        }
    }

    /** Sessions that begin in this order. */
    public static Sessions of(List<List<Turn>> sessions) {
        return new Sessions(sessions);
    }

    int count() {
        return sessions.size();
    }

    List<Turn> turns(int session) {
        return sessions.get(session);
    }

    /** How many turns they have, all together. */
    long turns() {
        return sessions.stream().mapToLong(List::size).sum();
    }

    int highestSample() {
        return sessions.stream()
                .flatMap(List::stream)
                .mapToInt(Turn::sample)
                .max()
                .orElseThrow();
    }
}
