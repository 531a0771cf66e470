// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.OptionalDouble;

/** The figures that {@code bench schedule} measures. */
final class ScheduleFigures {

    static final BenchFigure POISSON_CV_ERROR = number("poisson_cv_error", "Poisson, error of the CV of gaps", 0.03);
    static final BenchFigure POISSON_LATE_US_P99 =
            BenchFigure.cost("poisson_late_us_p99", "Poisson, issue delay (p99)", "µs", 200);
    static final BenchFigure CONSTANT_CV = number("constant_cv", "Constant, CV of gaps", 0.05);
    static final BenchFigure CONSTANT_LATE_US_P99 =
            new BenchFigure("constant_late_us_p99", "Constant, issue delay (p99)", "µs", OptionalDouble.empty(), false);
    static final BenchFigure CPU_US_PER_REQUEST =
            BenchFigure.cost("cpu_us_per_request", "CPU time of a request, without waits", "µs", 2);

    static final BenchFigure RECEIVED_SHORT_GAPS =
            number("received_short_gaps", "Received gaps < 0.1 ms / those of a C client", 1.25);
    static final BenchFigure RECEIVED_KS =
            number("received_ks", "KS distance of received gaps, minus that of a C client", 0.02);

    private ScheduleFigures() {}

    private static BenchFigure number(String id, String title, double goal) {
        return new BenchFigure(id, title, BenchFigure.RATIO, OptionalDouble.of(goal), false);
    }
}
