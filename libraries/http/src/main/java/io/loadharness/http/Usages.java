// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.Usage;
import org.jspecify.annotations.Nullable;

/** Reads the {@code usage} object of a response: the token counts that the server reports. */
final class Usages {

    private Usages() {}

    /** Reads the value under the cursor. Returns null if it is not an object, because servers send {@code null} without a usage. */
    static @Nullable Usage read(JsonCursor json) {
        if (!json.isObject()) {
            json.skip();
            return null;
        }
        int promptTokens = Usage.UNKNOWN;
        int cachedTokens = Usage.UNKNOWN;
        int completionTokens = Usage.UNKNOWN;
        int reasoningTokens = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "prompt_tokens" -> promptTokens = json.integer(Usage.UNKNOWN);
                case "completion_tokens" -> completionTokens = json.integer(Usage.UNKNOWN);
                case "reasoning_tokens" -> reasoningTokens = json.integer(Usage.UNKNOWN);
                case "prompt_tokens_details" -> cachedTokens = detail(json, "cached_tokens");
                case "completion_tokens_details" -> reasoningTokens = detail(json, "reasoning_tokens");
                default -> json.skip();
            }
        }
        return new Usage(promptTokens, cachedTokens, completionTokens, reasoningTokens);
    }

    private static int detail(JsonCursor json, String wanted) {
        int found = Usage.UNKNOWN;
        if (!json.isObject()) {
            json.skip();
            return found;
        }
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals(wanted)) {
                found = json.integer(Usage.UNKNOWN);
            } else {
                json.skip();
            }
        }
        return found;
    }
}
