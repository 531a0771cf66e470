// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of a seed never change, because users compare runs across versions, JDKs and machines. */
class SameBytesTest {

    private static final PromptStyle IDS =
            PromptStyle.tokenIds(PromptVocabulary.of(128_256).without(128_000, 128_001));
    private static final PromptStyle TEXT = PromptStyle.text(TextGenerator.exactly(ToyTokenizers.pieces()));
    private static final PromptStyle CHAT = PromptStyle.chat(TextGenerator.commonWords());

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void theRowsOfASeedNeverChange(String checksum, SyntheticWorkload workload) throws Exception {
        assertThat(Rows.of(workload).checksum()).isEqualTo(checksum);
    }

    static Stream<Arguments> theRowsOfASeedNeverChange() throws Exception {
        return Stream.of(
                random("83fdbee312dd4a85", LengthDistribution.normal(512, 200, 10, 1024)),
                random("fb80bcdc5de05c2b", LengthDistribution.lognormal(512, 200, 10, 1024)),
                random("3df71963c521fbf8", LengthDistribution.skewNormal(512, 200, 4, 10, 1024)),
                random("acf55f39b22d8fd9", LengthDistribution.poisson(512, 10, 1024)),
                random("6e7200a63e4eeafc", LengthDistribution.uniform(10, 1024)),
                random("530e1e30ed6533f5", LengthDistribution.empirical(10, 500, 20)),
                Arguments.of(
                        "1d6abe78b49364e9", SharedPrefixes.builder(IDS).seed(1).build()),
                Arguments.of(
                        "d21faf73a5fb95e6", SharedPrefixes.builder(TEXT).seed(2).build()),
                Arguments.of(
                        "2581006d6beb8907",
                        Conversations.builder(IDS)
                                .conversations(5)
                                .concurrentConversations(2)
                                .seed(3)
                                .build()),
                Arguments.of(
                        "ae1d27359ea5ab18",
                        Conversations.builder(CHAT).conversations(5).seed(4).build()),
                Arguments.of("b14fd4ff217814a1", WorkloadProfile.INTERACTIVE_CHAT.workload(IDS, 20, 5)),
                Arguments.of("4c7a679224416b6a", WorkloadProfile.IMAGE_CLASSIFICATION.workload(CHAT, 5, 6)),
                Arguments.of("458683e1a20d2677", new TracePrompts(IDS, trace(), 7)));
    }

    private static Arguments random(String checksum, LengthDistribution lengths) {
        return Arguments.of(checksum, new RandomPrompts(IDS, lengths, lengths, 50, 42));
    }

    private static RequestTrace trace() throws Exception {
        RequestTrace trace = new RequestTrace();
        for (int i = 1; i < 9; i++) {
            trace.integer(trace.column("timestamp"), 333L * i);
            trace.integer(trace.column("input_length"), 700L * i);
            trace.integer(trace.column("output_length"), i);
            trace.integers(trace.column("hash_ids"), new int[] {0, i / 2}, 0, 2);
            trace.endRow();
        }
        return trace;
    }
}
