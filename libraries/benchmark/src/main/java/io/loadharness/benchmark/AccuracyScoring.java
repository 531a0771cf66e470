// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.accuracy.Accuracy;
import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Computes the accuracy after an accuracy run, and writes it to the folder of the run. The report of the run reads it from there, and has the
 * reasons why it does not pass.
 */
final class AccuracyScoring implements RunSidecar {

    private final Accuracy accuracy;
    private Optional<RunFolder> folder = Optional.empty();

    AccuracyScoring(Accuracy accuracy) {
        this.accuracy = accuracy;
    }

    @Override
    public RequestObserver start(RunFolder ofRun, RunClock clock) {
        folder = Optional.of(ofRun);
        return RequestObserver.NONE;
    }

    @Override
    public Notes end(Optional<RunResult> run) {
        return run.filter(AccuracyScoring::isComplete).isPresent()
                ? score(folder.orElseThrow().path())
                : Notes.NONE;
    }

    private static boolean isComplete(RunResult run) {
        return (run.verdict() == Verdict.VALID || run.verdict() == Verdict.INVALID)
                && run.testResult()
                        .filter(each -> each.mode() == TestMode.ACCURACY_ONLY || each.mode() == TestMode.SUBMISSION_RUN)
                        .isPresent();
    }

    private Notes score(Path path) {
        try {
            accuracy.score(path).write(path);
            return Notes.NONE;
        } catch (IOException | RuntimeException e) { // the run is complete and must not be lost, even if a metric fails
            String cause = e instanceof IOException ? e.getMessage() : e.toString();
            return new Notes(
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    List.of(new Reason(Reason.Code.ACCURACY_UNKNOWN, "the accuracy cannot be computed: " + cause)));
        }
    }
}
