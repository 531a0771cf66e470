package io.loadharness.schedule;

import io.loadharness.Performance;
import io.loadharness.TestFailedException;
import io.loadharness.TestLog;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is made of a run that is over: its verdict, its figures and its files. For one thread. */
final class Conclusion {

    private final PreparedRun prepared;
    private final SampleTable table;
    private final FailureCounts failures;
    private final Progress progress;
    private final Objections objections;
    private final EarlyEnd.@Nullable Reason early;

    /** @param early why the run ended early, or null */
    Conclusion(
            PreparedRun prepared,
            SampleTable table,
            FailureCounts failures,
            Progress progress,
            Objections objections,
            EarlyEnd.@Nullable Reason early) {
        this.prepared = prepared;
        this.table = table;
        this.failures = failures;
        this.progress = progress;
        this.objections = objections;
        this.early = early;
    }

    /**
     * The result, when the files are written.
     *
     * @throws TestFailedException if the run broke, or a file could not be written
     */
    TestResult result() {
        if (early == null) {
            return whole();
        }
        if (early.failed()) {
            throw failed(early);
        }
        return written(Verdict.ABORTED, List.of(early.text()), false, Optional.empty());
    }

    private TestResult whole() {
        Measured measured =
                new Measured(table, prepared.schedule(), prepared.settings().tokensTimed());
        Optional<Performance> performance = measured.performance();
        boolean clientLimited =
                performance.isPresent() && !objections.toClient().isEmpty();
        List<String> reasons = new ArrayList<>();
        addFailures(reasons);
        reasons.addAll(measured.poorAnswers());
        reasons.addAll(objections.doubts());
        if (clientLimited) {
            reasons.addAll(objections.toClient());
        }
        return written(reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID, reasons, clientLimited, performance);
    }

    private void addFailures(List<String> reasons) {
        if (progress.failed() > 0) {
            String kinds = new TreeMap<>(failures.byKind())
                    .entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue().count() + ", of which the first says: "
                                    + plain(each.getValue().firstMessage()))
                            .collect(Collectors.joining("; "));
            reasons.add(progress.failed() + " of " + progress.issued() + " samples failed: " + kinds);
        }
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private TestResult written(
            Verdict verdict, List<String> reasons, boolean clientLimited, Optional<Performance> performance) {
        String summary = summary(verdict, reasons, performance);
        try {
            prepared.files().write(summary, table);
        } catch (IOException e) {
            throw broken("the results of the run cannot be written: " + RunFiles.trouble(e), e);
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
        effective.put("samples", "" + prepared.samples().count());
        effective.putAll(prepared.settings().values());
        return effective;
    }

    private String summary(Verdict verdict, List<String> reasons, Optional<Performance> performance) {
        return new Summary(prepared, progress).text(verdict, reasons, performance);
    }

    private TestFailedException failed(EarlyEnd.Reason why) {
        try {
            prepared.files().write(summary(Verdict.FAILED, List.of(why.text()), Optional.empty()), table);
        } catch (IOException e) {
            // what broke the run is what its user has to know
        }
        return broken(why.text(), why.cause());
    }

    private TestFailedException broken(String text, @Nullable Throwable cause) {
        Path directory = prepared.files().directory();
        return new TestFailedException(text + " (files in " + directory + ")", directory, cause);
    }
}
