package io.loadharness.loadgen;

import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import java.util.Optional;

/** Makes results from what the logs say and what was counted. */
final class Results {

    private Results() {}

    /** Of a run that went to its end, and of whose client somebody objects to something. */
    static TestResult whole(PreparedRun prepared, AnswerSink sink, Progress progress, Objections objections)
            throws UnreadableLogException {
        LoadGenLogs logs = prepared.logs().read();
        Judgement judgement = Judgement.of(logs, sink.answers(progress.issued()), objections);
        return new TestResult(
                judgement.verdict(),
                judgement.reasons(),
                judgement.clientLimited(),
                logs.scenario(),
                logs.mode(),
                progress,
                sink.failures().counts(),
                logs.performance(),
                logs.log());
    }

    /** Of a run that was stopped. */
    static TestResult aborted(PreparedRun prepared, AnswerSink sink, Progress progress, String reason) {
        Judgement judgement = Judgement.aborted(reason);
        return new TestResult(
                judgement.verdict(),
                judgement.reasons(),
                judgement.clientLimited(),
                prepared.scenario(),
                prepared.mode(),
                progress,
                sink.failures().counts(),
                Optional.empty(),
                LoadGenLogs.readAsFarAsPossible(prepared.logs().files()));
    }
}
