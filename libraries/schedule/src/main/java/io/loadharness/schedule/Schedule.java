// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * When samples are issued: one stage or several, one after the other. Immutable. Made by {@link Arrivals}, {@link Concurrency}, and here.
 *
 * <p>Stages of arrivals share one clock: the next begins when the time of the one before is over, though its samples may still be
 * outstanding. Stages of concurrency wait for them.
 */
public final class Schedule {

    private final List<Stage> stages;
    private final OptionalInt highestSample;
    private final Optional<Sessions> sessions;

    private Schedule(List<Stage> stages, OptionalInt highestSample, Optional<Sessions> sessions) {
        this.stages = List.copyOf(stages);
        this.highestSample = highestSample;
        this.sessions = sessions;
    }

    static Schedule of(Stage stage) {
        return new Schedule(List.of(stage), OptionalInt.empty(), Optional.empty());
    }

    /** So many samples at once: as fast as they can be issued. */
    public static Schedule burst(long samples) {
        return Arrivals.burst(ScheduleBounds.samples(samples)).samples(samples);
    }

    /** As it was recorded. A trace that says which samples they were needs a library that has all its samples in memory. */
    public static Schedule replay(Trace trace) {
        List<Stage> stages = Arrivals.replay(trace).samples(trace.size()).stages;
        return new Schedule(stages, trace.highestSample(), Optional.empty());
    }

    /**
     * Sessions, of which one begins at each arrival, or so many go on at a time. Needs a library that has all its samples in memory.
     *
     * @param starts its think time does not matter
     */
    public static Schedule sessions(Sessions sessions, Traffic starts) {
        List<Stage> stages = starts.samples(sessions.count()).stages;
        return new Schedule(stages, OptionalInt.of(sessions.highestSample()), Optional.of(sessions));
    }

    /**
     * This, and then another.
     *
     * @throws IllegalArgumentException if one is of arrivals and the other of concurrency
     */
    public Schedule then(Schedule next) {
        return thenAfter(Duration.ZERO, next);
    }

    /**
     * This, and after a pause another.
     *
     * @throws IllegalArgumentException if one is of arrivals and the other of concurrency, or of sessions
     */
    public Schedule thenAfter(Duration pause, Schedule next) {
        Objects.requireNonNull(next, "next");
        if (sessions.isPresent() || next.sessions.isPresent()) {
            throw new IllegalArgumentException(
                    "sessions are no stage (" + this + ", then " + next + "): run one after the other");
        }
        if (isOpen() != next.isOpen()) {
            throw new IllegalArgumentException("arrivals and concurrency cannot be in one schedule (" + this + ", then "
                    + next + "): run one after the other");
        }
        List<Stage> all = new ArrayList<>(stages);
        all.add(next.stages.get(0).after(ScheduleBounds.nanosOrNone("the pause", pause)));
        all.addAll(next.stages.subList(1, next.stages.size()));
        OptionalInt highest =
                highestSample.orElse(-1) >= next.highestSample.orElse(-1) ? highestSample : next.highestSample;
        return new Schedule(all, highest, Optional.empty());
    }

    /**
     * What settings, watches and results of its runs call the traffic. {@link Scenario#SERVER} for arrivals, {@link Scenario#OFFLINE} for a burst
     * alone, {@link Scenario#SINGLE_STREAM} for concurrency, which is many such streams.
     */
    public Scenario scenario() {
        if (!isOpen()) {
            return Scenario.SINGLE_STREAM;
        }
        return stages.size() == 1 && stages.get(0).isBurst() ? Scenario.OFFLINE : Scenario.SERVER;
    }

    /** About how long it takes to issue; empty if that depends on the system. */
    public Optional<Duration> length() {
        if (sessions.isPresent()) {
            return Optional.empty();
        }
        double nanos = stages.stream().mapToDouble(Stage::expectedNanos).sum();
        return Double.isFinite(nanos) ? Optional.of(Duration.ofNanos((long) nanos)) : Optional.empty();
    }

    /** How many samples it has at most; empty if only time ends it. */
    public OptionalLong samples() {
        if (sessions.isPresent()) {
            return OptionalLong.of(sessions.get().turns());
        }
        return stages.stream().anyMatch(each -> each.samples() == Stage.UNBOUNDED)
                ? OptionalLong.empty()
                : OptionalLong.of(stages.stream().mapToLong(Stage::samples).sum());
    }

    boolean isOpen() {
        return stages.get(0).traffic() instanceof Arrivals;
    }

    /** Whether samples are due at moments, and not as soon as there is a place. */
    boolean isTimed() {
        return isOpen() || sessions.isPresent();
    }

    Optional<Sessions> sessions() {
        return sessions;
    }

    List<Stage> stages() {
        return stages;
    }

    /** The highest sample that it names; empty if it names none. */
    OptionalInt highestSample() {
        return highestSample;
    }

    /** In words. */
    @Override
    public String toString() {
        String text = stages.stream().map(Stage::toString).collect(Collectors.joining(", then "));
        return sessions.map(each -> each.turns() + " turns of sessions, which begin: ")
                        .orElse("")
                + (sessions.isPresent() ? text.replace(" samples", " sessions") : text);
    }
}
