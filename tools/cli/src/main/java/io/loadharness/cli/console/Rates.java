// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.TestRun.Progress;
import io.loadharness.report.Quantity;

/** The throughput of a run as text. */
final class Rates {

    private static final double NANOS_PER_SECOND = 1e9;

    private Rates() {}

    static String of(Progress progress) {
        double seconds = progress.elapsed().toNanos() / NANOS_PER_SECOND;
        return Quantity.count(seconds > 0 ? Math.round(progress.completed() / seconds) : 0) + " samples/s";
    }
}
