// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.ClientVerdict;
import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The verdict on a run. A run is valid if LoadGen declares it valid and reports no error, every sample was completed, and the run is not
 * client-limited.
 *
 * @param reasons the reasons why the run is not valid, the most severe first
 * @param clientLimited true if the load generator, not the server, was the bottleneck
 */
record Judgement(Verdict verdict, List<Reason> reasons, boolean clientLimited) {

    /**
     * The error that LoadGen logs for each failed sample if tokens are timed. This error is not reported, because the verdict already has a
     * reason for the failed samples.
     */
    private static final String NO_TOKENS = "n_tokens argument missing";

    /** Returns the verdict on a run that LoadGen completed. */
    static Judgement of(LoadGenLogs logs, ResponseCounts counts, ClientVerdict client) {
        List<Reason> reasons = new ArrayList<>();
        addFailures(reasons, counts);
        addIncompleteResponses(reasons, logs, counts);
        reasons.addAll(client.others());
        boolean clientLimited =
                logs.performance().isPresent() && !client.clientLimited().isEmpty();
        if (clientLimited) {
            reasons.addAll(client.clientLimited());
        }
        logs.log().errors().stream()
                .filter(error -> counts.failed() == 0 || !error.contains(NO_TOKENS))
                .forEach(error -> reasons.add(new Reason(Reason.Code.LOADGEN_ERROR, "LoadGen reported " + error)));
        logs.performance()
                .map(performance ->
                        new UnmetConstraints(performance, logs.bounds().orElseThrow()))
                .ifPresent(unmet -> reasons.addAll(unmet.reasons()));
        return new Judgement(reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID, List.copyOf(reasons), clientLimited);
    }

    /** Returns the verdict on an aborted run. */
    static Judgement aborted(Reason reason) {
        return new Judgement(Verdict.ABORTED, List.of(reason), false);
    }

    private static void addFailures(List<Reason> reasons, ResponseCounts counts) {
        if (counts.failed() == 0) {
            return;
        }
        String kinds = new TreeMap<>(counts.failures())
                .entrySet().stream()
                        .map(failure ->
                                failure.getKey() + " " + failure.getValue().count() + " (first: "
                                        + failure.getValue().firstMessage().replaceAll("\\p{Cntrl}", " ") + ")")
                        .collect(Collectors.joining(", "));
        String text = counts.failed() + " of " + counts.issued() + " samples failed: " + kinds;
        reasons.add(new Reason(Reason.Code.SAMPLES_FAILED, text)
                .with("failed", counts.failed())
                .with("issued", counts.issued()));
    }

    private static void addIncompleteResponses(List<Reason> reasons, LoadGenLogs logs, ResponseCounts counts) {
        boolean responsesCount = logs.mode() == TestMode.ACCURACY_ONLY || logs.mode() == TestMode.SUBMISSION_RUN;
        if (responsesCount && counts.empty() > 0) {
            add(reasons, Code.EMPTY_RESPONSES, counts.empty(), counts, "had an empty response in an accuracy run");
        }
        if (logs.tokensTimed() && logs.scenario() != Scenario.OFFLINE && counts.withoutFirstToken() > 0) {
            add(
                    reasons,
                    Code.NO_FIRST_TOKEN,
                    counts.withoutFirstToken(),
                    counts,
                    "were completed without a first token in a run that times tokens");
        }
        if (logs.tokensTimed() && counts.withoutTokens() > 0) {
            add(
                    reasons,
                    Code.TOO_FEW_TOKENS,
                    counts.withoutTokens(),
                    counts,
                    "were completed with fewer than 2 tokens in a run that times tokens");
        }
    }

    private static void add(List<Reason> reasons, Code code, long samples, ResponseCounts counts, String what) {
        reasons.add(new Reason(code, samples + " of " + counts.issued() + " samples " + what)
                .with("samples", samples)
                .with("issued", counts.issued()));
    }
}
