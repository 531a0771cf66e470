// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.ClientVerdict;
import io.loadharness.QuerySample;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.generator.EarlyEnd;
import io.loadharness.generator.GeneratorRun;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of LoadGen. LoadGen runs on the thread of the run. This thread also issues the queries, unless the settings request separate
 * threads for issuing. At the end of the run, all these threads have ended and the copy of LoadGen is unloaded. If a callback does not
 * return, its thread and the copy of LoadGen remain.
 */
final class MlperfRun extends GeneratorRun {

    private final PreparedRun prepared;
    private final NativeRun run;
    private final ResponseSink sink;
    private final StepLoop runnerLoop;
    private final StepLoop[] issuerLoops;
    private final Thread[] issuers;
    private final Object logsLock = new Object();
    private final Object runLock = new Object();

    /** The number of users of the logs. LoadGen writes the logs, and the result reads them. */
    private final AtomicInteger logUsers = new AtomicInteger(2);

    private boolean shut; // guarded by the run's lock
    private int outcome = Bridge.ENDED;
    private String failure = "";

    MlperfRun(PreparedRun prepared, String name) {
        super(
                name,
                prepared.sut(),
                prepared.scenario(),
                prepared.stallLimit(),
                prepared.logs().directory());
        this.prepared = prepared;
        run = prepared.run();
        boolean awaits = prepared.scenario() == Scenario.SINGLE_STREAM || prepared.scenario() == Scenario.MULTI_STREAM;
        sink = new ResponseSink(run, name, prepared.readsResponses(), awaits, this::fail);
        runnerLoop = new StepLoop(prepared, sink, this::callbackFailed);
        issuers = new Thread[prepared.issueThreads()];
        issuerLoops = new StepLoop[issuers.length];
        for (int i = 0; i < issuers.length; i++) {
            StepLoop loop = new StepLoop(prepared, sink, this::callbackFailed);
            issuerLoops[i] = loop;
            issuers[i] = newThread(() -> issue(loop), name + "-issue-" + i);
        }
    }

    @Override
    protected void startThreads() {
        for (Thread issuer : issuers) {
            issuer.start();
        }
    }

    private void issue(StepLoop loop) {
        try {
            loop.runAsIssuer();
        } catch (Throwable e) {
            generatorFailed(e);
        }
    }

    @Override
    protected void generate() {
        prepared.logs().open();
        runnerLoop.runAsRunner();
    }

    @Override
    protected void stop() {
        synchronized (runLock) {
            if (!shut) {
                NativeRun.end(run.address());
            }
        }
        for (Thread issuer : issuers) {
            interrupt(issuer);
        }
    }

    @Override
    protected void abandon() {
        stop(); // again, because the first call can have failed if memory was exhausted
        synchronized (logsLock) {
            if (!isShut()) {
                run.closeLogs(); // can take a long time
            }
        }
    }

    private boolean isShut() {
        synchronized (runLock) {
            return shut;
        }
    }

    @Override
    protected void close() {
        synchronized (logsLock) {
            synchronized (runLock) {
                shut = true;
                NativeRun.shut(run.address());
            }
        }
        joinIssuers();
        if (hasLeftLoadGen()) {
            outcome = run.outcome();
            failure = outcome == Bridge.ENDED || outcome == Bridge.ABORTED ? "" : run.failure();
            sink.close();
            leaveLogs();
            loops().forEach(StepLoop::free);
            run.destroy();
        }
    }

    @SuppressWarnings("ThreadJoinLoop") // an interrupt was meant for a callback, not for this wait
    private void joinIssuers() {
        for (Thread issuer : issuers) {
            while (issuer.isAlive()) {
                try {
                    issuer.join();
                } catch (InterruptedException e) {
                    Thread.interrupted();
                }
            }
        }
    }

    /**
     * Returns true if all threads have left LoadGen. If this method returns false, the memory of LoadGen is never freed, because a thread
     * could still use it.
     */
    private boolean hasLeftLoadGen() {
        return loops().allMatch(StepLoop::isOver);
    }

    private Stream<StepLoop> loops() {
        return Stream.concat(Stream.of(runnerLoop), Stream.of(issuerLoops));
    }

    /** Removes one user of the logs. When LoadGen has closed the logs and the result has read them, releases the logs for other runs. */
    private void leaveLogs() {
        if (logUsers.decrementAndGet() == 0) {
            prepared.logs().release();
        }
    }

    @Override
    protected TestResult result(Optional<EarlyEnd> earlyEnd, ClientVerdict client) {
        try {
            return judged(earlyEnd, client);
        } finally {
            leaveLogs();
        }
    }

    private TestResult judged(Optional<EarlyEnd> earlyEnd, ClientVerdict client) {
        if (outcome != Bridge.ENDED && outcome != Bridge.ABORTED) {
            throw failed(new Reason(Reason.Code.LOADGEN_FAILED, "LoadGen failed: " + failure), null);
        }
        if (earlyEnd.isPresent()) {
            EarlyEnd early = earlyEnd.get();
            if (early.failed()) {
                throw failed(early.reason(), early.cause());
            }
            return TestResultAssembler.aborted(prepared, sink, progress(), early.reason());
        }
        try {
            return TestResultAssembler.whole(prepared, sink, progress(), client);
        } catch (UnreadableLogException e) {
            throw failed(new Reason(Reason.Code.LOGS_UNUSABLE, e.getMessage()), e);
        }
    }

    private TestFailedException failed(Reason reason, @Nullable Throwable cause) {
        return new TestFailedException(reason, prepared.logs().directory(), cause);
    }

    @Override
    protected long issued() {
        long issued = runnerLoop.issued().samples();
        for (StepLoop loop : issuerLoops) {
            issued += loop.issued().samples();
        }
        return issued;
    }

    @Override
    protected long completed() {
        return sink.completed();
    }

    @Override
    protected long failed() {
        return sink.failed();
    }

    @Override
    protected long activity() {
        return sink.firstTokens();
    }

    @Override
    protected boolean isInCallback() {
        synchronized (runLock) {
            return !shut && run.asks();
        }
    }

    @Override
    protected List<Integer> samplesInFlight(int limit) {
        return loops().flatMap(loop -> loop.issued().inFlight(limit).stream())
                .limit(limit)
                .map(QuerySample::index)
                .toList();
    }

    @Override
    protected Optional<Duration> expectedDuration() {
        return prepared.plan().expectedDuration();
    }
}
