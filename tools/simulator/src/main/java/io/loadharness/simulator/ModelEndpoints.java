// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** The endpoints that describe the model and its tokenizer. */
final class ModelEndpoints {

    private static final Map<String, Field> TEXTS = Map.of("prompt", Field.PROMPT, "messages", Field.MESSAGES);
    private static final Map<String, Field> IDS = Map.of("tokens", Field.PROMPT);

    private final SimulatorConfig config;

    ModelEndpoints(SimulatorConfig config) {
        this.config = config;
    }

    void models(ServerExchange exchange) {
        AsciiBytes json = exchange.loop().json();
        json.ascii("{\"object\":\"list\",\"data\":[{\"id\":").json(config.model());
        json.ascii(",\"object\":\"model\",\"created\":0,\"owned_by\":\"loadharness\",\"root\":")
                .json(config.model());
        json.ascii(",\"parent\":null,\"max_model_len\":")
                .number(config.maxModelLength())
                .ascii("}]}");
        FullResponse.json(exchange, 200, json);
    }

    void tokenize(ServerExchange exchange) {
        try {
            int[] ids = firstPrompt(exchange, TEXTS);
            AsciiBytes json = exchange.loop().json();
            json.ascii("{\"count\":").number(ids.length).ascii(",\"max_model_len\":");
            json.number(config.maxModelLength())
                    .ascii(",\"tokens\":")
                    .numbers(ids)
                    .add('}');
            FullResponse.json(exchange, 200, json);
        } catch (BadRequest e) {
            FullResponse.error(exchange, e.status(), e.getMessage());
        }
    }

    void detokenize(ServerExchange exchange) {
        try {
            String text = SimulatedVocabulary.decode(firstPrompt(exchange, IDS));
            FullResponse.json(
                    exchange,
                    200,
                    exchange.loop().json().ascii("{\"prompt\":").json(text).add('}'));
        } catch (BadRequest e) {
            FullResponse.error(exchange, e.status(), e.getMessage());
        }
    }

    private static int[] firstPrompt(ServerExchange exchange, Map<String, Field> names) throws BadRequest {
        return RequestReader.read(exchange.body(), names, OptionalInt.empty())
                .prompts()
                .get(0);
    }
}
