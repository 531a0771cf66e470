// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.ClientVerdict;
import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.TestFailedException;
import io.loadharness.TestLog;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import io.loadharness.generator.EarlyEnd;
import io.loadharness.generator.FailureCounts;
import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds the result of a finished run: verdict, performance and files. Not thread-safe. */
final class ResultBuilder {

    private final PreparedSchedule prepared;
    private final SampleTable table;
    private final FailureCounts failures;
    private final Progress progress;
    private final ClientVerdict client;

    ResultBuilder(
            PreparedSchedule prepared,
            SampleTable table,
            FailureCounts failures,
            Progress progress,
            ClientVerdict client) {
        this.prepared = prepared;
        this.table = table;
        this.failures = failures;
        this.progress = progress;
        this.client = client;
    }

    /**
     * Writes the files and returns the result.
     *
     * @throws TestFailedException if the run failed, or a file could not be written
     */
    TestResult result(Optional<EarlyEnd> earlyEnd) {
        if (earlyEnd.isEmpty()) {
            return completeResult();
        }
        EarlyEnd early = earlyEnd.get();
        if (early.failed()) {
            throw failed(early);
        }
        return writeResult(Verdict.ABORTED, List.of(early.reason()), false, Optional.empty());
    }

    private TestResult completeResult() {
        PerformanceCalculator calculator = new PerformanceCalculator(
                table, prepared.schedule(), prepared.settings().tokensTimed());
        Optional<Performance> performance = calculator.performance();
        boolean clientLimited =
                performance.isPresent() && !client.clientLimited().isEmpty();
        List<Reason> reasons = new ArrayList<>();
        addFailures(reasons);
        reasons.addAll(calculator.missingTokenData());
        reasons.addAll(client.others());
        prepared.load().start().flatMap(CommonStart::startDelay).ifPresent(reasons::add);
        if (clientLimited) {
            reasons.addAll(client.clientLimited());
        }
        return writeResult(reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID, reasons, clientLimited, performance);
    }

    private void addFailures(List<Reason> reasons) {
        if (progress.failed() > 0) {
            String kinds = new TreeMap<>(failures.byKind())
                    .entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue().count() + " (first: "
                                    + plain(each.getValue().firstMessage()) + ")")
                            .collect(Collectors.joining("; "));
            String text = progress.failed() + " of " + progress.issued() + " samples failed: " + kinds;
            reasons.add(new Reason(Reason.Code.SAMPLES_FAILED, text)
                    .with("failed", progress.failed())
                    .with("issued", progress.issued()));
        }
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private TestResult writeResult(
            Verdict verdict, List<Reason> reasons, boolean clientLimited, Optional<Performance> performance) {
        String summary = summary(verdict, reasons, performance);
        try {
            prepared.files().write(summary, table);
        } catch (IOException e) {
            String text = "cannot write the results of the run: " + FileErrors.describe(e);
            throw failed(new Reason(Reason.Code.LOGS_UNUSABLE, text), e);
        }
        TestLog log = new TestLog(
                prepared.files().paths(),
                Optional.empty(),
                prepared.settings().values(),
                effective(),
                List.of(),
                List.of(),
                summary,
                Optional.empty());
        return new TestResult(
                verdict,
                reasons,
                clientLimited,
                prepared.schedule().scenario(),
                TestMode.PERFORMANCE_ONLY,
                progress,
                failures.byKind(),
                performance,
                log);
    }

    private Map<String, String> effective() {
        Map<String, String> effective = new LinkedHashMap<>();
        effective.put("schedule", prepared.schedule().toString());
        prepared.load().slice().ifPresent(slice -> effective.put("slice", slice.toString()));
        prepared.load().start().ifPresent(start -> effective.put(ScheduledLoad.START_DELAY, start.delay()));
        effective.put("samples", "" + prepared.samples().count());
        effective.putAll(prepared.settings().values());
        return effective;
    }

    private String summary(Verdict verdict, List<Reason> reasons, Optional<Performance> performance) {
        return new ScheduleSummary(prepared, progress).text(verdict, reasons, performance);
    }

    private TestFailedException failed(EarlyEnd early) {
        try {
            prepared.files().write(summary(Verdict.FAILED, List.of(early.reason()), Optional.empty()), table);
        } catch (IOException e) {
            // the failure of the run is reported, not this exception
        }
        return failed(early.reason(), early.cause());
    }

    private TestFailedException failed(Reason reason, @Nullable Throwable cause) {
        return new TestFailedException(reason, prepared.files().directory(), cause);
    }
}
