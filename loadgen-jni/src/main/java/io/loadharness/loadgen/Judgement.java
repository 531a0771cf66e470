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
 * The verdict on a run. What LoadGen calls valid is so only if, beyond that, every sample was answered, the client kept up and LoadGen met
 * no error.
 *
 * @param reasons why it is not valid, the most severe first
 * @param clientLimited whether the figures are those of the client
 */
record Judgement(Verdict verdict, List<Reason> reasons, boolean clientLimited) {

    /** The verdict on a run that went to its end. */
    static Judgement of(LoadGenLogs logs, AnswerCounts answers, ClientVerdict client) {
        List<Reason> reasons = new ArrayList<>();
        addFailures(reasons, answers);
        addPoorAnswers(reasons, logs, answers);
        reasons.addAll(client.others());
        boolean clientLimited =
                logs.performance().isPresent() && !client.clientLimited().isEmpty();
        if (clientLimited) {
            reasons.addAll(client.clientLimited());
        }
        logs.log()
                .errors()
                .forEach(error -> reasons.add(new Reason(Reason.Code.LOADGEN_ERROR, "LoadGen reported " + error)));
        logs.performance()
                .map(performance ->
                        new UnmetConstraints(performance, logs.bounds().orElseThrow()))
                .ifPresent(unmet -> reasons.addAll(unmet.reasons()));
        return new Judgement(reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID, List.copyOf(reasons), clientLimited);
    }

    /** The verdict on a run that was stopped. */
    static Judgement aborted(Reason reason) {
        return new Judgement(Verdict.ABORTED, List.of(reason), false);
    }

    private static void addFailures(List<Reason> reasons, AnswerCounts answers) {
        if (answers.failed() == 0) {
            return;
        }
        String kinds = new TreeMap<>(answers.failures())
                .entrySet().stream()
                        .map(failure ->
                                failure.getKey() + " " + failure.getValue().count() + " (first: "
                                        + failure.getValue().firstMessage().replaceAll("\\p{Cntrl}", " ") + ")")
                        .collect(Collectors.joining(", "));
        String text = answers.failed() + " of " + answers.issued() + " samples failed: " + kinds;
        reasons.add(new Reason(Reason.Code.SAMPLES_FAILED, text)
                .with("failed", answers.failed())
                .with("issued", answers.issued()));
    }

    private static void addPoorAnswers(List<Reason> reasons, LoadGenLogs logs, AnswerCounts answers) {
        boolean answersCount = logs.mode() == TestMode.ACCURACY_ONLY || logs.mode() == TestMode.SUBMISSION_RUN;
        if (answersCount && answers.empty() > 0) {
            add(reasons, Code.EMPTY_ANSWERS, answers.empty(), answers, "got an empty answer in an accuracy run");
        }
        if (logs.tokensTimed() && logs.scenario() != Scenario.OFFLINE && answers.withoutFirstToken() > 0) {
            add(
                    reasons,
                    Code.NO_FIRST_TOKEN,
                    answers.withoutFirstToken(),
                    answers,
                    "were completed without a first token in a run that times tokens");
        }
        if (logs.tokensTimed() && answers.withoutTokens() > 0) {
            add(
                    reasons,
                    Code.TOO_FEW_TOKENS,
                    answers.withoutTokens(),
                    answers,
                    "were completed with fewer than 2 tokens in a run that times tokens");
        }
    }

    private static void add(List<Reason> reasons, Code code, long samples, AnswerCounts answers, String what) {
        reasons.add(new Reason(code, samples + " of " + answers.issued() + " samples " + what)
                .with("samples", samples)
                .with("issued", answers.issued()));
    }
}
