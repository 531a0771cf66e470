// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.Usage;

/** Reads the {@code usage} object. */
final class Usages {

    private Usages() {}

    static Usage read(JsonCursor json) {
        int prompt = Usage.UNKNOWN;
        int cached = Usage.UNKNOWN;
        int completion = Usage.UNKNOWN;
        int reasoning = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "prompt_tokens" -> prompt = json.integer(Usage.UNKNOWN);
                case "completion_tokens" -> completion = json.integer(Usage.UNKNOWN);
                case "reasoning_tokens" -> reasoning = json.integer(Usage.UNKNOWN);
                case "prompt_tokens_details" -> cached = detail(json, "cached_tokens");
                case "completion_tokens_details" -> reasoning = detail(json, "reasoning_tokens");
                default -> json.skip();
            }
        }
        return new Usage(prompt, cached, completion, reasoning);
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
