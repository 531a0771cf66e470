// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.List;

/**
 * The limits of a request with several prompts. A request with one prompt has no limits.
 *
 * @param prompts the maximum number of prompts
 * @param bytes the maximum size of all prompts, in bytes of JSON
 * @param outputTokens the maximum number of tokens in the response, because a response has a maximum size
 */
record PromptLimits(int prompts, int bytes, long outputTokens) {

    /** The bytes of a streamed token with its event. The events of vLLM have about 300 bytes. */
    private static final int STREAMED_BYTES_PER_TOKEN = 512;

    /** The bytes of a token, its text and its id, in a response that is not streamed. */
    private static final int BYTES_PER_TOKEN = 32;

    private static final int ESCAPED_BYTES = 6;

    /** Returns limits that keep responses below the maximum size of a body and of an event. */
    static PromptLimits of(int prompts, int bytes, boolean streamed, long maxBodyBytes, int maxEventBytes) {
        long outputTokens = streamed
                ? maxBodyBytes / STREAMED_BYTES_PER_TOKEN
                : Math.min(maxBodyBytes, maxEventBytes) / BYTES_PER_TOKEN;
        return new PromptLimits(prompts, bytes, outputTokens);
    }

    /** Returns the end of the next HTTP request: the index after its last prompt. The request starts at {@code from}. */
    int end(List<InferenceRequest> requests, int from, GenerationParameters parameters) {
        long last = Math.min((long) from + Math.min(prompts, promptsOfTokens(parameters)), requests.size());
        long size = jsonBytes(requests.get(from).prompt());
        int end = from + 1;
        while (end < last) {
            size += jsonBytes(requests.get(end).prompt());
            if (size > bytes) {
                break;
            }
            end++;
        }
        return end;
    }

    private long promptsOfTokens(GenerationParameters parameters) {
        return parameters.maxTokens().isEmpty()
                ? prompts
                : Math.max(1, outputTokens / Math.max(1, parameters.maxTokens().getAsInt()));
    }

    /** Returns the maximum size of a prompt as JSON with its separator. */
    private static long jsonBytes(Prompt prompt) {
        if (prompt instanceof Prompt.Text text) {
            return jsonBytes(text.text());
        }
        if (prompt instanceof Prompt.TokenIds ids) {
            long bytes = 2; // the brackets
            for (int i = 0; i < ids.length(); i++) {
                bytes += digits(ids.id(i)) + 1;
            }
            return bytes;
        }
        return 0; // a request with several prompts has only text and token ids
    }

    private static long jsonBytes(String text) {
        long bytes = 3; // quotes and a comma
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || Character.isSurrogate(c)) {
                bytes += ESCAPED_BYTES;
            } else if (c < 0x80) {
                bytes += c == '"' || c == '\\' ? 2 : 1;
            } else {
                bytes += c < 0x800 ? 2 : 3;
            }
        }
        return bytes;
    }

    private static int digits(int id) {
        int digits = id < 0 ? 2 : 1;
        for (int rest = id / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
