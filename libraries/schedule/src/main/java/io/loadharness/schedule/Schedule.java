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
 * A sequence of one or more stages that defines the times at which samples are issued. Immutable. Created from {@link Arrivals} or
 * {@link Concurrency}, or by the methods of this class.
 *
 * <pre>{@code
 * Schedule schedule = Arrivals.constant(10).during(Duration.ofMinutes(1)).then(Arrivals.constant(20).samples(1000));
 * }</pre>
 *
 * <p>A stage of {@link Arrivals} starts when the scheduled time of the previous stage is over, even if samples are still in flight. A stage
 * of {@link Concurrency} starts when all samples of the previous stage have ended.
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

    /** Returns a schedule that issues the given number of samples at its start, as fast as possible. */
    public static Schedule burst(long samples) {
        return Arrivals.burst(ScheduleBounds.samples(samples)).samples(samples);
    }

    /** Returns a schedule that replays a trace. A trace with sample indices requires a library with all samples in memory. */
    public static Schedule replay(Trace trace) {
        List<Stage> stages = Arrivals.replay(trace).samples(trace.size()).stages;
        return new Schedule(stages, trace.highestSample(), Optional.empty());
    }

    /**
     * Returns a schedule of sessions. With {@link Arrivals}, a session starts at each arrival. With {@link Concurrency}, a fixed number of
     * sessions is active at a time. The schedule requires a library with all samples in memory.
     *
     * @param starts the load pattern that starts the sessions; the think time of a {@link Concurrency} is ignored
     */
    public static Schedule sessions(Sessions sessions, LoadPattern starts) {
        List<Stage> stages = starts.samples(sessions.count()).stages;
        return new Schedule(stages, OptionalInt.of(sessions.highestSample()), Optional.of(sessions));
    }

    /**
     * Returns this schedule followed by another schedule.
     *
     * @throws IllegalArgumentException if one schedule has arrivals and the other has concurrency, or if a schedule has sessions
     */
    public Schedule then(Schedule next) {
        return thenAfter(Duration.ZERO, next);
    }

    /**
     * Returns this schedule followed by a pause and another schedule.
     *
     * @throws IllegalArgumentException if one schedule has arrivals and the other has concurrency, or if a schedule has sessions
     */
    public Schedule thenAfter(Duration pause, Schedule next) {
        Objects.requireNonNull(next, "next");
        if (sessions.isPresent() || next.sessions.isPresent()) {
            throw new IllegalArgumentException("a schedule with sessions cannot be combined with another schedule ("
                    + this + ", then " + next + "): use a separate run for each");
        }
        if (isOpen() != next.isOpen()) {
            throw new IllegalArgumentException("arrivals and concurrency cannot be mixed in a schedule (" + this
                    + ", then " + next + "): use a separate run for each");
        }
        List<Stage> all = new ArrayList<>(stages);
        all.add(next.stages.get(0).after(ScheduleBounds.nanosOrZero("the pause", pause)));
        all.addAll(next.stages.subList(1, next.stages.size()));
        OptionalInt highest =
                highestSample.orElse(-1) >= next.highestSample.orElse(-1) ? highestSample : next.highestSample;
        return new Schedule(all, highest, Optional.empty());
    }

    /**
     * Returns the scenario of runs with this schedule: {@link Scenario#SERVER} for arrivals, {@link Scenario#OFFLINE} for a single burst,
     * and {@link Scenario#SINGLE_STREAM} for concurrency. The settings of such a run must have the same scenario.
     */
    public Scenario scenario() {
        if (!isOpen()) {
            return Scenario.SINGLE_STREAM;
        }
        return stages.size() == 1 && stages.get(0).isBurst() ? Scenario.OFFLINE : Scenario.SERVER;
    }

    /** Returns the approximate time to issue all samples; empty if the time depends on the speed of the system under test. */
    public Optional<Duration> length() {
        if (sessions.isPresent()) {
            return Optional.empty();
        }
        double nanos = stages.stream().mapToDouble(Stage::expectedNanos).sum();
        return Double.isFinite(nanos) ? Optional.of(Duration.ofNanos((long) nanos)) : Optional.empty();
    }

    /** Returns the maximum number of samples; empty if a stage has only a time limit. */
    public OptionalLong samples() {
        if (sessions.isPresent()) {
            return OptionalLong.of(sessions.get().turns());
        }
        return stages.stream().anyMatch(each -> each.samples() == Stage.UNBOUNDED)
                ? OptionalLong.empty()
                : OptionalLong.of(stages.stream().mapToLong(Stage::samples).sum());
    }

    /**
     * Returns true if the sequence numbers of all slices together start at 0 and have no gaps. Returns false for a closed loop with a time
     * limit. In this case, the number of samples depends on the system under test, and each slice numbers only its own samples.
     */
    public boolean numbersAllSamples() {
        return isTimed() || stages.stream().allMatch(each -> each.nanos() == Stage.UNBOUNDED);
    }

    /** Returns the approximate number of samples; empty if it depends on the system under test. */
    public OptionalLong expectedSamples() {
        if (sessions.isPresent()) {
            return samples();
        }
        long sum = 0;
        for (Stage each : stages) {
            OptionalLong expected = each.expectedSamples();
            if (expected.isEmpty()) {
                return expected;
            }
            sum += expected.getAsLong();
        }
        return OptionalLong.of(sum);
    }

    /** Returns true if the number of samples depends on random arrival times. */
    boolean hasRandomCount() {
        return sessions.isEmpty() && stages.stream().anyMatch(Stage::hasRandomCount);
    }

    boolean isOpen() {
        return stages.get(0).traffic() instanceof Arrivals;
    }

    /** Returns true if samples have scheduled times, false if they start as soon as a slot is free. */
    boolean isTimed() {
        return isOpen() || sessions.isPresent();
    }

    Optional<Sessions> sessions() {
        return sessions;
    }

    List<Stage> stages() {
        return stages;
    }

    /** Returns the highest sample index in the schedule; empty if the schedule has no indices. */
    OptionalInt highestSample() {
        return highestSample;
    }

    /** Returns a short description. */
    @Override
    public String toString() {
        String text = stages.stream().map(Stage::toString).collect(Collectors.joining(", then "));
        return sessions.map(each -> each.turns() + " turns of sessions, started as: ")
                        .orElse("")
                + (sessions.isPresent() ? text.replace(" samples", " sessions") : text);
    }
}
