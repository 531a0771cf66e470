// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.List;

/**
 * Conversations with several turns. Each turn starts when the previous turn has ended and a think time has passed. If a turn fails, the
 * rest of its session is not issued. Immutable.
 *
 * <pre>{@code
 * Sessions sessions = Sessions.of(List.of(
 *         List.of(new Sessions.Turn(0, Duration.ZERO), new Sessions.Turn(1, Duration.ofSeconds(8))),
 *         List.of(new Sessions.Turn(2, Duration.ZERO))));
 * Schedule schedule = Schedule.sessions(sessions, Arrivals.poisson(0.5));
 * }</pre>
 */
public final class Sessions {

    private final List<List<Turn>> sessions;

    private Sessions(List<List<Turn>> sessions) {
        this.sessions = sessions.stream().map(List::copyOf).toList();
        for (int i = 0; i < this.sessions.size(); i++) {
            if (this.sessions.get(i).isEmpty()) {
                throw new IllegalArgumentException("session " + i + " has no turns: remove the session");
            }
        }
        ScheduleBounds.samples(turns());
    }

    /**
     * One turn of a session.
     *
     * @param sample the index of the sample in the library
     * @param think the time from the end of the previous turn, or from the start of the session, to the scheduled start of this turn
     */
    public record Turn(int sample, Duration think) {

        public Turn {
            if (sample < 0) {
                throw new IllegalArgumentException("the sample index of a turn must not be negative: got " + sample);
            }
            ScheduleBounds.nanosOrZero("the think time", think);
        }
    }

    /** Returns sessions that start in the given order. */
    public static Sessions of(List<List<Turn>> sessions) {
        return new Sessions(sessions);
    }

    int count() {
        return sessions.size();
    }

    List<Turn> turns(int session) {
        return sessions.get(session);
    }

    /** Returns the number of turns of all sessions. */
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
