// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import java.util.Optional;
import java.util.OptionalDouble;

/** A number that runs are compared by. A value. */
public sealed interface ComparedFigure permits ComparedRate, ComparedStatistic {

    /** As options and files spell it, like {@code ttft.p99}. */
    String id();

    /** For people. */
    String title();

    /** What it is counted in. */
    String unit();

    /** Which way it is good. */
    Better better();

    /** What a run says; empty if it does not. */
    OptionalDouble of(ComparedRun run);

    /** How sure a difference is; empty if the runs do not say enough. */
    Optional<Interval> interval(ComparedRun base, ComparedRun other);
}
