// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.OptionalDouble;

/**
 * A figure that a benchmark measures.
 *
 * @param id the stable id for scripts
 * @param goal the goal; empty if the figure has no goal
 */
record BenchFigure(String id, String title, String unit, OptionalDouble goal, boolean moreIsBetter) {

    static final String RATIO = "ratio";

    /** Creates a ratio. Its goal is met if the value is at least {@code goal}. */
    static BenchFigure ratio(String id, String title, double goal) {
        return new BenchFigure(id, title, RATIO, OptionalDouble.of(goal), true);
    }

    /** Creates a cost. Its goal is met if the value is at most {@code goal}. */
    static BenchFigure cost(String id, String title, String unit, double goal) {
        return new BenchFigure(id, title, unit, OptionalDouble.of(goal), false);
    }

    boolean isRatio() {
        return unit.equals(RATIO);
    }

    boolean meetsGoal(double value) {
        return goal.isEmpty() || (moreIsBetter ? value >= goal.getAsDouble() : value <= goal.getAsDouble());
    }
}
