package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of one run, also of one that broke.
 *
 * @param reason the gravest reason; empty if the run is valid
 * @param result empty if the run broke
 * @param logs where its logs are
 */
public record Outcome(
        Scenario scenario, Verdict verdict, Optional<String> reason, Optional<TestResult> result, Path logs) {

    public Outcome {
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(logs, "logs");
    }

    static Outcome of(TestResult result, Path logs) {
        return new Outcome(
                result.scenario(), result.verdict(), result.reasons().stream().findFirst(), Optional.of(result), logs);
    }

    static Outcome aborted(TestResult result, String reason, Path logs) {
        return new Outcome(result.scenario(), Verdict.ABORTED, Optional.of(reason), Optional.of(result), logs);
    }

    static Outcome failed(Scenario scenario, String reason, Path logs) {
        return new Outcome(scenario, Verdict.FAILED, Optional.of(reason), Optional.empty(), logs);
    }
}
