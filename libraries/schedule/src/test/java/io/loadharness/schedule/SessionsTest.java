// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.schedule.Sessions.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SessionsTest {

    @TempDir
    private Path folder;

    private final FakePacer clock = new FakePacer();
    private final List<String> issued = new ArrayList<>();

    @Test
    void aTurnStartsAfterTheEndOfThePreviousOneAndTheThinkTime() throws Exception {
        Schedule schedule = Schedule.sessions(
                Sessions.of(List.of(List.of(turn(0, 0), turn(1, 300), turn(2, 0)), List.of(turn(5, 0), turn(6, 2000)))),
                Arrivals.constant(1));

        TestResult result = run(schedule, this::completeIn100Millis);

        assertThat(issued).containsExactly("0 at 0", "1 at 400", "2 at 500", "5 at 1000", "6 at 3100");
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.scenario()).isEqualTo(Scenario.SERVER);
        assertThat(result.performance().orElseThrow().latency().max()).isEqualTo(Duration.ofMillis(100));
        assertThat(result.performance().orElseThrow().issueDelay().orElseThrow().max())
                .isEqualTo(Duration.ZERO);
        assertThat(result.performance().orElseThrow().throughput().scheduledSamples())
                .isEmpty();
    }

    @Test
    void aSessionStartsWhileAnotherOneThinks() throws Exception {
        Schedule schedule = Schedule.sessions(
                Sessions.of(List.of(List.of(turn(0, 0), turn(1, 5000)), List.of(turn(5, 0)))), Arrivals.constant(1));

        run(schedule, this::completeIn100Millis);

        assertThat(issued).containsExactly("0 at 0", "5 at 1000", "1 at 5100");
    }

    @Test
    void aTurnScheduledWhileTheSystemBlocksIsIssuedLate() throws Exception {
        Schedule schedule = Schedule.sessions(
                Sessions.of(List.of(List.of(turn(0, 0)), List.of(turn(1, 0)))), Arrivals.constant(20));

        TestResult result = run(schedule, this::completeIn100Millis);

        assertThat(result.performance().orElseThrow().issueDelay().orElseThrow().max())
                .isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void theGivenNumberOfSessionsIsActive() throws Exception {
        BlockingQueue<QuerySample> inFlight = new LinkedBlockingQueue<>();
        Schedule schedule = Schedule.sessions(
                Sessions.of(
                        List.of(List.of(turn(0, 0), turn(1, 0)), List.of(turn(2, 0), turn(3, 0)), List.of(turn(4, 0)))),
                Concurrency.of(2));
        try (ScheduledLoad load = new ScheduledLoad(schedule)) {
            TestRun run = start(load, schedule, inFlight::add);
            QuerySample first = inFlight.take();
            QuerySample other = inFlight.take();
            assertThat(List.of(first.index(), other.index())).containsExactly(0, 2);
            first.complete();
            QuerySample second = inFlight.take();
            assertThat(second.index()).isEqualTo(1);
            second.complete();
            QuerySample third = inFlight.take();
            assertThat(third.index()).isEqualTo(4);
            assertThat(run.progress().issued()).isEqualTo(4);
            third.complete();
            other.complete();
            inFlight.take().complete();

            assertThat(run.await().progress().completed()).isEqualTo(5);
            assertThat(run.await().scenario()).isEqualTo(Scenario.SINGLE_STREAM);
        }
    }

    @Test
    void turnsAfterAFailedOneAreNotIssued() throws Exception {
        Schedule schedule = Schedule.sessions(
                Sessions.of(List.of(List.of(turn(0, 0), turn(1, 0), turn(2, 0)), List.of(turn(3, 0)))),
                Concurrency.of(1));

        TestResult result = run(schedule, sample -> {
            issued.add("" + sample.index());
            if (sample.index() == 1) {
                sample.fail(new IOException("lost"));
            } else {
                sample.complete();
            }
        });

        assertThat(issued).containsExactly("0", "1", "3");
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void sessionsThatWaitForACompletionCanBeAborted() throws Exception {
        BlockingQueue<QuerySample> inFlight = new LinkedBlockingQueue<>();
        Schedule schedule =
                Schedule.sessions(Sessions.of(List.of(List.of(turn(0, 0), turn(1, 0)))), Arrivals.constant(1));
        try (ScheduledLoad load = new ScheduledLoad(schedule)) {
            TestRun run = start(load, schedule, inFlight::add);
            inFlight.take();
            run.abort("enough");

            assertThat(run.await().verdict()).isEqualTo(Verdict.ABORTED);
        }
    }

    @Test
    void invalidSessionsAreRejected() {
        Schedule sessions = Schedule.sessions(Sessions.of(List.of(List.of(turn(0, 0)))), Concurrency.of(3));

        assertThat(sessions).hasToString("1 turns of sessions, started as: 3 at a time, 1 sessions");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sessions.then(sessions))
                .withMessageStartingWith("a schedule with sessions cannot be combined with another schedule (");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sessions.of(List.of(List.of(turn(0, 0)), List.of())))
                .withMessage("session 1 has no turns: remove the session");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sessions.of(List.of()))
                .withMessageStartingWith("the number of samples must be between ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> turn(-1, 0))
                .withMessage("the sample index of a turn must not be negative: got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(
                        Schedule.sessions(Sessions.of(List.of(List.of(turn(10, 0)))), Concurrency.of(1)),
                        QuerySample::complete))
                .withMessageContaining("sample 10, but the library ten has only the samples 0 to 9");
    }

    @Test
    void theFirstTurnsOfTheFirstSessionsStartTheLoop() throws Exception {
        TestSystem system = new TestSystem(QuerySample::complete);
        List<Turn> session = List.of(turn(0, 0), turn(1, 0));
        Schedule schedule = Schedule.sessions(Sessions.of(List.of(session, session, session)), Concurrency.of(2));

        try (ScheduledLoad load = new ScheduledLoad(schedule, clock)) {
            start(load, schedule, system).await();
        }

        assertThat(system.loopStarts()).hasSize(2).contains(0);
    }

    private static Turn turn(int sample, long thinkMillis) {
        return new Turn(sample, Duration.ofMillis(thinkMillis));
    }

    private void completeIn100Millis(QuerySample sample) {
        issued.add(sample.index() + " at " + (clock.now() - FakePacer.START) / 1_000_000);
        clock.pass(Duration.ofMillis(100));
        sample.complete();
    }

    private TestRun start(ScheduledLoad load, Schedule schedule, TestSystem.Reaction reaction) {
        return start(load, schedule, new TestSystem(reaction));
    }

    private TestRun start(ScheduledLoad load, Schedule schedule, TestSystem system) {
        return load.start(
                system,
                QuerySampleLibrary.ofSize("ten", 10),
                TestSettings.builder(schedule.scenario()).build(),
                LogSettings.in(folder));
    }

    private TestResult run(Schedule schedule, TestSystem.Reaction reaction) throws InterruptedException {
        try (ScheduledLoad load = new ScheduledLoad(schedule, clock)) {
            return start(load, schedule, reaction).await();
        }
    }
}
