// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests settings that are parsed from text. */
class SettingsTextTest {

    @Test
    void lengthIsFixedUniformOrLogNormal() {
        assertThat(OutputLength.parse("128")).isEqualTo(OutputLength.fixed(128));
        assertThat(OutputLength.parse("50-200")).isEqualTo(OutputLength.uniform(50, 200));
        assertThat(OutputLength.parse("lognormal:128:0.5:1024")).isEqualTo(OutputLength.logNormal(128, 0.5, 1024));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "5-", "lognormal:128", "lognormal:a:b:c"})
    void invalidLengthIsReportedWithTheFormat(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputLength.parse(text))
                .withMessage("Invalid output length '" + text + "': use 128, 50-200 or lognormal:128:0.5:1024");
    }

    @Test
    void uniformLengthsReachExactlyBothBounds() {
        OutputLength lengths = OutputLength.uniform(3, 5);

        assertThat(LongStream.range(0, 1000).map(lengths::of).distinct().sorted())
                .containsExactly(3L, 4L, 5L);
    }

    @Test
    void logNormalLengthsHaveTheirMedianInTheMiddle() {
        OutputLength lengths = OutputLength.logNormal(100, 0.5, 400);
        long[] sorted = LongStream.range(0, 10_001).map(lengths::of).sorted().toArray();

        assertThat(sorted[5000]).isBetween(97L, 103L);
        assertThat(sorted[10_000]).isLessThanOrEqualTo(400);
        assertThat(sorted[8413]).isBetween(155L, 175L); // e^0.5 times the median
    }

    @Test
    void ruleNamesAFaultAndItsFrequency() {
        assertThat(FaultRule.parse("http-500=every:10")).isEqualTo(FaultRule.every(10, Fault.HTTP_500));
        assertThat(FaultRule.parse("http-1.0=probability:0.25"))
                .isEqualTo(FaultRule.withProbability(0.25, Fault.HTTP_1_0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            http-501=every:10       | unknown fault 'http-501'; the nearest is http-401
            fin-in-streem=every:10  | unknown fault 'fin-in-streem'; the nearest is fin-in-stream
            http-500                | Invalid fault rule 'http-500': use NAME=every:10 or NAME=probability:0.01
            http-500=every:x        | Invalid fault rule 'http-500=every:x': use NAME=every:10 or NAME=probability:0.01
            http-500=often:1        | Invalid fault rule 'http-500=often:1': use NAME=every:10 or NAME=probability:0.01
            http-500=every:-1       | the interval of http-500 must be at least 1: got -1
            http-500=every:0        | http-500 needs either an interval of at least 1 or a probability greater than 0
            http-500=probability:2  | the probability of http-500 must be from 0 to 1: got 2.0
            """)
    void invalidRuleIsReported(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultRule.parse(text))
                .withMessage(message);
    }

    @Test
    void everyFaultIsFoundByItsLabel() {
        assertThat(Fault.values())
                .allSatisfy(fault -> assertThat(Fault.of(fault.label())).isSameAs(fault));
    }

    @Test
    void firstApplicableRuleWins() {
        FaultPlan plan = new FaultPlan(
                List.of(FaultRule.every(3, Fault.HTTP_500), FaultRule.withProbability(0.2, Fault.HTTP_503)), 1);
        List<Fault> faults = LongStream.rangeClosed(1, 30_000)
                .boxed()
                .flatMap(number -> plan.ofRequest(number, fault -> true).stream())
                .toList();

        assertThat(faults.stream().filter(Fault.HTTP_500::equals)).hasSize(10_000);
        assertThat(faults.stream().filter(Fault.HTTP_503::equals).count()).isBetween(3800L, 4200L);
    }

    @Test
    void impossibleFaultIsSkippedForTheNextRule() {
        FaultPlan plan = new FaultPlan(
                List.of(FaultRule.every(1, Fault.MISSING_DONE), FaultRule.every(1, Fault.FIN_IN_STREAM)), 1);

        assertThat(plan.ofRequest(1, fault -> fault.canHappen(false, true))).containsExactly(Fault.FIN_IN_STREAM);
    }

    @Test
    void legalVariantsAreTheLastNine() {
        assertThat(Arrays.stream(Fault.values()).filter(Fault::isLegal))
                .hasSize(9)
                .endsWith(Fault.SPLIT_WRITES);
    }
}
