// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A text generator that caches system prompts, because many prompts start with the same one. Not thread-safe. */
final class CachedTextGenerator {

    private static final int CAPACITY = 256;

    private record Prefix(int tokens, long stream) {}

    private final TextGenerator generator;
    private final Map<Prefix, String> prefixes = new LinkedHashMap<>(CAPACITY, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Prefix, String> eldest) {
            return size() > CAPACITY;
        }
    };

    CachedTextGenerator(TextGenerator generator) {
        this.generator = generator;
    }

    /** Returns the text of the next part of a prompt, after the text {@code before}. */
    String continuation(CharSequence before, PromptBuilder.Role role, int tokens, long stream) throws DatasetException {
        if (role != PromptBuilder.Role.SYSTEM || before.length() > 0) {
            return generator.continuation(before.toString(), tokens, stream);
        }
        Prefix prefix = new Prefix(tokens, stream);
        String text = prefixes.get(prefix);
        if (text == null) {
            text = generator.continuation("", tokens, stream);
            prefixes.put(prefix, text);
        }
        return text;
    }
}
