// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.OptionalDouble;

/**
 * A figure that a benchmark measures.
 *
 * @param id the stable id for scripts
 * @param goal the goal, or empty if the figure is only reported
 */
record BenchFigure(String id, String title, String unit, OptionalDouble goal, boolean moreIsBetter) {

    static final String RATIO = "ratio";

    /** Creates a ratio with a minimum as goal. */
    static BenchFigure ratio(String id, String title, double goal) {
        return new BenchFigure(id, title, RATIO, OptionalDouble.of(goal), true);
    }

    /** Creates a cost with a maximum as goal. */
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
