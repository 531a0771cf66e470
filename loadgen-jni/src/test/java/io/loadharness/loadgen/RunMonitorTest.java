// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.ClientVerdict;
import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunMonitorTest {

    @TempDir
    Path logs;

    private final LoadGenerator loadGen = new MlperfLoadGen();

    /** A monitor that reports a reason for every run and records its calls. */
    private static final class Monitor implements RunMonitor {

        final AtomicInteger ends = new AtomicInteger();
        final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public ClientVerdict finish() {
            ends.incrementAndGet();
            ended.countDown();
            return new ClientVerdict(
                    List.of(new Reason(Reason.Code.CLIENT_PAUSED, "client-limited: says the test")), List.of());
        }
    }

    private final Monitor watch = new Monitor();
    private final AtomicLong latest = new AtomicLong();

    @ParameterizedTest
    @EnumSource
    void aReasonMakesARunClientLimitedAndInvalid(Scenario scenario) {
        TestResult result =
                run(watched(each -> watch), QuickRuns.settings(scenario).build());

        assertThat(result.clientLimited()).isTrue();
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).extracting(Reason::text).containsExactly("client-limited: says the test");
        assertThat(watch.ends).hasValue(1);
    }

    @Test
    void itReceivesTheScenarioAtTheStart() {
        run(
                watched(scenario -> {
                    assertThat(scenario).isEqualTo(Scenario.MULTI_STREAM);
                    return RunMonitor.NONE;
                }),
                QuickRuns.settings(Scenario.MULTI_STREAM).build());
    }

    @Test
    void queriesOfAnOverloadedScheduleHaveAnIssueDelay() {
        run(
                watched(scenario -> RunMonitor.NONE),
                QuickRuns.settings(Scenario.SERVER).serverTargetQps(1e6).build());

        assertThat(latest).hasValueGreaterThan(0);
    }

    @Test
    void queriesWithoutAScheduleHaveNoDelay() {
        run(
                watched(scenario -> RunMonitor.NONE),
                QuickRuns.settings(Scenario.SINGLE_STREAM).build());

        assertThat(latest).hasValue(0);
    }

    @Test
    void anAbortedRunEndsItsWatchToo() throws InterruptedException {
        TestRun run = loadGen.start(
                watched(scenario -> watch),
                QuickRuns.LIBRARY,
                QuickRuns.endless(Scenario.SERVER).build(),
                LogSettings.in(logs));
        run.abort("enough");

        assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
        watch.ended.await();
        assertThat(watch.ends).hasValue(1);
    }

    @Test
    void aWatchThatFailsToStartFailsTheRun() {
        SystemUnderTest sut = watched(scenario -> {
            throw new IllegalStateException("no watch");
        });

        assertThatThrownBy(() -> run(sut, QuickRuns.settings(Scenario.SERVER).build()))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("monitorRun threw java.lang.IllegalStateException: no watch");
    }

    @Test
    void aNullWatchFailsTheRun() {
        assertThatThrownBy(() -> run(
                        watched(scenario -> null),
                        QuickRuns.settings(Scenario.SERVER).build()))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("monitorRun threw java.lang.NullPointerException: monitorRun returned null");
    }

    @Test
    void aWatchThatFailsToEndFailsTheRun() {
        SystemUnderTest sut = watched(scenario -> () -> {
            throw new IllegalStateException("no end");
        });

        assertThatThrownBy(() -> run(sut, QuickRuns.settings(Scenario.SERVER).build()))
                .isInstanceOf(TestFailedException.class)
                .hasMessageContaining("threw java.lang.IllegalStateException: no end");
    }

    private TestResult run(SystemUnderTest sut, TestSettings settings) {
        return loadGen.run(sut, QuickRuns.LIBRARY, settings, LogSettings.in(logs));
    }

    private SystemUnderTest watched(Function<Scenario, RunMonitor> begin) {
        return new SystemUnderTest("watched") {
            @Override
            public void issueQuery(Query query) {
                latest.accumulateAndGet(query.issueDelayNanos(), Math::max);
                query.completeAll();
            }

            @Override
            public RunMonitor monitorRun(Scenario scenario) {
                return begin.apply(scenario);
            }
        };
    }
}
