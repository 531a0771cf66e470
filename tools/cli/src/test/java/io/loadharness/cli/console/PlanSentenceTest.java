// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LoadPlan;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanSentenceTest {

    @Test
    void describesALoadGenRunByItsSettings() {
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .serverTargetQps(22)
                .minQueryCount(13_368)
                .minDuration(Duration.ofSeconds(1))
                .build();
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            LoadPlan plan = loadGen.plan(QuerySampleLibrary.ofSize("articles", 13_368), settings);

            assertThat(PlanSentence.of(plan)).contains("Plan: 13,368 samples at 22 per second: about 10 min");
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            100,   PT10S,    'Plan: 100 samples at 10 per second: about 10 s'
            100,   PT100000S, 'Plan: 100 samples at 0.001 per second: about 28 h'
            40,    PT0S,     'Plan: 40 samples'
            1,     PT0S,     'Plan: 1 sample'
            40,    ,         'Plan: 40 samples'
            ,      PT99.4S,  'Plan: about 99 s'
            ,      PT100S,   'Plan: about 2 min'
            ,      PT0.001S, 'Plan: about 1 s'
            ,      PT5H,     'Plan: about 5 h'
            ,      PT130M,   'Plan: about 2 h'
            """)
    void includesWhatIsKnown(Long samples, Duration duration, String sentence) {
        LoadPlan plan = new LoadPlan(
                samples == null ? OptionalLong.empty() : OptionalLong.of(samples), Optional.ofNullable(duration));

        assertThat(PlanSentence.of(plan)).contains(sentence);
    }

    @Test
    void expectedNumberOfSamplesIsApproximate() {
        LoadPlan plan = new LoadPlan(OptionalLong.of(20), Optional.of(Duration.ofSeconds(4)), true);

        assertThat(PlanSentence.of(plan)).contains("Plan: about 20 samples at 5 per second: about 4 s");
    }

    @Test
    void isEmptyIfNothingIsKnown() {
        assertThat(PlanSentence.of(LoadPlan.UNKNOWN)).isEmpty();
    }
}
