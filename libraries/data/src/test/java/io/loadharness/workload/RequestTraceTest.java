// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.DatasetException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTraceTest {

    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(50_000));

    private final RequestTrace trace = new RequestTrace();

    @Test
    void azureTimesMayHaveATimeZone() throws DatasetException {
        azure("2023-11-16 18:15:46.6805900", "374", "44");
        azure("2023-11-16 18:15:50.9951690", "396", "109");
        azure("2023-11-16 18:15:47.000000+00:00", "5", "6");

        assertThat(trace.arrivals()).containsExactly(0, 4.314579, 0.31941);
        assertThat(trace.inputLengths()).containsExactly(374, 396, 5);
        assertThat(trace.outputLengths()).containsExactly(44, 109, 6);
    }

    @Test
    void mooncakeHasMillisecondsAndSharedBlocks() throws DatasetException {
        mooncake(27_000, 1100, 52, 1, 2, 3);
        mooncake(30_500, 1024, 26, 1, 2);
        mooncake(30_500, 700, 26, 1, 9);
        Rows rows = Rows.of(new TracePrompts(IDS, trace, 5));

        assertThat(trace.arrivals()).containsExactly(0, 3.5, 3.5);
        assertThat(rows.columns()).containsExactly("input_ids", "output_len", "at_s");
        assertThat(rows.ids(0)).hasSize(1100);
        assertThat(rows.ids(0).subList(0, 1024)).isEqualTo(rows.ids(1));
        assertThat(rows.ids(2)).hasSize(700);
        assertThat(rows.ids(2).subList(0, 512)).isEqualTo(rows.ids(1).subList(0, 512));
        assertThat(rows.ids(2).subList(512, 700)).isNotEqualTo(rows.ids(1).subList(512, 700));
        assertThat(rows.get(1)).containsEntry("at_s", 3.5).containsEntry("output_len", 26L);
    }

    @Test
    void failuresOfBurstGptAreSkipped() throws DatasetException {
        burst(5, 472, 18);
        burst(45, 1087, 0);
        burst(118.5, 417, 276);

        assertThat(trace.requests()).isEqualTo(2);
        assertThat(trace.skippedRows()).isEqualTo(1);
        assertThat(trace.arrivals()).containsExactly(0, 113.5);
        assertThat(Rows.of(new TracePrompts(PromptStyle.chat(TextGenerator.commonWords()), trace, 5))
                        .get(1)
                        .keySet())
                .containsExactly("input", "output_len", "at_s");
    }

    @Test
    void lengthsCanBeUsedAsADistribution() throws DatasetException {
        burst(5, 472, 18);
        burst(6, 30, 18);

        assertThat(LengthDistribution.empirical(trace.inputLengths()).sample(100, 1))
                .containsOnly(472, 30);
    }

    @Test
    void unknownColumnsAreRejectedWithTheKnownOnes() {
        trace.integer(trace.column("arrived"), 5);
        trace.integer(trace.column("tokens"), 5);

        assertThatThrownBy(trace::endRow)
                .isInstanceOf(DatasetException.class)
                .hasMessage("the columns arrived, tokens are not those of a known trace: TIMESTAMP, ContextTokens and"
                        + " GeneratedTokens or timestamp, input_length and output_length or Timestamp,"
                        + " Request tokens and Response tokens");
    }

    @Test
    void invalidValuesAreRejectedWithTheirColumn() {
        assertThatThrownBy(() -> azure("yesterday", "1", "1"))
                .hasMessage("TIMESTAMP must be a date and time such as 2024-05-10 00:00:00.009930: got 'yesterday'");
        assertThatThrownBy(() -> azure("2023-11-16 18:15:46", "many", "1"))
                .hasMessage("ContextTokens must be a number: got 'many'");
        assertThatThrownBy(() -> azure("2023-11-16 18:15:46", "1", "1.5"))
                .hasMessage("GeneratedTokens must be a number of tokens, a non-negative integer: got 1.5");
        assertThatThrownBy(() -> azure("2023-11-16 18:15:46", "1", "-1"))
                .hasMessage("GeneratedTokens must be a number of tokens, a non-negative integer: got -1.0");
    }

    @Test
    void lengthsAboveTheMaximumAreRejected() {
        assertThatThrownBy(() -> mooncake(0, 2_000_000_000, 1, 1, 2))
                .hasMessage("input_length must be at most 1073741824 tokens: got 2.0E9");
        assertThatThrownBy(() -> mooncake(0, 1, 1L << 40)).hasMessageStartingWith("output_length must be at most");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[46, 99999999999]", "[1.5]", "a"})
    void hashesThatAreNot32BitIntegersAreRejected(String hashes) {
        trace.integer(trace.column("timestamp"), 0);
        trace.integer(trace.column("input_length"), 600);
        trace.integer(trace.column("output_length"), 1);
        trace.json(trace.column("hash_ids"), hashes);

        assertThatThrownBy(trace::endRow)
                .isInstanceOf(DatasetException.class)
                .hasMessage("hash_ids must be a list of 32-bit integers");
    }

    @Test
    void moreBlocksThanTheLengthOfThePromptAreRejected() {
        assertThatThrownBy(() -> mooncake(0, 1024, 1, 1, 2, 3))
                .hasMessage("hash_ids has 3 blocks of 512 tokens, which is more than the 1024 tokens of input_length");
    }

    @Test
    void aTraceWithoutRequestsIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracePrompts(IDS, trace, 1))
                .withMessage(
                        "the trace has no request that can be replayed: every row has 0 input tokens or 0 output tokens");
    }

    @Test
    void keepsThousandsOfRequests() throws DatasetException {
        for (int i = 0; i < 5000; i++) {
            burst(i, 1 + i % 7, 1);
        }
        assertThat(trace.requests()).isEqualTo(5000);
        assertThat(List.of(trace.inputLengths()[4999], (int) trace.arrivals()[4999]))
                .containsExactly(1 + 4999 % 7, 4999);
    }

    private void azure(String time, String input, String output) throws DatasetException {
        trace.text(trace.column("TIMESTAMP"), time);
        trace.text(trace.column("ContextTokens"), input);
        trace.text(trace.column("GeneratedTokens"), output);
        trace.endRow();
    }

    private void mooncake(long time, long input, long output, int... blocks) throws DatasetException {
        trace.integer(trace.column("timestamp"), time);
        trace.integer(trace.column("input_length"), input);
        trace.integer(trace.column("output_length"), output);
        trace.integers(trace.column("hash_ids"), blocks, 0, blocks.length);
        trace.endRow();
    }

    private void burst(double time, long input, long output) throws DatasetException {
        trace.number(trace.column("Timestamp"), time);
        trace.text(trace.column("Model"), "ChatGPT");
        trace.integer(trace.column("Request tokens"), input);
        trace.integer(trace.column("Response tokens"), output);
        trace.integer(trace.column("Total tokens"), input + output);
        trace.text(trace.column("Log Type"), "Conversation log");
        trace.endRow();
    }
}
