// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import java.util.Optional;
import java.util.OptionalDouble;

/** A metric by which runs are compared, such as {@code ttft.p99}. Immutable. */
public sealed interface ComparedFigure permits ComparedRate, ComparedStatistic {

    /** Returns the name in options and files, such as {@code ttft.p99}. */
    String id();

    /** Returns the title in reports. */
    String title();

    /** Returns the unit. */
    String unit();

    /** Returns the direction in which the metric improves. */
    BetterDirection better();

    /** Returns the value in a run; empty if the run does not have this metric. */
    OptionalDouble of(ComparedRun run);

    /** Returns the confidence interval of the difference {@code other} minus {@code base}; empty if the runs do not have enough data. */
    Optional<Interval> interval(ComparedRun base, ComparedRun other);
}
