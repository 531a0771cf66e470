// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Iterator;

/** The arrivals of all stages of a schedule, in order. The arrivals depend only on the schedule and the seed. Not thread-safe. */
final class ArrivalSequence {

    private final RandomNumbers random;
    private final Iterator<Stage> stages;
    private Stage stage;
    private ArrivalTimes times;
    private long start;
    private long end;
    private long count;
    private long offset;

    /** Creates the arrivals of a schedule. All stages of the schedule must be {@link Arrivals}. */
    ArrivalSequence(Schedule schedule, long seed) {
        random = new RandomNumbers(seed, RandomNumbers.Purpose.ARRIVALS);
        stages = schedule.stages().iterator();
        startStage();
    }

    /** Moves to the next arrival; returns false if there is none. */
    boolean next() {
        while (!nextOfStage()) {
            if (!stages.hasNext()) {
                return false;
            }
            startStage();
        }
        return true;
    }

    private void startStage() {
        stage = stages.next();
        start = end + stage.pauseNanos();
        end = start;
        times = ((Arrivals) stage.traffic()).times(random);
        count = 0;
    }

    private boolean nextOfStage() {
        double nanos = times.next();
        if (count < stage.samples() && nanos < stage.nanos()) {
            count++;
            offset = start + (long) nanos;
            end = offset;
            return true;
        }
        if (nanos < stage.nanos()) {
            end = start + (long) nanos;
        } else if (stage.nanos() != Stage.UNBOUNDED) {
            end = start + stage.nanos();
        }
        return false;
    }

    /** Returns the scheduled time of the arrival, in nanoseconds from the start of the schedule. */
    long offset() {
        return offset;
    }

    /** Returns the sample index of the arrival, or {@link ArrivalTimes#ANY_SAMPLE}. */
    int sample() {
        return times.sample();
    }
}
