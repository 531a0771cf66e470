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
 * @param specialTokens the texts of the special tokens by their names in templates, such as {@code bos_token}
 * @param template the chat template; empty if there is none
 */
record ModelConfig(Map<String, Object> specialTokens, Optional<Found> template) {

    private static final String CONFIG = "tokenizer_config.json";
    private static final String SPECIAL_TOKENS = "special_tokens_map.json";
    private static final String TEMPLATE = "chat_template.jinja";
    private static final String WRAPPED_TEMPLATE = "chat_template.json";
    private static final String FIELD = "chat_template";

    /**
     * A chat template and its file.
     *
     * @param file the file that contains the template, alone or in a JSON field
     */
    record Found(Path file, String source) {}

    /**
     * Reads the configuration files that exist in a folder.
     *
     * @throws IllegalArgumentException if a file cannot be read; the message contains the reason
     */
    static ModelConfig in(Path folder) {
        Map<String, Object> config = object(folder.resolve(CONFIG));
        Map<String, Object> tokens = new HashMap<>();
        addTokens(tokens, object(folder.resolve(SPECIAL_TOKENS)));
        addTokens(tokens, config);
        return new ModelConfig(tokens, template(folder, config));
    }

    private static Optional<Found> template(Path folder, Map<String, Object> config) {
        Path file = folder.resolve(TEMPLATE);
        if (Files.isRegularFile(file)) {
            return Optional.of(new Found(file, TextFile.read(file)));
        }
        Path wrapped = folder.resolve(WRAPPED_TEMPLATE);
        Optional<String> inConfig = template(folder.resolve(CONFIG), config.get(FIELD));
        return inConfig.isPresent()
                ? inConfig.map(source -> new Found(folder.resolve(CONFIG), source))
                : template(wrapped, object(wrapped).get(FIELD)).map(source -> new Found(wrapped, source));
    }

    /**
     * Returns the template in a field of a JSON file; empty if the field is missing. From a list of templates, returns the one with the
     * name {@code default}.
     */
    private static Optional<String> template(Path file, @Nullable Object value) {
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        if (value instanceof List<?> many) {
            for (Object each : many) {
                if (each instanceof Map<?, ?> one
                        && "default".equals(one.get("name"))
                        && one.get("template") instanceof String source) {
                    return Optional.of(source);
                }
            }
        }
        throw new IllegalArgumentException("the " + FIELD + " in " + file
                + " must be a template, or a list that contains a template named default");
    }

    private static void addTokens(Map<String, Object> tokens, Map<String, Object> named) {
        named.forEach((name, value) -> {
            Object content = value instanceof Map<?, ?> token ? token.get("content") : value;
            if (name.endsWith("_token") && content instanceof String text) {
                tokens.put(name, text);
            }
        });
    }

    private static Map<String, Object> object(Path file) {
        return Files.isRegularFile(file) ? JsonReader.object(file, TextFile.read(file)) : Map.of();
    }
}
