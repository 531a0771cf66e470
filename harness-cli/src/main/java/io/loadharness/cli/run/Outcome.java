package io.loadharness.cli.run;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of one run, also of one that broke.
 *
 * @param reason the most severe reason; empty if the run is valid
 * @param result empty if the run broke
 * @param progress where it stood at its end
 * @param logs where its logs are
 */
public record Outcome(
        Scenario scenario,
        Verdict verdict,
        Optional<Reason> reason,
        Optional<TestResult> result,
        Progress progress,
        Path logs) {

    public Outcome {
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(logs, "logs");
    }

    static Outcome of(TestResult result, Path logs) {
        return new Outcome(
                result.scenario(),
                result.verdict(),
                result.reasons().stream().findFirst(),
                Optional.of(result),
                result.progress(),
                logs);
    }

    static Outcome aborted(TestResult result, Reason reason, Path logs) {
        return new Outcome(
                result.scenario(), Verdict.ABORTED, Optional.of(reason), Optional.of(result), result.progress(), logs);
    }

    static Outcome failed(Scenario scenario, Reason reason, Progress progress, Path logs) {
        return new Outcome(scenario, Verdict.FAILED, Optional.of(reason), Optional.empty(), progress, logs);
    }

    /** The same run, of which it turned out that it is not valid. */
    public Outcome invalid(Reason why) {
        return new Outcome(scenario, Verdict.INVALID, Optional.of(why), result, progress, logs);
    }

    /** The same run, of which it turned out that it broke. */
    public Outcome broken(Reason why) {
        return new Outcome(scenario, Verdict.FAILED, Optional.of(why), result, progress, logs);
    }
}
