package io.loadharness.loadgen;

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
 * @param reasons why it is not valid, the gravest first
 * @param clientLimited whether the figures are those of the client
 */
record Judgement(Verdict verdict, List<String> reasons, boolean clientLimited) {

    /** The verdict on a run that went to its end. */
    static Judgement of(LoadGenLogs logs, Answers answers, Objections objections) {
        List<String> reasons = new ArrayList<>();
        addFailures(reasons, answers);
        addPoorAnswers(reasons, logs, answers);
        reasons.addAll(objections.doubts());
        boolean clientLimited =
                logs.performance().isPresent() && !objections.toClient().isEmpty();
        if (clientLimited) {
            reasons.addAll(objections.toClient());
        }
        logs.log().errors().forEach(error -> reasons.add("LoadGen reported " + error));
        logs.performance()
                .map(performance ->
                        new UnmetConstraints(performance, logs.bounds().orElseThrow()))
                .ifPresent(unmet -> reasons.addAll(unmet.reasons()));
        return new Judgement(reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID, List.copyOf(reasons), clientLimited);
    }

    /** The verdict on a run that was stopped. */
    static Judgement aborted(String reason) {
        return new Judgement(Verdict.ABORTED, List.of(reason), false);
    }

    private static void addFailures(List<String> reasons, Answers answers) {
        if (answers.failed() == 0) {
            return;
        }
        String kinds = new TreeMap<>(answers.failures())
                .entrySet().stream()
                        .map(failure ->
                                failure.getKey() + " " + failure.getValue().count() + " (first: "
                                        + failure.getValue().firstMessage().replaceAll("\\p{Cntrl}", " ") + ")")
                        .collect(Collectors.joining(", "));
        reasons.add(answers.failed() + " of " + answers.issued() + " samples failed: " + kinds);
    }

    private static void addPoorAnswers(List<String> reasons, LoadGenLogs logs, Answers answers) {
        boolean answersCount = logs.mode() == TestMode.ACCURACY_ONLY || logs.mode() == TestMode.SUBMISSION_RUN;
        if (answersCount && answers.empty() > 0) {
            reasons.add(
                    answers.empty() + " of " + answers.issued() + " samples got an empty answer in an accuracy run");
        }
        if (logs.tokensTimed() && logs.scenario() != Scenario.OFFLINE && answers.withoutFirstToken() > 0) {
            reasons.add(answers.withoutFirstToken() + " of " + answers.issued()
                    + " samples were completed without a first token in a run that times tokens");
        }
        if (logs.tokensTimed() && answers.withoutTokens() > 0) {
            reasons.add(answers.withoutTokens() + " of " + answers.issued()
                    + " samples were completed with fewer than 2 tokens in a run that times tokens");
        }
    }
}
