// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.OptionalDouble;

/**
 * What a bench measures.
 *
 * @param id part of the contract with scripts
 * @param goal empty if the figure is only reported
 */
record BenchFigure(String id, String title, String unit, OptionalDouble goal, boolean moreIsBetter) {

    static final String RATIO = "ratio";

    /** A ratio that shall be no smaller. */
    static BenchFigure ratio(String id, String title, double goal) {
        return new BenchFigure(id, title, RATIO, OptionalDouble.of(goal), true);
    }

    /** A cost that shall be no larger. */
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
