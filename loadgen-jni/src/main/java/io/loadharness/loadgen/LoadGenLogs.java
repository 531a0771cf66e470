// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TestLog;
import io.loadharness.TestMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of the logs of a completed run.
 *
 * @param tokensTimed true if the run had {@code use_token_latencies}
 * @param performance the measured performance; empty if the mode does not measure performance
 * @param bounds the limits for the performance; empty if the mode does not measure performance
 */
record LoadGenLogs(
        TestLog log,
        Scenario scenario,
        TestMode mode,
        boolean tokensTimed,
        Optional<Performance> performance,
        Optional<PerformanceBounds> bounds) {

    /**
     * Reads the logs of a completed run.
     *
     * @throws UnreadableLogException if a log is missing, truncated or damaged, or was written by another run
     */
    static LoadGenLogs read(LogFiles files, LogOrigin origin) throws UnreadableLogException {
        SummaryLog summary = SummaryLog.read(files.summary());
        DetailLog detail = DetailLog.read(files.detail(), origin);
        LogEnd.requireOfAccuracy(files.accuracy());

        Scenario scenario = detail.oneOf("effective_scenario", Scenario.values(), Scenario::loadGenName);
        TestMode mode = detail.oneOf("effective_test_mode", TestMode.values(), TestMode::loadGenName);
        boolean tokensTimed = detail.has("requested_use_token_latencies");
        requireAllCounted(detail, summary);
        boolean measured = requireEnd(detail, scenario, mode);
        return new LoadGenLogs(
                testLog(files, detail, summary.text()),
                scenario,
                mode,
                tokensTimed,
                measured ? Optional.of(new PerformanceReader(detail, scenario, tokensTimed).read()) : Optional.empty(),
                measured ? Optional.of(PerformanceBounds.of(detail, scenario, tokensTimed)) : Optional.empty());
    }

    /** Reads the available part of the logs of an aborted run. */
    static TestLog readAsFarAsPossible(LogFiles files) {
        return testLog(
                files, DetailLog.readAsFarAsPossible(files.detail()), SummaryLog.readAsFarAsPossible(files.summary()));
    }

    /** Returns a log without content, for a run with unreadable files. */
    static TestLog unread(LogFiles files) {
        return new TestLog(files, Optional.empty(), Map.of(), Map.of(), List.of(), List.of(), "", Optional.empty());
    }

    private static TestLog testLog(LogFiles files, DetailLog detail, String summaryText) {
        return new TestLog(
                files,
                detail.find("loadgen_version"),
                detail.withPrefix("requested_"),
                detail.withPrefix("effective_"),
                detail.warnings().texts(),
                detail.errors().texts(),
                summaryText,
                PowerTimes.window(detail));
    }

    private static void requireAllCounted(DetailLog detail, SummaryLog summary) throws UnreadableLogException {
        if (detail.errors().total() < summary.errors()) {
            throw detail.incomplete("it has " + detail.errors().total() + " of " + summary.errors() + " errors");
        }
        if (detail.warnings().total() < summary.warnings()) {
            throw detail.incomplete("it has " + detail.warnings().total() + " of " + summary.warnings() + " warnings");
        }
    }

    /**
     * Checks that the log is complete, and returns true if the mode measures performance. Throws an exception if the log does not contain
     * the entries that LoadGen writes at the end of a run in this mode.
     */
    private static boolean requireEnd(DetailLog detail, Scenario scenario, TestMode mode)
            throws UnreadableLogException {
        if (mode == TestMode.FIND_PEAK_PERFORMANCE && scenario != Scenario.SERVER) {
            return false; // LoadGen writes an error and does not measure
        }
        if (mode == TestMode.ACCURACY_ONLY) {
            if (detail.lastLine("power_end") <= detail.lastLine("loaded_qsl_set")) {
                throw detail.incomplete("the last set of samples has no power_end");
            }
            return false;
        }
        detail.text("num_errors");
        return true;
    }
}
