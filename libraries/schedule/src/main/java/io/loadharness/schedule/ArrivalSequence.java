// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Iterator;

/** The arrivals of all stages of a schedule, one after the other; {@link Arrivals} draws those of a stage. They follow from the seed alone. For one thread. */
final class ArrivalSequence {

    private final Draws draws;
    private final Iterator<Stage> stages;
    private Stage stage;
    private Offsets offsets;
    private long begin;
    private long end;
    private long count;
    private long offset;

    /** The arrivals of a schedule of nothing but arrivals. */
    ArrivalSequence(Schedule schedule, long seed) {
        draws = new Draws(seed, Draws.Purpose.ARRIVALS);
        stages = schedule.stages().iterator();
        beginStage();
    }

    /** Goes to the next arrival; false if there is none. */
    boolean next() {
        while (!nextOfStage()) {
            if (!stages.hasNext()) {
                return false;
            }
            beginStage();
        }
        return true;
    }

    private void beginStage() {
        stage = stages.next();
        begin = end + stage.pauseNanos();
        end = begin;
        offsets = ((Arrivals) stage.traffic()).begin(draws);
        count = 0;
    }

    private boolean nextOfStage() {
        double nanos = offsets.next();
        if (count < stage.samples() && nanos < stage.nanos()) {
            count++;
            offset = begin + (long) nanos;
            end = offset;
            return true;
        }
        if (nanos < stage.nanos()) {
            end = begin + (long) nanos;
        } else if (stage.nanos() != Stage.UNBOUNDED) {
            end = begin + stage.nanos();
        }
        return false;
    }

    /** When the arrival is due, in nanoseconds from the begin. */
    long offset() {
        return offset;
    }

    /** Which sample it is, or {@link Offsets#ANY_SAMPLE}. */
    int sample() {
        return offsets.sample();
    }
}
