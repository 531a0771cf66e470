// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that a chat template receives in addition to the messages. Immutable.
 *
 * <pre>{@code
 * ChatOptions options = ChatOptions.DEFAULTS.withTools(tools).withVariable("enable_thinking", false);
 * }</pre>
 *
 * @param tools the functions that the model can call, each as a map in the format of the request field {@code tools}; a template receives
 *     {@code None} if the list is empty
 * @param documents the documents that the model can use, each as a map; a template receives {@code None} if the list is empty
 * @param addGenerationPrompt true if the prompt ends with the start of the completion
 * @param variables other variables of the template by name, such as {@code enable_thinking}; the values are strings, numbers, booleans,
 *     lists, maps and null
 */
public record ChatOptions(
        List<Map<String, @Nullable Object>> tools,
        List<Map<String, @Nullable Object>> documents,
        boolean addGenerationPrompt,
        Map<String, @Nullable Object> variables) {

    /** No tools, no documents and no other variables. The prompt ends with the start of the completion. */
    public static final ChatOptions DEFAULTS = new ChatOptions(List.of(), List.of(), true, Map.of());

    public ChatOptions {
        tools = List.copyOf(tools);
        documents = List.copyOf(documents);
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }

    /** Returns a copy with other tools. */
    public ChatOptions withTools(List<Map<String, @Nullable Object>> value) {
        return new ChatOptions(value, documents, addGenerationPrompt, variables);
    }

    /** Returns a copy with other documents. */
    public ChatOptions withDocuments(List<Map<String, @Nullable Object>> value) {
        return new ChatOptions(tools, value, addGenerationPrompt, variables);
    }

    /** Returns a copy with another value of {@link #addGenerationPrompt}. */
    public ChatOptions withGenerationPrompt(boolean value) {
        return new ChatOptions(tools, documents, value, variables);
    }

    /** Returns a copy with one more variable, or with another value of a variable. */
    public ChatOptions withVariable(String name, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(variables);
        all.put(name, value);
        return new ChatOptions(tools, documents, addGenerationPrompt, all);
    }
}
