// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.report.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanWarningsTest {

    private static final PlanWarnings OPTIONS = new PlanWarnings(true);

    private static final LoadPlan MILLION = new LoadPlan(OptionalLong.of(1_000_000), Optional.of(Duration.ofHours(1)));

    @Test
    void earlyStoppingNeedsAsManyQueriesAsLoadGenLogs() {
        assertThat(PlanWarnings.minQueries(0.99, 0)).isEqualTo(459);
        assertThat(PlanWarnings.minQueries(0.9, 0)).isEqualTo(44);
        assertThat(PlanWarnings.minQueries(0.9, 1)).isEqualTo(64);
        assertThat(PlanWarnings.minQueries(0.99, 1)).isEqualTo(662);
    }

    @Test
    void streamsThatCanEndBeforeEarlyStoppingAreReported() {
        Map<String, Number> fields = Map.of(
                "multi_stream_target_latency_percentile", 0.99, "min_query_count", 100, "min_duration_ms", 10_000);

        assertThat(OPTIONS.ofLoadGen(Scenario.MULTI_STREAM, fields, LoadPlan.UNKNOWN, RuleSet.MLPERF))
                .containsExactly("The run can end after 100 queries and 10 s, but early stopping at the 99th"
                        + " percentile needs at least 662, and with fewer it is INVALID: set --min-queries to 662");
        assertThat(OPTIONS.ofLoadGen(
                        Scenario.SINGLE_STREAM,
                        Map.of("single_stream_target_latency_percentile", 0.9, "min_query_count", 64),
                        LoadPlan.UNKNOWN,
                        RuleSet.MLPERF))
                .isEmpty();
    }

    @Test
    void moreEnginesThanSamplesAreReported() {
        LoadPlan five = new LoadPlan(OptionalLong.of(5), Optional.empty());

        assertThat(OPTIONS.ofEngines(8, five))
                .contains("There are 8 engines, but about 5 samples are planned: at least 3 of the engines process no"
                        + " sample; use fewer --processes, or plan more samples");
        assertThat(OPTIONS.ofEngines(5, five)).isEmpty();
        assertThat(OPTIONS.ofEngines(8, LoadPlan.UNKNOWN)).isEmpty();
    }

    @Test
    void maximumsThatContradictMinimumsAreReported() {
        Map<String, Number> fields = Map.of(
                "max_query_count", 50, "min_query_count", 100, "max_duration_ms", 5000, "min_duration_ms", 600_000);

        assertThat(OPTIONS.ofLoadGen(Scenario.SERVER, fields, MILLION, RuleSet.MLPERF))
                .containsExactly(
                        "The run cannot become VALID: max_query_count is 50, but min_query_count is 100; raise or remove"
                                + " max_query_count in the user.conf",
                        "The run cannot become VALID: max_duration is 5 s, but min_duration is 10 min; raise or remove"
                                + " max_duration in the user.conf");
    }

    @Test
    void maximumBelowTheNeedOfEarlyStoppingIsReported() {
        assertThat(OPTIONS.ofLoadGen(
                        Scenario.SERVER,
                        Map.of("server_target_latency_percentile", 0.99, "max_query_count", 300),
                        MILLION,
                        RuleSet.MLPERF))
                .containsExactly("The run cannot become VALID: max_query_count is 300, but early stopping at the 99th"
                        + " percentile needs at least 459; set max_query_count to 459 or more in the user.conf, and"
                        + " --min-queries to 459");
    }

    @Test
    void timeIsLeftOutIfItIsZero() {
        Map<String, Number> fields =
                Map.of("single_stream_target_latency_percentile", 0.99, "min_query_count", 100, "min_duration_ms", 0);

        assertThat(OPTIONS.ofLoadGen(Scenario.SINGLE_STREAM, fields, LoadPlan.UNKNOWN, RuleSet.MLPERF))
                .singleElement()
                .asString()
                .startsWith("The run can end after 100 queries, but early stopping");
    }

    @ParameterizedTest
    @CsvSource({
        "PT100S, '459, or --min-duration to 459s'",
        "PT1000S, '459, or --min-duration to 77m'",
        "PT100000S, '459'"
    })
    void suggestedDurationHasASensibleUnit(Duration ofHundred, String remedy) {
        Map<String, Number> fields = Map.of("server_target_latency_percentile", 0.99);
        LoadPlan plan = new LoadPlan(OptionalLong.of(100), Optional.of(ofHundred));

        assertThat(OPTIONS.ofLoadGen(Scenario.SERVER, fields, plan, RuleSet.MLPERF))
                .singleElement()
                .asString()
                .endsWith("; set --min-queries to " + remedy);
    }

    @Test
    void warningsNameMethodsForProgramsInJava() {
        Map<String, Number> fields = Map.of("server_target_latency_percentile", 0.99);
        LoadPlan plan = new LoadPlan(OptionalLong.of(100), Optional.of(Duration.ofSeconds(100)));

        assertThat(new PlanWarnings(false).ofLoadGen(Scenario.SERVER, fields, plan, RuleSet.MLPERF))
                .singleElement()
                .asString()
                .endsWith("; set minQueries to 459, or minDuration to 459s");
    }

    @Test
    void requirementsThatThePlanCannotMeetAreReported() {
        LoadPlan plan = new LoadPlan(OptionalLong.of(100), Optional.of(Duration.ofSeconds(10)));
        List<String> required =
                List.of("samples>=1000", "samples<=50", "duration>=60s", "duration<=5s", "completed>100");

        assertThat(PlanWarnings.ofRequirements(Scenario.SERVER, required, plan))
                .containsExactly(
                        "The run cannot meet the requirement samples>=1000: about 100 samples are planned; change the size"
                                + " of the run or the requirement",
                        "The run cannot meet the requirement samples<=50: about 100 samples are planned; change the size"
                                + " of the run or the requirement",
                        "The run cannot meet the requirement duration>=60s: the planned time to send the samples is 10.0 s;"
                                + " change the size of the run or the requirement",
                        "The run cannot meet the requirement duration<=5s: the planned time to send the samples is 10.0 s;"
                                + " change the size of the run or the requirement");
        assertThat(PlanWarnings.ofRequirements(
                        Scenario.SERVER, List.of("samples>=100", "duration>=10s", "completed<=5"), plan))
                .isEmpty();
        assertThat(PlanWarnings.ofRequirements(Scenario.OFFLINE, List.of("duration<=5s"), plan))
                .isEmpty();
    }

    @Test
    void expectedNumberOfSamplesMayBeExceeded() {
        LoadPlan plan = new LoadPlan(OptionalLong.of(20), Optional.of(Duration.ofSeconds(4)), true);

        assertThat(PlanWarnings.ofRequirements(Scenario.SERVER, List.of("samples>=100", "duration>=5s"), plan))
                .containsExactly(
                        "The run may not meet the requirement samples>=100: about 20 samples are planned; change the size"
                                + " of the run or the requirement",
                        "The run cannot meet the requirement duration>=5s: the planned time to send the samples is 4.0 s;"
                                + " change the size of the run or the requirement");
    }

    @Test
    void aFullDiskIsReportedWithTheSpaceThatIsNeeded() {
        assertThat(OPTIONS.ofDisk(Path.of("out"), OptionalLong.of(3 << 20), List.of(MILLION)))
                .contains("The disk of out has 3 MiB free, but the runs may need 1,969 MiB: a run fails if its records"
                        + " cannot be written. Use another --output-dir");
        assertThat(OPTIONS.ofDisk(Path.of("out"), OptionalLong.of(1L << 40), List.of(MILLION)))
                .isEmpty();
    }

    @Test
    void unknownDiskSpaceCausesNoWarning() {
        assertThat(OPTIONS.ofDisk(Path.of("out"), OptionalLong.empty(), List.of(MILLION)))
                .isEmpty();
    }

    @Test
    void aMaximumTimeBelowThePlannedTimeIsReported() {
        assertThat(OPTIONS.ofMaxTime(Duration.ofSeconds(10), Duration.ofSeconds(60)))
                .contains(
                        "The benchmark cannot become VALID: the plan needs about 60.0 s, but --max-time stops it after"
                                + " 10 s; raise --max-time, or plan a shorter run");
        assertThat(OPTIONS.ofMaxTime(Duration.ofSeconds(61), Duration.ofSeconds(60)))
                .isEmpty();
    }

    @Test
    void theDiskOfAFolderThatDoesNotExistYetIsChecked(@TempDir Path folder) {
        assertThat(OPTIONS.ofDisk(folder.resolve("a/b"), List.of())).isEmpty();
    }
}
