// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.List;

/** The requests and answers of a dialect. Without state. */
interface Protocol {

    static Protocol of(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_COMPLETIONS -> new CompletionsProtocol(false);
            case OPENAI_CHAT -> new ChatProtocol(false);
            case VLLM_COMPLETIONS -> new CompletionsProtocol(true);
            case VLLM_CHAT -> new ChatProtocol(true);
            case SGLANG_GENERATE -> new SglangProtocol();
            case LLAMA_CPP -> new LlamaCppProtocol();
        };
    }

    /** Where requests go, below the root of the server. */
    String path();

    /** Whether one request may have several prompts. */
    default boolean takesManyPrompts() {
        return false;
    }

    /** Whether answers hold token ids. */
    boolean returnsIds();

    /**
     * Writes the fields of a request.
     *
     * @throws IllegalArgumentException if the dialect cannot say what is asked
     */
    void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException;

    /** Reads an event, or a whole body, which came at a time. */
    void read(JsonCursor json, Answer answer, long nanos);
}
