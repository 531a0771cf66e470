// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.schedule.Sessions.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SliceTest {

    private static final int SAMPLES = 16;
    private static final long SEED = 7;

    @TempDir
    private Path folder;

    private int runs;

    /** A sample with its scheduled time in nanoseconds since the start, and its number. */
    private record Issued(long number, long scheduled, int sample) {}

    /** A system that completes each sample immediately, and keeps the numbers of its queries. */
    private static final class NumberedSystem extends SystemUnderTest {

        final List<Long> numbers = new CopyOnWriteArrayList<>();

        NumberedSystem() {
            super("numbered");
        }

        @Override
        public void issueQuery(Query query) {
            numbers.add(query.sequence());
            query.get(0).complete();
        }

        @Override
        public void flushQueries() {}
    }

    static Stream<Named<Schedule>> openLoops() {
        Trace times = Trace.ofNanos(new long[] {0, 5, 5, 9, 20, 30, 31, 40, 50});
        Trace samples =
                Trace.ofNanos(new long[] {0, 5, 5, 9, 20, 30, 31, 40, 50}, new int[] {3, 1, 4, 1, 5, 9, 2, 6, 5});
        return Stream.of(
                        Arrivals.constant(100).samples(50),
                        Arrivals.poisson(100).samples(50),
                        Arrivals.poisson(1000).during(Duration.ofMillis(50)),
                        Arrivals.gamma(100, 0.3).samples(50),
                        Arrivals.ramp(0, 1000, Duration.ofMillis(100)).upTo(40, Duration.ofMillis(100)),
                        Schedule.burst(50),
                        Schedule.replay(times),
                        Schedule.replay(samples).then(Arrivals.poisson(100).samples(20)),
                        Arrivals.poisson(100)
                                .during(Duration.ofMillis(300))
                                .thenAfter(
                                        Duration.ofMillis(70),
                                        Arrivals.constant(50).samples(20))
                                .then(Schedule.burst(7)))
                .map(each -> Named.of(each.toString(), each));
    }

    @ParameterizedTest
    @MethodSource("openLoops")
    void allSlicesTogetherAreTheScheduleOfOneProcess(Schedule schedule) throws Exception {
        List<Issued> whole = issued(new ScheduledLoad(schedule, new FakePacer()), schedule, Slice.WHOLE);
        for (int count : new int[] {1, 2, 3, 8}) {
            List<Issued> together = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                Slice slice = new Slice(rank, count);
                List<Issued> own = issued(new ScheduledLoad(schedule, new FakePacer()).slice(slice), schedule, slice);
                assertThat(own).allMatch(each -> slice.contains(each.number()));
                together.addAll(own);
            }
            together.sort(Comparator.comparingLong(Issued::number));
            assertThat(together).as("%d slices", count).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void slicesOfAClosedLoopHaveAllSamplesAndSlots(int count) throws Exception {
        Schedule schedule = Concurrency.of(13)
                .thinking(Duration.ofMillis(1))
                .samples(50)
                .then(Concurrency.of(9).samples(21));
        List<Issued> whole = issued(new ScheduledLoad(schedule, new FakePacer()), schedule, Slice.WHOLE);

        TreeMap<Long, Integer> together = new TreeMap<>();
        int slots = 0;
        for (int rank = 0; rank < count; rank++) {
            Slice slice = new Slice(rank, count);
            NumberedSystem system = new NumberedSystem();
            List<Issued> own =
                    issued(new ScheduledLoad(schedule, new FakePacer()).slice(slice), schedule, slice, system);
            for (int i = 0; i < own.size(); i++) {
                assertThat(together.put(system.numbers.get(i), own.get(i).sample()))
                        .isNull();
            }
            slots += slice.shareOf(13);
        }

        assertThat(slots).isEqualTo(13);
        assertThat(together.keySet()).containsExactlyElementsOf(numbers(71));
        assertThat(together.values())
                .containsExactlyElementsOf(whole.stream().map(Issued::sample).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void slicesOfSessionsHaveAllTurnsAtTheSameTimes(int count) throws Exception {
        Sessions sessions = Sessions.of(List.of(
                List.of(turn(0, 0), turn(1, 300)),
                List.of(turn(2, 0)),
                List.of(turn(3, 5), turn(4, 2), turn(5, 0)),
                List.of(turn(6, 0)),
                List.of(turn(7, 0), turn(8, 10)),
                List.of(turn(9, 0)),
                List.of(turn(10, 1), turn(11, 1)),
                List.of(turn(12, 0)),
                List.of(turn(13, 0))));
        for (LoadPattern starts : List.of(Arrivals.poisson(1), Concurrency.of(9))) {
            Schedule schedule = Schedule.sessions(sessions, starts);
            List<Issued> whole = issued(new ScheduledLoad(schedule, new FakePacer()), schedule, Slice.WHOLE);
            List<Issued> together = new ArrayList<>();
            List<Long> numbers = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                Slice slice = new Slice(rank, count);
                NumberedSystem system = new NumberedSystem();
                together.addAll(
                        issued(new ScheduledLoad(schedule, new FakePacer()).slice(slice), schedule, slice, system));
                numbers.addAll(system.numbers);
            }

            assertThat(together)
                    .extracting(Issued::scheduled, Issued::sample)
                    .containsExactlyInAnyOrderElementsOf(whole.stream()
                            .map(each -> tuple(each.scheduled(), each.sample()))
                            .toList());
            assertThat(numbers).containsExactlyInAnyOrderElementsOf(numbers(14));
        }
    }

    @Test
    void aTimeLimitedClosedLoopNumbersItsOwnSamples() throws Exception {
        Schedule schedule = Concurrency.of(4).thinking(Duration.ofMillis(2)).during(Duration.ofMillis(20));
        Slice slice = new Slice(1, 2);
        NumberedSystem system = new NumberedSystem();

        List<Issued> own = issued(new ScheduledLoad(schedule, new FakePacer()).slice(slice), schedule, slice, system);

        assertThat(own).hasSizeGreaterThan(10);
        assertThat(system.numbers)
                .containsExactlyElementsOf(own.stream().map(Issued::number).toList());
        assertThat(schedule.numbersAllSamples()).isFalse();
        assertThat(Concurrency.of(4).samples(3).numbersAllSamples()).isTrue();
        assertThat(Arrivals.poisson(4).during(Duration.ofSeconds(1)).numbersAllSamples())
                .isTrue();
    }

    @Test
    void samplesOfAWholeScheduleHaveNoNumbers() throws Exception {
        NumberedSystem system = new NumberedSystem();
        Schedule schedule = Arrivals.constant(10).samples(3);

        run(new ScheduledLoad(schedule, new FakePacer()), schedule, system);

        assertThat(system.numbers).containsOnly(Query.NOT_NUMBERED);
    }

    @Test
    void thePlanOfASliceHasItsShare() {
        Schedule schedule = Arrivals.constant(10).samples(10);
        assertThat(new ScheduledLoad(schedule)
                        .slice(new Slice(1, 4))
                        .plan(QuerySampleLibrary.ofSize("samples", SAMPLES), settings(schedule))
                        .samples())
                .hasValue(3);
    }

    @Test
    void slicesWithoutSamplesOrSlotsAreRefused() {
        Schedule three = Arrivals.constant(10).samples(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(new ScheduledLoad(three).slice(new Slice(3, 4)), three, new NumberedSystem()))
                .withMessage(
                        "slice 3/4 of the schedule (constant 10/s, 3 samples) has no samples: use at most 3 slices,"
                                + " or a longer schedule");
        Schedule two = Concurrency.of(2).samples(30);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(new ScheduledLoad(two).slice(new Slice(2, 3)), two, new NumberedSystem()))
                .withMessage("slice 2/3 of the schedule (2 at a time, 30 samples) can have no samples in flight: use at"
                        + " most 2 slices, or a higher concurrency");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1/", "/3", "-1/3", "1/3/4", "1 / 3", "a/b", "99999999999/3"})
    void otherTextsAreNotSlices(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Slice.parse(text))
                .withMessage("a slice has the form rank/count, for example 0/3 for the first of three: got " + text);
    }

    @Test
    void ranksAndCountsHaveLimits() {
        assertThat(Slice.parse("9999/10000")).isEqualTo(new Slice(9999, 10_000)).hasToString("9999/10000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Slice.parse("3/3"))
                .withMessage("the rank of a slice must be between 0 and 2 if there are 3 slices: got 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Slice.parse("0/0"))
                .withMessage("the number of slices must be between 1 and 10000: got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Slice.parse("0/10001"));
    }

    @Test
    void aRunStartsAtItsCommonStart() throws Exception {
        Schedule schedule = Arrivals.constant(100).samples(3);
        Instant start = Instant.now().plusMillis(300);

        TestResult result =
                run(new ScheduledLoad(schedule).startAt(start), schedule, new TestSystem(QuerySample::complete));

        assertThat(Instant.now()).isAfter(start);
        assertThat(result.log().effectiveSettings()).containsKey(ScheduledLoad.START_DELAY);
        assertThat(result.summaryText()).contains("Start delay, in ms");
    }

    @Test
    void aRunThatStartsLateIsNotValid() throws Exception {
        Schedule schedule = Arrivals.constant(100).samples(3);
        Instant start = Instant.now().minusSeconds(2);

        TestResult result =
                run(new ScheduledLoad(schedule).startAt(start), schedule, new TestSystem(QuerySample::complete));

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).extracting(Reason::code).containsExactly(Reason.Code.STARTED_LATE);
        assertThat(result.reasons().get(0).text())
                .matches("the run started (?:[2-9]\\d{3}|\\d{5,})\\.\\d{3} ms after the common start, " + start
                        + "; the limit is 0\\.\\d{3} ms");
        assertThat(result.progress().completed()).isEqualTo(3);
    }

    @Test
    void aSliceThatStartsLateReportsThisBeforeItsFirstSample() throws Exception {
        Schedule schedule = Arrivals.constant(100).samples(4);
        Instant start = Instant.now().minusSeconds(2);
        NumberedSystem system = new NumberedSystem();
        List<Reason> reported = new ArrayList<>();
        List<Integer> issued = new ArrayList<>();

        TestResult result = run(
                new ScheduledLoad(schedule).slice(new Slice(1, 2)).startAt(start, reason -> {
                    reported.add(reason);
                    issued.add(system.numbers.size());
                }),
                schedule,
                system);

        assertThat(issued).containsExactly(0);
        assertThat(reported).isEqualTo(result.reasons());
        assertThat(reported).extracting(Reason::code).containsExactly(Reason.Code.STARTED_LATE);
        assertThat(system.numbers).containsExactly(1L, 3L);
    }

    private List<Issued> issued(LoadGenerator load, Schedule schedule, Slice slice) throws Exception {
        return issued(load, schedule, slice, new NumberedSystem());
    }

    /** Runs a load and returns its samples from the detail file, which has their exact times. */
    private List<Issued> issued(LoadGenerator load, Schedule schedule, Slice slice, SystemUnderTest system)
            throws Exception {
        TestResult result = run(load, schedule, system);
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        try (Stream<String> lines = Files.lines(result.log().files().detail())) {
            return lines.skip(1)
                    .map(line -> line.split("\t", -1))
                    .map(each -> new Issued(
                            Long.parseLong(each[0]) * slice.count() + slice.rank(),
                            Long.parseLong(each[2]),
                            Integer.parseInt(each[1])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TestResult run(LoadGenerator load, Schedule schedule, SystemUnderTest system) throws Exception {
        return load.run(
                system,
                QuerySampleLibrary.ofSize("samples", SAMPLES),
                settings(schedule),
                LogSettings.in(folder.resolve("run-" + runs++)));
    }

    private static TestSettings settings(Schedule schedule) {
        return TestSettings.builder(schedule.scenario())
                .scheduleRngSeed(SEED)
                .sampleIndexRngSeed(SEED)
                .build();
    }

    private static Turn turn(int sample, int thinkMillis) {
        return new Turn(sample, Duration.ofMillis(thinkMillis));
    }

    private static List<Long> numbers(int count) {
        return IntStream.range(0, count).mapToObj(each -> (long) each).toList();
    }
}
