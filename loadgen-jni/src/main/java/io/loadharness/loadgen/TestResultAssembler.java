// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.ClientVerdict;
import io.loadharness.Reason;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import java.util.Optional;

/** Assembles results from the logs and the counters. */
final class TestResultAssembler {

    private TestResultAssembler() {}

    /** Assembles the result of a completed run. */
    static TestResult whole(PreparedRun prepared, ResponseSink sink, Progress progress, ClientVerdict client)
            throws UnreadableLogException {
        LoadGenLogs logs = prepared.logs().read();
        ResponseCounts counts = sink.responses(progress.issued(), prepared.sut().allowsEmptyResponses());
        Judgement judgement = Judgement.of(logs, counts, client);
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

    /** Assembles the result of an aborted run. */
    static TestResult aborted(PreparedRun prepared, ResponseSink sink, Progress progress, Reason reason) {
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
