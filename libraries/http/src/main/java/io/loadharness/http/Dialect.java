// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The API of a server: the format of requests and responses.
 *
 * <pre>{@code
 * Benchmark.builder().endpoint("http://localhost:8000").dialect(Dialect.VLLM_CHAT)
 * }</pre>
 */
public enum Dialect {
    /** {@code /v1/completions}: prompts of text or token ids, several per request; no token ids in responses. */
    OPENAI_COMPLETIONS,
    /** {@code /v1/chat/completions}: chat messages, or text as a single user message; no token ids in responses. */
    OPENAI_CHAT,
    /** The same as {@link #OPENAI_COMPLETIONS} with vLLM's extension: responses contain token ids. */
    VLLM_COMPLETIONS,
    /** The same as {@link #OPENAI_CHAT} with vLLM's extension: responses contain token ids. */
    VLLM_CHAT,
    /** The {@code /generate} of SGLang: prompts of text or token ids, token ids in responses. */
    SGLANG_GENERATE,
    /** The {@code /completion} of llama.cpp: prompts of text or token ids, token ids in responses. */
    LLAMA_CPP;

    /** Returns true if one request can contain several prompts. */
    public boolean supportsMultiplePrompts() {
        return Protocol.of(this).supportsMultiplePrompts();
    }
}
