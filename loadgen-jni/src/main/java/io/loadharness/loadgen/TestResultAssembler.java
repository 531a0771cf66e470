// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.ClientVerdict;
import io.loadharness.Reason;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import java.util.Optional;

/** Makes results from what the logs say and what was counted. */
final class TestResultAssembler {

    private TestResultAssembler() {}

    /** Makes the result of a run that went to its end. */
    static TestResult whole(PreparedRun prepared, AnswerSink sink, Progress progress, ClientVerdict client)
            throws UnreadableLogException {
        LoadGenLogs logs = prepared.logs().read();
        Judgement judgement = Judgement.of(logs, sink.answers(progress.issued()), client);
        return new TestResult(
                judgement.verdict(),
                judgement.reasons(),
                judgement.clientLimited(),
                logs.scenario(),
                logs.mode(),
                progress,
                sink.failures().byKind(),
                logs.performance(),
                logs.log());
    }

    /** Of a run that was stopped. */
    static TestResult aborted(PreparedRun prepared, AnswerSink sink, Progress progress, Reason reason) {
        Judgement judgement = Judgement.aborted(reason);
        return new TestResult(
                judgement.verdict(),
                judgement.reasons(),
                judgement.clientLimited(),
                prepared.scenario(),
                prepared.mode(),
                progress,
                sink.failures().byKind(),
                Optional.empty(),
                prepared.logs().readAsFarAsPossible());
    }
}
