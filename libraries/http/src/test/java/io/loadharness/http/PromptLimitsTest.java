// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptLimitsTest {

    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final GenerationParameters ANY =
            GenerationParameters.builder().build();

    @Test
    void countLimitsARequest() {
        assertThat(sizes(new PromptLimits(2, UNLIMITED, UNLIMITED), ANY, ids(1), ids(2), ids(3), ids(4), ids(5)))
                .containsExactly(2, 2, 1);
    }

    @Test
    void sizeLimitsARequestAndALongerPromptIsSentAlone() {
        int twoShort = 2 * "[11],".length();
        PromptLimits limits = new PromptLimits(UNLIMITED, twoShort, UNLIMITED);

        assertThat(sizes(limits, ANY, ids(11), ids(22), ids(33), ids(1, 2, 3, 4, 5, 6), ids(44)))
                .containsExactly(2, 1, 1, 1);
    }

    @Test
    void possibleOutputLimitsARequest() {
        PromptLimits limits = new PromptLimits(UNLIMITED, UNLIMITED, 300);

        assertThat(sizes(limits, maxTokens(100), ids(1), ids(2), ids(3), ids(4)))
                .containsExactly(3, 1);
        assertThat(sizes(limits, maxTokens(301), ids(1), ids(2))).containsExactly(1, 1);
        assertThat(sizes(limits, ANY, ids(1), ids(2), ids(3), ids(4))).containsExactly(4);
    }

    @Test
    void outputOfARequestFitsInTheMaximumResponse() {
        assertThat(PromptLimits.of(64, 1, true, 256 << 20, 16 << 20).outputTokens())
                .isEqualTo(524_288);
        assertThat(PromptLimits.of(64, 1, false, 256 << 20, 16 << 20).outputTokens())
                .isEqualTo(524_288);
        assertThat(PromptLimits.of(64, 1, true, 5120, 16 << 20).outputTokens()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "a \"quoted\" \\ word", "line\nbreak\u0001", "é漢😀"})
    void sizeOfATextIsAtLeastItsSizeAsJson(String text) {
        List<Prompt> prompts = List.of(Prompt.of(text), Prompt.of(text));
        byte[] body = RequestJson.body(Protocol.of(Dialect.VLLM_COMPLETIONS), null, true, prompts, ANY);
        String json = new String(body, StandardCharsets.UTF_8);
        String array = json.substring(json.indexOf("[\"") + 1, json.lastIndexOf("\"]") + 1);
        int bytes = array.getBytes(StandardCharsets.UTF_8).length;

        assertThat(sizes(new PromptLimits(2, bytes - 1, UNLIMITED), ANY, prompts.get(0), prompts.get(1)))
                .containsExactly(1, 1);
    }

    @Test
    void sizeOfIdsIsTheirSizeAsJson() {
        Prompt[] prompts = {ids(0, 9, 10, 128_000, -1), ids(99)};
        int bytes = "[0,9,10,128000,-1],[99],".length();

        assertThat(sizes(new PromptLimits(2, bytes, UNLIMITED), ANY, prompts)).containsExactly(2);
        assertThat(sizes(new PromptLimits(2, bytes - 1, UNLIMITED), ANY, prompts))
                .containsExactly(1, 1);
    }

    private static GenerationParameters maxTokens(int count) {
        return GenerationParameters.builder().maxTokens(count).build();
    }

    private static Prompt ids(int... ids) {
        return Prompt.of(ids);
    }

    private static List<Integer> sizes(PromptLimits limits, GenerationParameters parameters, Prompt... prompts) {
        List<InferenceRequest> requests =
                Arrays.stream(prompts).map(each -> InferenceRequest.of(0, each)).toList();
        List<Integer> sizes = new ArrayList<>();
        int to;
        for (int from = 0; from < prompts.length; from = to) {
            to = limits.end(requests, from, parameters);
            sizes.add(to - from);
        }
        return sizes;
    }
}
