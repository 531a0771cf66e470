// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Completes a {@code tokenizer.json} with the tokens in the files next to it, as {@code transformers} 5 does when it opens a tokenizer:
 *
 * <ul>
 *   <li>tokens of {@code added_tokens_decoder} in {@code tokenizer_config.json} or, without it, of {@code added_tokens.json};
 *   <li>special tokens such as {@code bos_token}, and those of {@code additional_special_tokens} or {@code extra_special_tokens}.
 * </ul>
 *
 * <p>A token that is not in the vocabulary gets the next free id. Only the file {@code tokenizer.json} determines which tokens are
 * added around a prompt: {@code transformers} ignores {@code add_bos_token} and {@code add_eos_token} if this file exists. Not reusable.
 */
final class ConfiguredTokenizer {

    private static final String CONFIG = "tokenizer_config.json";
    private static final String SPECIAL_TOKENS = "special_tokens_map.json";
    private static final String ADDED_TOKENS = "added_tokens.json";
    private static final String DECODER = "added_tokens_decoder";
    private static final String CONTENT = "content";

    /** The names of the special tokens, in the order in which they get ids. */
    private static final List<String> NAMES =
            List.of("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token");

    private static final String EXPLICIT = "model_specific_special_tokens";
    private static final List<String> NAMED_TOKENS = List.of("extra_special_tokens", EXPLICIT);

    private static final List<String> MORE_SPECIAL = List.of("extra_special_tokens", "additional_special_tokens");

    /** A part of the text of the file. */
    private record Span(int from, int to) {}

    /** An added token, with the fields of {@code AddedToken} in Python. */
    private record Added(
            String content, boolean singleWord, boolean lstrip, boolean rstrip, boolean normalized, boolean special) {

        static Added special(String content) {
            return new Added(content, false, false, false, false, true);
        }

        /** Converts an object of a configuration file; empty if it has no content. */
        static Optional<Added> of(Map<?, ?> fields) {
            boolean isSpecial = Boolean.TRUE.equals(fields.get("special"));
            boolean isNormalized =
                    fields.get("normalized") == null ? !isSpecial : Boolean.TRUE.equals(fields.get("normalized"));
            return fields.get(CONTENT) instanceof String content && !content.isEmpty()
                    ? Optional.of(new Added(
                            content,
                            Boolean.TRUE.equals(fields.get("single_word")),
                            Boolean.TRUE.equals(fields.get("lstrip")),
                            Boolean.TRUE.equals(fields.get("rstrip")),
                            isNormalized,
                            isSpecial))
                    : Optional.empty();
        }

        Added asSpecial() {
            return new Added(content, singleWord, lstrip, rstrip, normalized, true);
        }
    }

    private final Path file;
    private final Path folder;
    private final String json;
    private final Map<String, Object> config;
    private final Map<String, Object> settings;
    private final Map<String, Added> present = new LinkedHashMap<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private @Nullable Span addedTokens;
    private int modelSize;

    private ConfiguredTokenizer(Path file, Path folder, String json) {
        this.file = file;
        this.folder = folder;
        this.json = json;
        this.config = object(CONFIG);
        this.settings = new LinkedHashMap<>(config);
    }

    /**
     * Returns the completed text of a {@code tokenizer.json}.
     *
     * @param json the text of {@code files.tokenizer()}
     * @throws IllegalArgumentException if a file cannot be read; the message gives the reason
     */
    static String complete(ModelFiles files, String json) {
        return files.folder()
                .map(folder -> new ConfiguredTokenizer(files.tokenizer(), folder, json).completed())
                .orElse(json);
    }

    private String completed() {
        JsonReader.read(file, json, this::readAddedTokens);
        List<Added> more = missing();
        if (more.isEmpty()) {
            return json;
        }
        int next = ids.values().stream().mapToInt(each -> each + 1).max().orElse(0);
        more.forEach(each -> present.put(each.content, each));
        Map<String, Integer> added = new HashMap<>(ids);
        JsonReader.read(file, json, this::readVocabulary);
        ids.putAll(added);
        next = Math.max(next, modelSize);
        for (String each : present.keySet()) {
            if (!ids.containsKey(each)) {
                ids.put(each, next++);
            }
        }
        if (addedTokens != null) {
            return json.substring(0, addedTokens.from) + addedTokens() + json.substring(addedTokens.to);
        }
        int start = json.indexOf('{') + 1;
        return json.substring(0, start) + "\"added_tokens\":" + addedTokens() + "," + json.substring(start);
    }

    // reading tokenizer.json

    private boolean readAddedTokens(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken first = parser.nextToken();
            int from = (int) parser.currentTokenLocation().getCharOffset();
            if (name.equals("added_tokens") && first == JsonToken.START_ARRAY) {
                for (Object each : JsonReader.list(parser)) {
                    if (each instanceof Map<?, ?> fields) {
                        Added.of(fields).ifPresent(token -> {
                            present.put(token.content, token);
                            if (fields.get("id") instanceof BigInteger id) {
                                ids.put(token.content, id.intValue());
                            }
                        });
                    }
                }
                addedTokens = new Span(from, (int) parser.currentLocation().getCharOffset());
            } else {
                parser.skipChildren();
            }
        }
        return true;
    }

    /** Counts the tokens of the model, and finds the ids of those that are also added tokens or special tokens. */
    private boolean readVocabulary(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isModel = parser.currentName().equals("model");
            if (parser.nextToken() == JsonToken.START_OBJECT && isModel) {
                readModel(parser);
            } else {
                parser.skipChildren();
            }
        }
        return true;
    }

    private void readModel(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isVocabulary = parser.currentName().equals("vocab");
            JsonToken first = parser.nextToken();
            if (isVocabulary && first == JsonToken.START_OBJECT) {
                for (; parser.nextToken() == JsonToken.FIELD_NAME; modelSize++) {
                    String token = parser.currentName();
                    if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && isWanted(token)) {
                        ids.put(token, parser.getIntValue());
                    }
                }
            } else if (isVocabulary && first == JsonToken.START_ARRAY) {
                for (; parser.nextToken() == JsonToken.START_ARRAY; modelSize++) {
                    if (parser.nextToken() == JsonToken.VALUE_STRING && isWanted(parser.getText())) {
                        ids.put(parser.getText(), modelSize);
                    }
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        parser.skipChildren();
                    }
                }
            } else {
                parser.skipChildren();
            }
        }
    }

    private boolean isWanted(String token) {
        return present.containsKey(token);
    }

    // reading the other files

    private Map<String, Object> object(String name) {
        Path path = folder.resolve(name);
        return Files.isRegularFile(path) ? JsonReader.object(path, TextFile.read(path)) : Map.of();
    }

    /**
     * Returns the tokens that the tokenizer lacks, or that it has with other properties. Their order is the order in which they get ids.
     */
    private List<Added> missing() {
        TreeMap<Integer, Added> decoder = new TreeMap<>();
        if (config.get(DECODER) instanceof Map<?, ?> tokens) {
            tokens.forEach((id, token) -> {
                if (token instanceof Map<?, ?> fields) {
                    Added.of(fields).ifPresent(each -> decoder.put(id(id), each));
                }
            });
        } else {
            settings.putAll(object(SPECIAL_TOKENS));
            List<String> special =
                    special(settings).stream().map(Added::content).toList();
            object(ADDED_TOKENS).forEach((token, id) -> {
                boolean isSpecial = special.contains(token);
                decoder.put(id(id), new Added(token, false, false, false, !isSpecial, isSpecial));
            });
            ids.forEach((token, id) -> decoder.put(id, present.get(token)));
        }
        Map<String, Added> missing = new LinkedHashMap<>();
        decoder.values().stream()
                .filter(each -> !present.containsValue(each))
                .forEach(each -> missing.put(each.content, each));
        List<Added> special = special(settings);
        for (Added each : special) {
            if (!present.containsKey(each.content)) {
                missing.putIfAbsent(each.content, each);
            }
        }
        List<String> named = Stream.concat(
                        NAMES.stream().flatMap(name -> added(settings.get(name)).stream()),
                        modelSpecific(settings).values().stream())
                .map(Added::content)
                .toList();
        return missing.values().stream()
                .map(each -> named.contains(each.content) ? each.asSpecial() : each)
                .toList();
    }

    private int id(Object text) {
        try {
            return Integer.parseInt(String.valueOf(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    folder + " has the token id " + text + " in " + CONFIG + " or " + ADDED_TOKENS
                            + ", which is not a number",
                    e);
        }
    }

    /** Returns the special tokens in the order in which they get ids. */
    private static List<Added> special(Map<String, Object> settings) {
        List<Added> special = new ArrayList<>();
        for (String name : NAMES) {
            added(settings.get(name)).map(Added::asSpecial).ifPresent(special::add);
        }
        modelSpecific(settings).values().forEach(each -> special.add(each.asSpecial()));
        for (String name : MORE_SPECIAL) {
            if (settings.get(name) instanceof List<?> list && !list.isEmpty()) {
                list.forEach(each -> added(each).map(Added::asSpecial).ifPresent(special::add));
                break;
            }
        }
        return special;
    }

    /** Returns the special tokens that only one kind of model has, such as {@code image_token}, by name. */
    private static Map<String, Added> modelSpecific(Map<String, Object> settings) {
        Map<String, Added> tokens = new LinkedHashMap<>();
        settings.forEach((name, value) -> {
            if (name.endsWith("_token") && !NAMES.contains(name)) {
                added(value).ifPresent(token -> tokens.put(name, token));
            }
        });
        for (String field : NAMED_TOKENS) {
            boolean isIgnored = field.equals(EXPLICIT) && !tokens.isEmpty(); // as in transformers
            if (!isIgnored && settings.get(field) instanceof Map<?, ?> more) {
                more.forEach((name, value) -> added(value).ifPresent(token -> tokens.put(String.valueOf(name), token)));
            }
        }
        return tokens;
    }

    private static Optional<Added> added(@Nullable Object value) {
        if (value instanceof String text && !text.isEmpty()) {
            return Optional.of(Added.special(text));
        }
        return value instanceof Map<?, ?> fields ? Added.of(fields) : Optional.empty();
    }

    // writing

    private String addedTokens() {
        TreeMap<Integer, Added> byId = new TreeMap<>();
        present.forEach((token, added) -> byId.put(ids.get(token), added));
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.writeStartArray();
            for (Map.Entry<Integer, Added> each : byId.entrySet()) {
                Added token = each.getValue();
                out.writeStartObject();
                out.writeNumberField("id", each.getKey());
                out.writeStringField(CONTENT, token.content);
                out.writeBooleanField("single_word", token.singleWord);
                out.writeBooleanField("lstrip", token.lstrip);
                out.writeBooleanField("rstrip", token.rstrip);
                out.writeBooleanField("normalized", token.normalized);
                out.writeBooleanField("special", token.special);
                out.writeEndObject();
            }
            out.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
