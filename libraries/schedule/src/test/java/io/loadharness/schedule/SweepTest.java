// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SweepTest {

    @TempDir
    private Path folder;

    @Test
    void theProbeArrivesInFiveSeconds() {
        assertThat(Sweep.builder().build().probe()).hasToString("constant 400/s, 2000 samples");
        assertThat(Sweep.builder().probeSamples(10).build().probe().length()).contains(Duration.ofSeconds(5));
    }

    @Test
    void theProbeFindsTheSaturation() throws Exception {
        FakePacer clock = new FakePacer();
        Sweep sweep = Sweep.builder().probeSamples(1000).build();

        TestResult probe = run(sweep.probe(), clock, sample -> {
            clock.pass(Duration.ofMillis(25)); // the system completes 40 samples per second at any load
            sample.complete();
        });

        assertThat(sweep.saturation(probe)).isCloseTo(40, within(1e-6));
        assertThat(Sweep.builder().percentile(95).build().saturation(probe)).isEqualTo(40);
        assertThat(sweep.keptUp(40)).isFalse();
        assertThat(sweep.keptUp(190)).isTrue();
    }

    @Test
    void aProbeWithoutCompletionsHasNoSaturation() throws Exception {
        Sweep sweep = Sweep.builder().probeSamples(3).build();
        TestResult probe = run(sweep.probe(), new FakePacer(), sample -> sample.fail(new IOException("full")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sweep.saturation(probe))
                .withMessage(
                        "cannot find the saturation, because no sample of the probe completed: 3 of 3 samples failed:"
                                + " BACKEND_EXCEPTION 3 (first: java.io.IOException: full)");
    }

    @Test
    void damagedRowsAreRejected() throws Exception {
        Sweep sweep = Sweep.builder().probeSamples(3).build();
        TestResult probe = run(sweep.probe(), new FakePacer(), QuerySample::complete);
        Files.writeString(probe.logs().detail(), "1\t2\tcompleted");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> sweep.saturation(probe))
                .withMessage(probe.logs().detail()
                        + " is not the detail file of a run: it was changed, or another program wrote it");
    }

    @Test
    void aLinearLadderHasEqualSteps() {
        assertThat(Sweep.builder().stages(5).build().rates(41)).containsExactly(1.0, 11.0, 21.0, 31.0, 41.0);
    }

    @Test
    void aStageBeyondTheSaturationIsTheLastOne() {
        assertThat(Sweep.builder().stages(3).beyondSaturation(true).build().rates(20))
                .containsExactly(1.0, 10.5, 20.0, 22.0);
    }

    @Test
    void theProbeFindsTheSaturationOfAServerWithBatches() {
        for (int requests : new int[] {350, 500, 2000}) {
            long[] arrivals = LongStream.range(0, requests)
                    .map(i -> i * 5_000_000_000L / requests)
                    .toArray();

            assertThat(Saturation.rate(BatchModel.serve(arrivals)[1]))
                    .as("%d requests", requests)
                    .isCloseTo(BatchModel.capacity(), within(0.04 * BatchModel.capacity()));
        }
    }

    @Test
    void aGeometricLadderHasEqualFactors() {
        List<Double> rates =
                Sweep.builder().stages(4).ladder(Sweep.Ladder.GEOMETRIC).build().rates(27);

        assertThat(rates).hasSize(4);
        assertThat(rates.get(1)).isCloseTo(3, within(1e-9));
        assertThat(rates.get(2)).isCloseTo(9, within(1e-9));
        assertThat(rates.get(3)).isEqualTo(27);
    }

    @Test
    void ratesDoNotExceedTheSaturationOfASlowSystem() {
        assertThat(Sweep.builder().stages(4).build().rates(0.4))
                .isSorted()
                .startsWith(0.1)
                .endsWith(0.4);
        assertThat(Sweep.builder().stages(1).build().rates(7)).containsExactly(7.0);
    }

    @Test
    void aStageHasPoissonArrivals() {
        assertThat(Sweep.builder().stageLength(Duration.ofSeconds(30)).build().stage(2.5))
                .hasToString("poisson 2.5/s for 30 s");
    }

    @Test
    void aSlowStartDoesNotLowerTheSaturation() {
        long[] slowStart = LongStream.concat(
                        LongStream.of(100_000_000), LongStream.range(0, 2000).map(i -> 1_000_000_000 + i * 5_000_000))
                .toArray();

        assertThat(Saturation.rate(slowStart, 95)).isEqualTo(200);
        assertThat(Saturation.rate(slowStart, 0)).isEqualTo(2);
    }

    @Test
    void aVeryFastSystemHasARate() {
        assertThat(Saturation.rate(new long[] {100_000_000, 250_000_000}, 95)).isEqualTo(8);
        assertThat(Saturation.rate(new long[] {0}, 95)).isPositive();
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sweep.builder().stages(0))
                .withMessage("the number of stages must be between 1 and 1000: got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sweep.builder().percentile(101))
                .withMessage("the percentile must be between 0 and 100: got 101.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sweep.builder().stageLength(Duration.ZERO))
                .withMessage("the duration of a stage must be more than zero");
    }

    private TestResult run(Schedule schedule, FakePacer clock, TestSystem.Reaction reaction)
            throws InterruptedException {
        try (ScheduledLoad load = new ScheduledLoad(schedule, clock)) {
            return load.start(
                            new TestSystem(reaction),
                            QuerySampleLibrary.ofSize("ten", 10),
                            TestSettings.builder(schedule.scenario()).build(),
                            LogSettings.in(folder))
                    .await();
        }
    }
}
