// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestCodecTest {

    private static InferenceRequest roundTrip(InferenceRequest request) {
        return RequestCodec.decode(RequestCodec.encode(7, 3, request).getRequest());
    }

    @Test
    void keepsATextAndParameters() {
        Map<String, Object> nested = new HashMap<>();
        nested.put("none", null);
        nested.put("list", Arrays.asList(1, 2.5, "x", true, null, List.of(), Map.of()));
        GenerationParameters parameters = GenerationParameters.builder()
                .maxTokens(5)
                .minTokens(0)
                .temperature(0.1)
                .topP(0.9)
                .topK(-1)
                .seed(Long.MIN_VALUE)
                .stop("a", "b")
                .ignoreEos(true)
                .extra("nested", nested)
                .build();

        InferenceRequest copy = roundTrip(new InferenceRequest(0, Prompt.of("äöü \u0000 🙂"), parameters));

        assertThat(copy.prompt()).isEqualTo(Prompt.of("äöü \u0000 🙂"));
        assertThat(copy.parameters().toString()).isEqualTo(parameters.toString());
    }

    @Test
    void keepsTokenIds() {
        int[] ids = {0, 1, 15043, Integer.MAX_VALUE};

        Prompt.TokenIds copy = (Prompt.TokenIds)
                roundTrip(InferenceRequest.of(0, Prompt.of(ids))).prompt();

        assertThat(IntStream.range(0, copy.length()).map(copy::id).toArray()).isEqualTo(ids);
    }

    @Test
    void keepsAChatWithImagesAndFields() {
        Prompt chat = new Prompt.Chat(
                List.of(
                        new ChatMessage("system", "Be brief."),
                        new ChatMessage(
                                "user",
                                List.of(
                                        new ContentPart.Text("What is it?"),
                                        new ContentPart.Image("https://host/cat.png", Optional.of("low")))),
                        new ChatMessage("assistant", List.of(), Map.of("tool_calls", List.of("x")))),
                List.of(Map.of("name", "f")),
                List.of(Map.of("title", "d")));

        assertThat(roundTrip(InferenceRequest.of(0, chat)).prompt()).isEqualTo(chat);
    }
}
