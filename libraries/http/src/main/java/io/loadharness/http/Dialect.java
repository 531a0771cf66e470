// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** How a server wants to be asked, and how it answers. */
public enum Dialect {
    /** {@code /v1/completions}: prompts of text or token ids, several at a time; no ids back. */
    OPENAI_COMPLETIONS,
    /** {@code /v1/chat/completions}: chat messages, or text as the one message of a user; no ids back. */
    OPENAI_CHAT,
    /** {@link #OPENAI_COMPLETIONS} as vLLM has it, with token ids back. */
    VLLM_COMPLETIONS,
    /** {@link #OPENAI_CHAT} as vLLM has it, with token ids back. */
    VLLM_CHAT,
    /** SGLang's own {@code /generate}: text or token ids, token ids back. */
    SGLANG_GENERATE,
    /** llama.cpp's own {@code /completion}: text or token ids, token ids back. */
    LLAMA_CPP
}
