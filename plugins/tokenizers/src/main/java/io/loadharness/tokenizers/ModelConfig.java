// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in the files next to a {@code tokenizer.json}.
 *
 * @param specialTokens the strings of the special tokens by their names in templates, such as {@code bos_token}
 * @param template the chat template; empty if there is none
 * @param toolTemplate the chat template for chats with tools; empty if {@code template} is for all chats
 */
record ModelConfig(Map<String, Object> specialTokens, Optional<Found> template, Optional<Found> toolTemplate) {

    private static final String CONFIG = "tokenizer_config.json";
    private static final String SPECIAL_TOKENS = "special_tokens_map.json";
    private static final String TEMPLATE = "chat_template.jinja";
    private static final String WRAPPED_TEMPLATE = "chat_template.json";
    private static final String FIELD = "chat_template";

    /** The field with the added tokens. If the configuration has this field, {@code transformers} does not read {@link #SPECIAL_TOKENS}. */
    private static final String DECODER = "added_tokens_decoder";

    private static final List<String> NAMED_TOKENS = List.of("model_specific_special_tokens", "extra_special_tokens");
    private static final String DEFAULT = "default";
    private static final String WITH_TOOLS = "tool_use";
    private static final Path TOOL_TEMPLATE = Path.of("additional_chat_templates", WITH_TOOLS + ".jinja");

    /**
     * A chat template and its file.
     *
     * @param file the file that contains the template, alone or in a JSON field
     */
    record Found(Path file, String source) {}

    /**
     * Reads the configuration files that exist in a folder.
     *
     * @throws IllegalArgumentException if a file cannot be read; the message gives the reason
     */
    static ModelConfig in(Path folder) {
        Map<String, Object> config = object(folder.resolve(CONFIG));
        Map<String, Object> tokens = new HashMap<>();
        addTokens(tokens, config);
        if (!config.containsKey(DECODER)) {
            addTokens(tokens, object(folder.resolve(SPECIAL_TOKENS)));
        }
        return new ModelConfig(tokens, template(folder, config), toolTemplate(folder, config));
    }

    private static Optional<Found> template(Path folder, Map<String, Object> config) {
        Path file = folder.resolve(TEMPLATE);
        return Files.isRegularFile(file)
                ? Optional.of(new Found(file, TextFile.read(file)))
                : inJson(folder, config, DEFAULT);
    }

    private static Optional<Found> toolTemplate(Path folder, Map<String, Object> config) {
        if (!Files.isRegularFile(folder.resolve(TEMPLATE))) {
            return inJson(folder, config, WITH_TOOLS);
        }
        Path file = folder.resolve(TOOL_TEMPLATE);
        return Files.isRegularFile(file) ? Optional.of(new Found(file, TextFile.read(file))) : Optional.empty();
    }

    /** Returns the template with a name in the JSON files. A template without a name is the one for all chats. */
    private static Optional<Found> inJson(Path folder, Map<String, Object> config, String name) {
        Path file = folder.resolve(CONFIG);
        Object value = config.get(FIELD);
        if (value == null) {
            file = folder.resolve(WRAPPED_TEMPLATE);
            value = object(file).get(FIELD);
        }
        Path found = file;
        Map<String, String> templates = templates(file, value);
        return Optional.ofNullable(templates.get(name)).map(source -> new Found(found, source));
    }

    /** Returns the templates in a field of a JSON file by name; none if the field is missing. */
    private static Map<String, String> templates(Path file, @Nullable Object value) {
        Map<String, String> templates = new HashMap<>();
        if (value == null) {
            return templates;
        }
        if (value instanceof String source) {
            templates.put(DEFAULT, source);
        } else if (value instanceof List<?> many) {
            for (Object each : many) {
                if (each instanceof Map<?, ?> one
                        && one.get("name") instanceof String name
                        && one.get("template") instanceof String source) {
                    templates.put(name, source);
                }
            }
        }
        if (!templates.containsKey(DEFAULT)) {
            throw new IllegalArgumentException("the " + FIELD + " in " + file
                    + " must be a template, or a list that contains a template named default");
        }
        return templates;
    }

    /** Adds the tokens in fields such as {@code bos_token}, and the tokens in the fields {@link #NAMED_TOKENS}. */
    private static void addTokens(Map<String, Object> tokens, Map<String, Object> named) {
        named.forEach((name, value) -> {
            if (name.endsWith("_token")) {
                addToken(tokens, name, value);
            }
        });
        for (String field : NAMED_TOKENS) {
            if (named.get(field) instanceof Map<?, ?> more) {
                more.forEach((name, value) -> addToken(tokens, String.valueOf(name), value));
            }
        }
    }

    private static void addToken(Map<String, Object> tokens, String name, @Nullable Object value) {
        Object content = value instanceof Map<?, ?> token ? token.get("content") : value;
        if (content instanceof String text) {
            tokens.put(name, text);
        }
    }

    private static Map<String, Object> object(Path file) {
        return Files.isRegularFile(file) ? JsonReader.object(file, TextFile.read(file)) : Map.of();
    }
}
