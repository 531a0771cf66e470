// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult.FailureCount;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JudgementTest {

    private static final ClientVerdict LATE = new ClientVerdict(because("client-limited: late"), List.of());

    private static final ResponseCounts NO_PROBLEMS = new ResponseCounts(5000, 0, Map.of(), 0, 0, 0);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(TestMode.class)
    void aRunWithoutProblemsIsValid(TestMode mode) throws Exception {
        assertThat(judge(logs(mode), NO_PROBLEMS)).isEqualTo(new Judgement(Verdict.VALID, List.of(), false));
    }

    @Test
    void aFailedSampleMakesTheRunInvalid() throws Exception {
        Map<Failure.Kind, FailureCount> failures = Map.of(
                Failure.Kind.TIMEOUT, new FailureCount(1, "no response within 5 s"),
                Failure.Kind.HTTP_ERROR, new FailureCount(3, "503 Service Unavailable"));

        assertInvalid(
                judge(logs(TestMode.PERFORMANCE_ONLY), new ResponseCounts(5000, 4, failures, 0, 0, 0)),
                "4 of 5000 samples failed: HTTP_ERROR 3 (first: 503 Service Unavailable), "
                        + "TIMEOUT 1 (first: no response within 5 s)");
    }

    @ParameterizedTest
    @EnumSource(
            value = TestMode.class,
            names = {"ACCURACY_ONLY", "SUBMISSION_RUN"})
    void anEmptyResponseMakesAnAccuracyRunInvalid(TestMode mode) throws Exception {
        assertInvalid(
                judge(logs(mode), new ResponseCounts(64, 0, Map.of(), 2, 0, 0)),
                "2 of 64 samples had an empty response in an accuracy run");
    }

    @Test
    void anEmptyResponseIsAllowedInAPerformanceRun() throws Exception {
        assertThat(judge(logs(TestMode.PERFORMANCE_ONLY), new ResponseCounts(64, 0, Map.of(), 64, 0, 0))
                        .verdict())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void missingTokensMakeARunThatTimesTokensInvalid() throws Exception {
        ResponseCounts counts = new ResponseCounts(64, 0, Map.of(), 0, 5, 6);

        assertThat(judge(logs(TestMode.PERFORMANCE_ONLY), counts).verdict()).isEqualTo(Verdict.VALID);
        assertInvalid(
                judge(logs(TestMode.PERFORMANCE_ONLY).withTokens(), counts),
                "5 of 64 samples were completed without a first token in a run that times tokens",
                "6 of 64 samples were completed with fewer than 2 tokens in a run that times tokens");
    }

    @Test
    void offlineNeedsNoFirstTokens() throws Exception {
        WrittenLogs logs = new WrittenLogs(directory, Scenario.OFFLINE, TestMode.PERFORMANCE_ONLY).withTokens();

        assertThat(judge(logs, new ResponseCounts(64, 0, Map.of(), 0, 64, 0)).verdict())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void anErrorOfLoadGenMakesARunInvalid() throws Exception {
        assertInvalid(
                judge(logs(TestMode.ACCURACY_ONLY).error("error_runtime", "ended early"), NO_PROBLEMS),
                "LoadGen reported error_runtime: ended early");
    }

    @Test
    void missingTokensOfFailedSamplesHaveOneReason() throws Exception {
        String error = "n_tokens argument missing or attempted to record 0 as number of tokens";
        Map<Failure.Kind, FailureCount> failures = Map.of(Failure.Kind.TIMEOUT, new FailureCount(1, "late"));

        assertInvalid(
                judge(
                        logs(TestMode.PERFORMANCE_ONLY).error("error_runtime", error),
                        new ResponseCounts(100, 1, failures, 0, 0, 0)),
                "1 of 100 samples failed: TIMEOUT 1 (first: late)");
        assertInvalid(
                judge(logs(TestMode.PERFORMANCE_ONLY).error("error_runtime", error), NO_PROBLEMS),
                "LoadGen reported error_runtime: " + error);
    }

    @Test
    void aWarningOfLoadGenChangesNothing() throws Exception {
        assertThat(judge(logs(TestMode.PERFORMANCE_ONLY).warning("careful"), NO_PROBLEMS)
                        .verdict())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void failuresComeBeforeConstraints() throws Exception {
        WrittenLogs logs = logs(TestMode.PERFORMANCE_ONLY)
                .text("result_validity", "INVALID")
                .value("result_min_duration_met", "false");
        ResponseCounts counts =
                new ResponseCounts(9, 9, Map.of(Failure.Kind.CANCELLED, new FailureCount(9, "given up")), 0, 0, 0);

        assertInvalid(
                judge(logs, counts),
                "9 of 9 samples failed: CANCELLED 9 (first: given up)",
                "the run was shorter than its min_duration of 10 min");
    }

    @Test
    void aClientLimitedRunIsInvalid() throws UnreadableLogException {
        Judgement judgement = Judgement.of(
                LoadGenLogs.read(logs(TestMode.PERFORMANCE_ONLY).write(), LogOrigin.UNKNOWN), NO_PROBLEMS, LATE);

        assertThat(judgement).isEqualTo(new Judgement(Verdict.INVALID, because("client-limited: late"), true));
    }

    @Test
    void aSlowClientIsAllowedIfNothingIsMeasured() throws UnreadableLogException {
        Judgement judgement = Judgement.of(
                LoadGenLogs.read(logs(TestMode.ACCURACY_ONLY).write(), LogOrigin.UNKNOWN), NO_PROBLEMS, LATE);

        assertThat(judgement).isEqualTo(new Judgement(Verdict.VALID, List.of(), false));
    }

    @ParameterizedTest
    @EnumSource(names = {"PERFORMANCE_ONLY", "ACCURACY_ONLY"})
    void anotherReasonOfTheClientMakesEveryRunInvalid(TestMode mode) throws UnreadableLogException {
        Judgement judgement = Judgement.of(
                LoadGenLogs.read(logs(mode).write(), LogOrigin.UNKNOWN),
                NO_PROBLEMS,
                new ClientVerdict(List.of(), because("stray bytes")));

        assertThat(judgement).isEqualTo(new Judgement(Verdict.INVALID, because("stray bytes"), false));
    }

    @Test
    void anAbortedRunHasItsReason() {
        assertThat(Judgement.aborted(because("enough").get(0)))
                .isEqualTo(new Judgement(Verdict.ABORTED, because("enough"), false));
    }

    private static List<Reason> because(String text) {
        return List.of(new Reason(Reason.Code.OTHER, text));
    }

    private WrittenLogs logs(TestMode mode) {
        return new WrittenLogs(directory, Scenario.SERVER, mode);
    }

    private static Judgement judge(WrittenLogs logs, ResponseCounts counts) throws UnreadableLogException {
        return Judgement.of(LoadGenLogs.read(logs.write(), LogOrigin.UNKNOWN), counts, ClientVerdict.CLEAR);
    }

    private static void assertInvalid(Judgement judgement, String... reasons) {
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.clientLimited()).isFalse();
        assertThat(judgement.reasons()).extracting(Reason::text).containsExactly(reasons);
    }
}
