// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** What the server says about its model. */
final class ModelPages {

    private static final Map<String, Field> TEXTS = Map.of("prompt", Field.PROMPT, "messages", Field.MESSAGES);
    private static final Map<String, Field> IDS = Map.of("tokens", Field.PROMPT);

    private final SimulatorConfig config;

    ModelPages(SimulatorConfig config) {
        this.config = config;
    }

    void models(ServedExchange exchange) {
        AsciiBytes json = exchange.loop().json();
        json.ascii("{\"object\":\"list\",\"data\":[{\"id\":").json(config.model());
        json.ascii(",\"object\":\"model\",\"created\":0,\"owned_by\":\"loadharness\",\"root\":")
                .json(config.model());
        json.ascii(",\"parent\":null,\"max_model_len\":")
                .number(config.maxModelLength())
                .ascii("}]}");
        Plain.json(exchange, 200, json);
    }

    void tokenize(ServedExchange exchange) {
        try {
            int[] ids = only(exchange, TEXTS);
            AsciiBytes json = exchange.loop().json();
            json.ascii("{\"count\":").number(ids.length).ascii(",\"max_model_len\":");
            json.number(config.maxModelLength())
                    .ascii(",\"tokens\":")
                    .numbers(ids)
                    .add('}');
            Plain.json(exchange, 200, json);
        } catch (BadRequest e) {
            Plain.error(exchange, e.status(), e.getMessage());
        }
    }

    void detokenize(ServedExchange exchange) {
        try {
            String text = SimulatedVocabulary.decode(only(exchange, IDS));
            Plain.json(
                    exchange,
                    200,
                    exchange.loop().json().ascii("{\"prompt\":").json(text).add('}'));
        } catch (BadRequest e) {
            Plain.error(exchange, e.status(), e.getMessage());
        }
    }

    private static int[] only(ServedExchange exchange, Map<String, Field> names) throws BadRequest {
        return RequestReader.read(exchange.body(), names, OptionalInt.empty())
                .prompts()
                .get(0);
    }
}
