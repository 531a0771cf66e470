// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules of a tokenizer class to a {@code tokenizer.json}. The field {@code tokenizer_class} in {@code tokenizer_config.json}
 * names the class. Depending on it, {@code AutoTokenizer} of {@code transformers} changes the normalizer and the pre-tokenizer of the file:
 *
 * <ul>
 *   <li>{@code transformers} 4 sets single fields to the values in the configuration;
 *   <li>{@code transformers} 5 replaces both steps by those of the class.
 * </ul>
 *
 * <p>If both versions have the same result, this result is applied. Otherwise, the result of {@code transformers} 4 is applied and a
 * warning is added. The tokens around a prompt are always those of the file, as in {@code transformers} 5.
 */
final class TokenizerClass {

    private static final String CONFIG = "tokenizer_config.json";
    private static final String MODEL_CONFIG = "config.json";

    private static final String NORMALIZER = "normalizer";
    private static final String PRE_TOKENIZER = "pre_tokenizer";
    private static final String POST_PROCESSOR = "post_processor";
    private static final List<String> FIELDS = List.of(NORMALIZER, PRE_TOKENIZER, POST_PROCESSOR);

    private static final String TYPE = "type";
    private static final String SEQUENCE = "Sequence";
    private static final String BYTE_LEVEL = "ByteLevel";
    private static final String PREFIX_SPACE = "add_prefix_space";

    /** The types of language models for which {@code transformers} 5 uses {@code tokenizer.json} without changes. */
    private static final Set<String> UNCHANGED =
            Set.of(("arctic ernie4_5 ernie4_5_moe flex_olmo fuyu glm glm4 glm4_moe gpt_bigcode"
                            + " granite granitemoe granitemoehybrid h2ovl_chat internlm2 internlm3 jamba llava llava_next minicpm3"
                            + " minicpmv minimax_m2 ministral ministral3 mistral mistral3 mixtral molmo nemotron olmo2 olmo3"
                            + " openvla persimmon phi3 phi3_v phimoe pixtral stablelm vipllava voxtral")
                    .split(" "));

    /**
     * A tokenizer after the rules of its class were applied.
     *
     * @param json the text of the {@code tokenizer.json} after the changes
     * @param warnings the differences between the versions of {@code transformers}
     */
    record Adapted(String json, List<String> warnings) {}

    /** A value in the text of the file, and its position. */
    private record Field(@Nullable Object value, int from, int to) {}

    /** The two steps before the model of a tokenizer, as in the file; null means that there is none. */
    private record Steps(
            @Nullable Object normalizer, @Nullable Object preTokenizer) {

        boolean isSameAs(Steps other) {
            return isSameNormalizer(other) && isSamePreTokenizer(other);
        }

        boolean isSameNormalizer(Steps other) {
            return Objects.equals(plain(normalizer), plain(other.normalizer));
        }

        boolean isSamePreTokenizer(Steps other) {
            return Objects.equals(plain(preTokenizer), plain(other.preTokenizer));
        }

        /** Removes the parts that do not change token ids. */
        private static @Nullable Object plain(@Nullable Object step) {
            if (!(step instanceof Map<?, ?> fields)) {
                return null;
            }
            if (SEQUENCE.equals(fields.get(TYPE))) {
                List<?> parts = fields.containsKey("normalizers")
                        ? (List<?>) fields.get("normalizers")
                        : fields.get("pretokenizers") instanceof List<?> list ? list : List.of(fields);
                return parts.size() == 1 && parts.get(0) != fields ? plain(parts.get(0)) : step;
            }
            Map<Object, Object> plain = new LinkedHashMap<>(fields);
            if (BYTE_LEVEL.equals(fields.get(TYPE))) {
                plain.remove("trim_offsets");
                plain.putIfAbsent("use_regex", true);
            } else if ("Metaspace".equals(fields.get(TYPE))) {
                plain.remove(PREFIX_SPACE);
                plain.remove("str_rep");
            }
            return plain;
        }
    }

    private final Path folder;
    private final String name;
    private final Map<String, Object> config;
    private final Map<String, Field> fields;
    private final String json;

    private TokenizerClass(
            Path folder, String name, Map<String, Object> config, Map<String, Field> fields, String json) {
        this.folder = folder;
        this.name = name;
        this.config = config;
        this.fields = fields;
        this.json = json;
    }

    /**
     * Applies the rules of the class.
     *
     * @param json the text of {@code files.tokenizer()}
     * @throws IllegalArgumentException if a file cannot be read; the message gives the reason
     */
    static Adapted adapt(ModelFiles files, String json) {
        Path folder = files.folder().orElse(null);
        Map<String, Object> config = folder == null ? Map.of() : object(folder.resolve(CONFIG));
        if (folder == null || !(config.get("tokenizer_class") instanceof String name)) {
            return new Adapted(json, List.of());
        }
        String plainName = name.endsWith("Fast") ? name.substring(0, name.length() - 4) : name;
        return switch (plainName) {
            case "LlamaTokenizer", "GemmaTokenizer", "GPT2Tokenizer", "BertTokenizer" ->
                new TokenizerClass(
                                folder,
                                plainName,
                                config,
                                JsonReader.read(files.tokenizer(), json, TokenizerClass::fields),
                                json)
                        .adapted();
            default -> new Adapted(json, List.of());
        };
    }

    private Adapted adapted() {
        Steps inFile = new Steps(value(NORMALIZER), value(PRE_TOKENIZER));
        Steps four = inTransformers4(inFile);
        Steps five = UNCHANGED.contains(String.valueOf(modelType())) ? inFile : inTransformers5(inFile);
        List<String> differences = new ArrayList<>();
        if (!four.isSameAs(five)) {
            List<String> steps = new ArrayList<>();
            if (!four.isSameNormalizer(five)) {
                steps.add(NORMALIZER);
            }
            if (!four.isSamePreTokenizer(five)) {
                steps.add(PRE_TOKENIZER);
            }
            differences.add("the " + String.join(" and the ", steps)
                    + " of tokenizer.json, which transformers 5 replaces; LoadHarness does the same as transformers 4");
        }
        if (isLlamaOrGemma() && !isAsConfigured(value(POST_PROCESSOR))) {
            differences.add("add_bos_token and add_eos_token of " + CONFIG
                    + ", which transformers 5 ignores; LoadHarness does the same as transformers 5");
        }
        String changed = four.isSameAs(inFile) ? json : changed(four);
        return new Adapted(changed, differences.isEmpty() ? List.of() : List.of(warning(differences)));
    }

    private String warning(List<String> differences) {
        return "the tokenizer in " + folder + " has the class " + name
                + ", for which transformers 4 and 5 return different token ids. The reason is "
                + String.join(". Another reason is ", differences)
                + ". If the server uses transformers 5, save the tokenizer with it in Python:"
                + " transformers.AutoTokenizer.from_pretrained(\"" + folder + "\").save_pretrained(\"" + folder + "\")";
    }

    // the rules

    private Steps inTransformers4(Steps inFile) {
        return switch (name) {
            case "LlamaTokenizer" -> config.get(PREFIX_SPACE) == null ? inFile : converted();
            case "GPT2Tokenizer" ->
                inFile.preTokenizer instanceof Map<?, ?> step && step.containsKey(PREFIX_SPACE)
                        ? new Steps(inFile.normalizer, with(step, Map.of(PREFIX_SPACE, isSet(PREFIX_SPACE, false))))
                        : inFile;
            case "BertTokenizer" ->
                inFile.normalizer instanceof Map<?, ?> step && "BertNormalizer".equals(step.get(TYPE))
                        ? new Steps(with(step, bertSettings()), inFile.preTokenizer)
                        : inFile;
            default -> inFile;
        };
    }

    private Steps inTransformers5(Steps inFile) {
        return switch (name) {
            case "LlamaTokenizer" -> isByteLevel() ? inFile : new Steps(null, metaspace());
            case "GemmaTokenizer" -> gemma(inFile);
            case "GPT2Tokenizer" ->
                new Steps(null, Map.of(TYPE, BYTE_LEVEL, PREFIX_SPACE, isSet(PREFIX_SPACE, false), "use_regex", true));
            default ->
                new Steps(
                        with(Map.of(TYPE, "BertNormalizer", "clean_text", true), bertSettings()),
                        Map.of(TYPE, "BertPreTokenizer"));
        };
    }

    /**
     * Returns the steps that transformers 4 creates from a {@code tokenizer.model}. It creates them if the configuration contains
     * {@code add_prefix_space}.
     */
    private Steps converted() {
        if (!isSet("legacy", true)) {
            return new Steps(null, metaspace());
        }
        List<Object> steps = new ArrayList<>();
        if (isSet(PREFIX_SPACE, true)) {
            steps.add(Map.of(TYPE, "Prepend", "prepend", "▁"));
        }
        steps.add(spaces());
        return new Steps(Map.of(TYPE, SEQUENCE, "normalizers", steps), null);
    }

    private Map<Object, Object> metaspace() {
        String scheme = !isSet(PREFIX_SPACE, true) ? "never" : isSet("legacy", false) ? "always" : "first";
        return with(Map.of(TYPE, "Metaspace", "replacement", "▁"), Map.of("prepend_scheme", scheme, "split", false));
    }

    private static Steps gemma(Steps inFile) {
        Map<String, Object> split = Map.of(
                TYPE, "Split", "pattern", Map.of("String", " "), "behavior", "MergedWithPrevious", "invert", false);
        // The normalizer replaces all spaces. Therefore, this pre-tokenizer has no effect.
        return new Steps(spaces(), split.equals(inFile.preTokenizer) ? split : null);
    }

    private static Map<String, Object> spaces() {
        return Map.of(TYPE, "Replace", "pattern", Map.of("String", " "), "content", "▁");
    }

    private Map<String, Object> bertSettings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("lowercase", isSet("do_lower_case", true));
        settings.put("strip_accents", config.get("strip_accents"));
        settings.put("handle_chinese_chars", isSet("tokenize_chinese_chars", true));
        return settings;
    }

    private boolean isByteLevel() {
        return json.contains("\"" + BYTE_LEVEL + "\"");
    }

    private boolean isLlamaOrGemma() {
        return name.equals("LlamaTokenizer") || name.equals("GemmaTokenizer");
    }

    private boolean isSet(String setting, boolean otherwise) {
        return config.get(setting) instanceof Boolean value ? value : otherwise;
    }

    /**
     * Returns true if a post-processor adds a start and an end token exactly as {@code add_bos_token} and {@code add_eos_token} require.
     */
    private boolean isAsConfigured(@Nullable Object postProcessor) {
        List<?> parts = template(postProcessor);
        boolean hasFirst = !parts.isEmpty() && isToken(parts.get(0));
        boolean hasLast = !parts.isEmpty() && isToken(parts.get(parts.size() - 1));
        return hasFirst == isSet("add_bos_token", true) && hasLast == isSet("add_eos_token", false);
    }

    private static boolean isToken(Object part) {
        return part instanceof Map<?, ?> fields && fields.containsKey("SpecialToken");
    }

    /** Returns the parts of a post-processor's template: the text and special tokens. Returns an empty list if it has no template. */
    private static List<?> template(@Nullable Object postProcessor) {
        if (!(postProcessor instanceof Map<?, ?> step)) {
            return List.of();
        }
        if (step.get("processors") instanceof List<?> several) {
            for (Object each : several) {
                List<?> template = template(each);
                if (!template.isEmpty()) {
                    return template;
                }
            }
        }
        return step.get("single") instanceof List<?> parts ? parts : List.of();
    }

    // reading and writing

    private static Map<String, Field> fields(JsonParser parser) throws IOException {
        Map<String, Field> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            int from = (int) parser.currentTokenLocation().getCharOffset();
            if (FIELDS.contains(name)) {
                Object value = JsonReader.value(parser);
                fields.put(name, new Field(value, from, (int)
                        parser.currentLocation().getCharOffset()));
            } else {
                parser.skipChildren();
            }
        }
        return fields;
    }

    private @Nullable Object value(String field) {
        Field found = fields.get(field);
        return found == null ? null : found.value;
    }

    private @Nullable Object modelType() {
        return object(folder.resolve(MODEL_CONFIG)).get("model_type");
    }

    /** Returns the text of the file with other steps. */
    private String changed(Steps steps) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(NORMALIZER, steps.normalizer);
        values.put(PRE_TOKENIZER, steps.preTokenizer);
        StringBuilder text = new StringBuilder(json);
        // From the end to the start, because a change moves the text after it.
        values.keySet().stream()
                .sorted((one, other) -> Integer.compare(position(other), position(one)))
                .forEach(field -> {
                    String value = written(values.get(field));
                    Field known = fields.get(field);
                    if (known == null) {
                        text.insert(text.indexOf("{") + 1, "\"" + field + "\":" + value + ",");
                    } else {
                        text.replace(known.from, known.to, value);
                    }
                });
        return text.toString();
    }

    private int position(String field) {
        Field known = fields.get(field);
        return known == null ? -1 : known.from;
    }

    private static String written(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                out.writeFieldName(String.valueOf(each.getKey()));
                write(out, each.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                write(out, each);
            }
            out.writeEndArray();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof String string) {
            out.writeString(string);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeNumber(value.toString());
        }
    }

    private static Map<Object, Object> with(Map<?, ?> step, Map<?, ?> changes) {
        Map<Object, Object> changed = new LinkedHashMap<>(step);
        changed.putAll(changes);
        return changed;
    }

    private static Map<String, Object> object(Path file) {
        return Files.isRegularFile(file) ? JsonReader.object(file, TextFile.read(file)) : Map.of();
    }
}
