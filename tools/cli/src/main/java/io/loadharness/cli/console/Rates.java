// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.TestRun.Progress;
import io.loadharness.report.Quantity;

/** The throughput of a run since its start. */
final class Rates {

    private static final double NANOS_PER_SECOND = 1e9;

    private Rates() {}

    /** Returns the throughput as text. */
    static String of(Progress progress) {
        return Quantity.count(Math.round(perSecond(progress))) + " samples/s";
    }

    /** Returns the number of completed samples per second. */
    static double perSecond(Progress progress) {
        double seconds = progress.elapsed().toNanos() / NANOS_PER_SECOND;
        return seconds > 0 ? progress.completed() / seconds : 0;
    }
}
