// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakSearch.Step;
import io.loadharness.schedule.PeakTrial.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PeakSearchTest {

    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final double PRECISION = 0.02;

    /** The trials of a search, and its result. */
    private record Outline(List<PeakTrial> trials, Peak peak) {

        long full() {
            return trials.stream().filter(each -> each.kind() == RunKind.FULL).count();
        }

        double level() {
            return peak.level().orElse(0);
        }
    }

    private static Outline run(PeakSearch search, Function<Step, PeakTrial> system) {
        List<PeakTrial> trials = new ArrayList<>();
        for (Optional<Step> step = search.next(trials); step.isPresent(); step = search.next(trials)) {
            assertThat(trials).hasSizeLessThan(search.maxShortRuns() + 5);
            trials.add(system.apply(step.get()));
        }
        Outline outline = new Outline(trials, search.peak(trials));
        assertThat(outline.trials.size() - outline.full()).isLessThanOrEqualTo(search.maxShortRuns());
        assertThat(outline.peak.isComplete()).isTrue();
        return outline;
    }

    private static Outline run(Function<Step, PeakTrial> system) {
        return run(PeakSearch.builder().build(), system);
    }

    /** A server whose figures are computed from the load. */
    private static final class ModelServer {

        double peak = 50;
        double saturation = 60;
        double noise;
        double steepness = 6;
        double slowdown = 1;
        double clientLimit = Double.POSITIVE_INFINITY;
        double measuredByProbe = 60;
        double latency = 0.5;
        Random random = new Random(0);

        PeakTrial measure(Step step) {
            double level = step.level();
            if (step.kind() == RunKind.PROBE) {
                return new PeakTrial(RunKind.PROBE, 0, Outcome.KEPT, "", 0, 256, 2, OptionalDouble.of(measuredByProbe));
            }
            double limit = step.kind() == RunKind.FULL ? peak * slowdown : peak;
            double share = Math.pow((step.kind() == RunKind.SINGLE ? 0 : level) / limit, steepness);
            double seen = share * Math.exp(step.kind() == RunKind.SHORT ? noise * random.nextGaussian() : 0);
            boolean isGrowing = level > saturation * 1.05 && step.kind() != RunKind.SINGLE;
            Outcome outcome = level > clientLimit
                    ? Outcome.CLIENT_LIMITED
                    : seen > 1 || isGrowing ? Outcome.EXCEEDED : Outcome.KEPT;
            return new PeakTrial(
                    step.kind(),
                    level,
                    outcome,
                    outcome == Outcome.KEPT ? "" : outcome == Outcome.EXCEEDED ? "TTFT is 3 s" : "CPUs are busy",
                    seen,
                    level * latency,
                    latency,
                    isGrowing ? OptionalDouble.of(saturation) : OptionalDouble.empty());
        }
    }

    @Test
    void findsThePeakOfARandomServerWithinThePrecision() {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            ModelServer server = new ModelServer();
            server.saturation = Math.exp(random.nextDouble() * 12 - 4); // from 0.02/s to 3,000/s
            server.measuredByProbe = server.saturation * (0.99 + 0.02 * random.nextDouble());
            server.peak = server.saturation * (0.3 + 0.68 * random.nextDouble());
            server.steepness = 0.5 + 12 * random.nextDouble();
            server.latency = 20 / server.saturation;

            Outline found = run(server::measure);

            assertThat(found.peak.isConfirmed()).as(found.peak.text()).isTrue();
            assertThat(found.level() / server.peak)
                    .as("%s: %s %s", server.peak, found.trials, found.peak)
                    .isBetween(1 - PRECISION, 1.0);
            assertThat(found.peak.low()).isLessThanOrEqualTo(server.peak);
            assertThat(found.peak.high()).isGreaterThanOrEqualTo(server.peak * 0.99);
            assertThat(found.full()).as(found.trials.toString()).isEqualTo(1);
        }
    }

    @Test
    void findsACliffWithinThePrecision() {
        Random random = new Random(2);
        for (int i = 0; i < 300; i++) {
            ModelServer server = new ModelServer();
            server.peak = 10 + 40 * random.nextDouble();
            server.saturation = 1e9;
            server.measuredByProbe = server.peak * (0.4 + random.nextDouble()); // an overloaded server thrashes
            server.steepness = 1000;

            Outline found = run(server::measure);

            assertThat(found.level() / server.peak)
                    .as("%s: %s %s", server.peak, found.trials, found.peak)
                    .isBetween(1 - 2 * PRECISION, 1.0);
            assertThat(found.peak.isConfirmed()).isTrue();
            assertThat(found.peak.limit()).isEqualTo("TTFT is 3 s");
        }
    }

    @Test
    void noiseMovesThePeakByLessThanItself() {
        Random random = new Random(3);
        double sum = 0;
        for (int i = 0; i < 300; i++) {
            ModelServer server = new ModelServer();
            server.random = new Random(i);
            server.noise = 0.15; // 2.5 % of the load
            server.peak = 20 + 35 * random.nextDouble();

            Outline found = run(server::measure);

            assertThat(found.level() / server.peak)
                    .as("%s: %s %s", server.peak, found.trials, found.peak)
                    .isBetween(0.9, 1.0);
            sum += found.level() / server.peak;
        }
        assertThat(sum / 300).isCloseTo(0.99, within(PRECISION));
    }

    @Tag("slow")
    @Test
    void aThroughputLimitedServerNeedsFewRuns() {
        double capacity = BatchModel.capacity();
        assertThat(capacity).isCloseTo(53.05, within(0.01));
        for (int seed = 0; seed < 15; seed++) {
            BatchModel server = new BatchModel(2, 0.1, seed);
            double peak = server.peak(TEN_MINUTES);
            assertThat(peak).isBetween(0.95 * capacity, 1.02 * capacity);

            Outline found = run(server::measure);

            assertThat(found.peak.isConfirmed()).isTrue();
            assertThat(found.level() / peak).as("%s: %s", peak, found).isBetween(0.965, 1.0005);
            assertThat(found.full()).isEqualTo(1);
            assertThat(found.trials).hasSizeLessThan(12);
            assertThat(found.peak.text())
                    .startsWith("The peak is 5")
                    .contains("a run of 600 s met all limits", "The throughput limits it: the server is saturated");
        }
    }

    @Tag("slow")
    @Test
    void aBatchingServerHasAPeakForEachLimit() {
        for (double[] limits : List.of(new double[] {0.5, 0.1}, new double[] {0.2, 0.1}, new double[] {2, 0.0142})) {
            double sum = 0;
            for (int seed = 0; seed < 8; seed++) {
                BatchModel server = new BatchModel(limits[0], limits[1], seed);
                double peak = server.peak(TEN_MINUTES);

                Outline found = run(server::measure);

                assertThat(found.level() / peak).as("%s: %s", peak, found).isBetween(0.85, 1.0005);
                sum += found.level() / peak;
            }
            assertThat(sum / 8).isBetween(0.95, 1.0);
        }
    }

    @Test
    void aServerThatSlowsDownHasALowerConfirmedPeak() {
        ModelServer server = new ModelServer();
        server.slowdown = 0.8;

        Outline found = run(server::measure);

        assertThat(found.level()).isBetween(0.8 * 50 * 0.9, 0.8 * 50.0);
        assertThat(found.peak.isConfirmed()).isTrue();
        assertThat(found.full()).isBetween(2L, 5L);
        assertThat(found.peak.high()).isGreaterThanOrEqualTo(40);
        assertThat(found.peak.text())
                .contains("met all limits in short runs, but not in a run of 600 s: the server slows down over time");
    }

    @Test
    void aServerThatNeverLastsIsNotConfirmed() {
        ModelServer server = new ModelServer();
        server.slowdown = 0.01;

        Outline found = run(server::measure);

        assertThat(found.peak.level()).isEmpty();
        assertThat(found.peak.isConfirmed()).isFalse();
        assertThat(found.full()).isEqualTo(5);
        assertThat(found.peak.text()).startsWith("No rate is confirmed: none of 5 full-length runs met all limits");
    }

    @Test
    void aServerThatIsTooSlowAloneHasNoPeak() {
        Outline found = run(step -> step.kind() == RunKind.PROBE
                ? new ModelServer().measure(step)
                : new PeakTrial(
                        step.kind(),
                        step.level(),
                        Outcome.EXCEEDED,
                        "TTFT is 3 s",
                        5,
                        step.level(),
                        1,
                        OptionalDouble.empty()));

        assertThat(found.peak.level()).isEmpty();
        assertThat(found.trials).hasSizeLessThanOrEqualTo(5);
        assertThat(found.peak.text())
                .isEqualTo("No rate meets the limits: even one request at a time exceeds them (TTFT is 3 s).");
    }

    @Test
    void requestsThatHardlyOverlapEndTheSearch() {
        Outline found = run(
                PeakSearch.builder().firstLevel(0.1).build(),
                step -> new PeakTrial(
                        step.kind(),
                        step.level(),
                        Outcome.EXCEEDED,
                        "TTFT is 3 s",
                        5,
                        step.level(),
                        1,
                        OptionalDouble.empty()));

        assertThat(found.trials).hasSize(1);
        assertThat(found.peak.text())
                .isEqualTo("No rate meets the limits: at 0.1/s, requests hardly overlap, and still exceed them"
                        + " (TTFT is 3 s).");
    }

    @Test
    void aClientThatIsTooSlowIsNamed() {
        ModelServer server = new ModelServer();
        server.clientLimit = 30;

        Outline found = run(server::measure);

        assertThat(found.level()).isBetween(30 * (1 - 2 * PRECISION), 30.0);
        assertThat(found.peak.text())
                .contains("The load generator, not the server, is the bottleneck at ", "(CPUs are busy)");
    }

    @Test
    void aServerWithoutALimitHasNoUpperEnd() {
        ModelServer server = new ModelServer();
        server.peak = Double.POSITIVE_INFINITY;
        server.saturation = Double.POSITIVE_INFINITY;

        Outline found = run(server::measure);

        assertThat(found.peak.high()).isInfinite();
        assertThat(found.peak.isConfirmed()).isTrue();
        assertThat(found.peak.text()).endsWith("Every measured rate met all limits, thus the limit is higher.");
    }

    @Test
    void aConcurrencyIsAWholeNumber() {
        for (int limit = 1; limit <= 300; limit++) {
            int highest = limit;
            PeakSearch search = PeakSearch.builder().wholeLevels(true).build();

            Outline found = run(
                    search,
                    step -> new PeakTrial(
                            step.kind(),
                            step.level(),
                            step.level() <= highest ? Outcome.KEPT : Outcome.EXCEEDED,
                            step.level() <= highest ? "" : "TTFT is 3 s",
                            Math.pow(step.level() / (highest + 0.5), 2),
                            step.level(),
                            1,
                            OptionalDouble.empty()));

            assertThat(found.trials).noneMatch(each -> each.kind() == RunKind.PROBE);
            assertThat(found.trials).allMatch(each -> each.level() == Math.rint(each.level()));
            assertThat(found.level())
                    .as("%s %s", found.trials, found.peak)
                    .isBetween(Math.floor(highest * (1 - 2 * PRECISION)), (double) highest);
            assertThat(found.peak.isConfirmed()).isTrue();
        }
    }

    @Test
    void oneRequestInFlightCanExceedTheLimits() {
        Outline found = run(
                PeakSearch.builder().wholeLevels(true).build(),
                step -> new PeakTrial(
                        step.kind(),
                        step.level(),
                        Outcome.EXCEEDED,
                        "TTFT is 3 s",
                        2,
                        step.level(),
                        1,
                        OptionalDouble.empty()));

        assertThat(found.trials).last().extracting(PeakTrial::level).isEqualTo(1.0);
        assertThat(found.peak.text()).startsWith("No concurrency meets the limits: at 1 in flight");
    }

    @Test
    void aGlitchAtALowRateIsMeasuredAgain() {
        ModelServer server = new ModelServer();
        server.peak = 55;
        List<Double> levels = new ArrayList<>();

        Outline found = run(step -> {
            levels.add(step.level());
            PeakTrial trial = server.measure(step);
            return levels.size() == 3 // the second short run
                    ? new PeakTrial(
                            step.kind(),
                            step.level(),
                            Outcome.EXCEEDED,
                            "TTFT is 3 s",
                            1.2,
                            trial.inFlight(),
                            trial.latency(),
                            OptionalDouble.empty())
                    : trial;
        });

        assertThat(found.level()).isBetween(0.9 * 55, 55.0);
    }

    @Test
    void aSearchContinuesFromAnyPrefixOfItsTrials() {
        Outline whole = run(new ModelServer()::measure);
        PeakSearch search = PeakSearch.builder().build();
        for (int i = 0; i < whole.trials.size(); i++) {
            PeakTrial next = whole.trials.get(i);
            assertThat(search.next(whole.trials.subList(0, i)))
                    .hasValueSatisfying(step -> assertThat(step.level()).isEqualTo(next.level()));
            Peak soFar = search.peak(whole.trials.subList(0, i));
            assertThat(soFar.isComplete()).isFalse();
            assertThat(soFar.isConfirmed()).isFalse();
            assertThat(soFar.text()).startsWith("The search is not complete.");
        }
    }

    @Test
    void theLimitOfShortRunsIsReported() {
        ModelServer server = new ModelServer();
        server.peak = 4;

        Outline found = run(PeakSearch.builder().maxShortRuns(6).build(), server::measure);

        assertThat(found.trials).hasSizeLessThanOrEqualTo(11);
        assertThat(found.peak.low()).isLessThanOrEqualTo(4);
    }

    @Test
    void runsAreLongEnoughForTheirLatency() {
        PeakSearch search = PeakSearch.builder().build();
        PeakTrial probe = new PeakTrial(RunKind.PROBE, 0, Outcome.KEPT, "", 0, 256, 60, OptionalDouble.of(4));

        Step next = search.next(List.of(probe)).orElseThrow();

        assertThat(next.level()).isCloseTo(3.6, within(1e-9));
        assertThat(next.length()).isBetween(Duration.ofMinutes(4), TEN_MINUTES);
        assertThat(PeakSearch.builder()
                        .confirmDuration(Duration.ofSeconds(3))
                        .build()
                        .next(List.of(probe)))
                .hasValueSatisfying(step -> assertThat(step.length()).isEqualTo(Duration.ofSeconds(3)));
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeakSearch.builder().precision(0.6))
                .withMessage("the precision must be between 0.1 % and 50 %: got 60 %");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeakSearch.builder().maxShortRuns(1))
                .withMessage("the maximum number of short runs must be between 2 and 1000: got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeakSearch.builder().firstLevel(0))
                .withMessage("the first rate must be more than 0 and at most 10000000 per second: got 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeakSearch.builder().confirmDuration(Duration.ZERO))
                .withMessage("the duration of the confirming run must be more than zero");
    }
}
