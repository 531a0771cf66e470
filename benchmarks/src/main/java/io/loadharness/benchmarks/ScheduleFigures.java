package io.loadharness.benchmarks;

import java.util.OptionalDouble;

/** What {@code bench schedule} measures. */
final class ScheduleFigures {

    static final Figure POISSON_CV_ERROR =
            number("poisson_cv_error", "Poisson, how far the CV of gaps is from 1", 0.03);
    static final Figure POISSON_LATE_US_P99 =
            Figure.cost("poisson_late_us_p99", "Poisson, issued late by (p99)", "µs", 200);
    static final Figure CONSTANT_CV = number("constant_cv", "Constant, CV of gaps", 0.05);
    static final Figure CONSTANT_LATE_US_P99 =
            new Figure("constant_late_us_p99", "Constant, issued late by (p99)", "µs", OptionalDouble.empty(), false);
    static final Figure CPU_US_PER_REQUEST =
            Figure.cost("cpu_us_per_request", "CPU time of a request, without that of waiting", "µs", 2);

    private ScheduleFigures() {}

    private static Figure number(String id, String title, double goal) {
        return new Figure(id, title, Figure.RATIO, OptionalDouble.of(goal), false);
    }
}
