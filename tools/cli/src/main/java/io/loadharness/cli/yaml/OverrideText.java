// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser for a list of overrides. Not thread-safe. */
final class OverrideText {

    private static final Pattern KEY = Pattern.compile("\\s*([^=,]*)([=,]|$)");
    private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|'[^']*+(?:''[^']*+)*+'";
    private static final Pattern COLLECTION = Pattern.compile("\\s*(?:\\[|\\{[^}]*:)");
    private static final Pattern COLLECTION_PART = Pattern.compile(QUOTED + "|[\\[\\]{}]", Pattern.DOTALL);
    private static final Pattern COMMA = Pattern.compile("\\s*(?:,|$)");
    private static final Pattern VALUE = Pattern.compile("\\s*(?:(" + QUOTED + ")\\s*|([^,]*))(,|$)", Pattern.DOTALL);

    private final String source;
    private final String text;
    private final char separator;
    private int position;

    OverrideText(String source, String text) {
        this.source = source;
        this.text = text;
        separator = text.contains("=") ? '=' : ',';
    }

    List<YamlOverride> overrides() {
        List<YamlOverride> overrides = new ArrayList<>();
        String previous = "";
        do {
            String key = key(previous);
            previous = key;
            int start = position;
            Function<String, YamlValue> value = value(key);
            String typed = text.substring(start, position).strip().replaceFirst("\\s*,$", "");
            overrides.add(new YamlOverride(source, key, separator + typed, value));
        } while (position < text.length());
        return overrides;
    }

    /**
     * Returns the next key.
     *
     * @param previous the key before it; empty if this is the first one
     */
    private String key(String previous) {
        Matcher key = next(KEY);
        String name = key.group(1).strip();
        boolean hasValue = key.group(2).equals(String.valueOf(separator));
        if (!hasValue && separator == '=' && !previous.isEmpty()) {
            // The text may be the rest of a secret, which must not be in the message.
            throw new YamlException(
                    new SourceLocation(source + " " + previous, 0),
                    "expected KEY=VALUE after the comma: put a value that contains commas in quotes");
        }
        requireNoColon(previous, name);
        if (!hasValue) {
            throw new YamlException(
                    new SourceLocation(source, 0),
                    "there is no equals sign: write a key and a value, for example load.stages.0.rate=10; the text is"
                            + " not shown, because it may be secret");
        }
        return name;
    }

    /** Rejects {@code key: value}. The message contains only the first key, because the rest may be secret. */
    private void requireNoColon(String previous, String name) {
        String key = name.split("[:\\s]", 2)[0];
        if (!key.equals(name)) {
            throw new YamlException(
                    new SourceLocation(source, 0),
                    "an equals sign must separate a key and its value: write " + (previous.isEmpty() ? key : previous)
                            + "=VALUE");
        }
    }

    private Function<String, YamlValue> value(String key) {
        SourceLocation location = new SourceLocation(source + " " + key, 0);
        int end = endOfCollection();
        if (end > position) {
            String collection = text.substring(position, end);
            position = end;
            next(COMMA);
            return path -> new YamlTree(location.source(), error -> {
                        throw error;
                    })
                    .parseValue(path, collection);
        }
        Scalar scalar = scalar(key);
        return path -> new YamlValue(location, path, scalar);
    }

    /** Returns the end of the list or map that starts at the current position; -1 if there is none. */
    private int endOfCollection() {
        Matcher start = COLLECTION.matcher(text).region(position, text.length());
        if (!start.lookingAt()) {
            return -1;
        }
        int depth = 0;
        Matcher part = COLLECTION_PART.matcher(text).region(position, text.length());
        while (part.find()) {
            char found = part.group().charAt(0);
            depth += found == '[' || found == '{' ? 1 : found == ']' || found == '}' ? -1 : 0;
            if (depth == 0) {
                Matcher comma = COMMA.matcher(text).region(part.end(), text.length());
                return comma.lookingAt() ? part.end() : -1;
            }
        }
        return -1;
    }

    private Scalar scalar(String key) {
        Matcher value = next(VALUE);
        String quoted = value.group(1);
        if (quoted != null) {
            return (Scalar) Yaml.parse(source + " " + key, "value: " + quoted)
                    .require("value")
                    .content();
        }
        String plain = value.group(2).strip();
        if (plain.startsWith("\"") || plain.startsWith("'")) {
            throw new YamlException(
                    new SourceLocation(source + " " + key, 0),
                    "the value starts with a quote and must end with the same quote");
        }
        return Scalar.plain(plain);
    }

    private Matcher next(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(position, text.length());
        if (!matcher.lookingAt()) {
            throw new IllegalStateException(
                    "no " + pattern + " at " + position); // cannot happen: both patterns match any text
        }
        position = matcher.end();
        return matcher;
    }
}
