// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.List;

/** The format of requests and responses of a dialect. Stateless. */
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

    /** Returns the path of requests, below the root of the server. */
    String path();

    /** Returns true if one request can contain several prompts. */
    default boolean supportsMultiplePrompts() {
        return false;
    }

    /** Returns true if responses have token ids. */
    boolean returnsIds();

    /**
     * Writes the prompts and parameters of a request.
     *
     * @throws IllegalArgumentException if the dialect does not support a parameter or a kind of prompt
     */
    void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException;

    /**
     * Adds the output in the object under the cursor to {@code completion}. The object is an event of the stream or, without streaming, the
     * body, and was received at the time {@code nanos}.
     */
    void read(JsonCursor json, Completion completion, long nanos);
}
