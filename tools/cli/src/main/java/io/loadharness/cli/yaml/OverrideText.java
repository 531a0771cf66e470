// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser for a list of overrides. Not thread-safe. */
final class OverrideText {

    private static final Pattern KEY = Pattern.compile("\\s*([^=,]*)([=,]|$)");
    private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|'[^']*+(?:''[^']*+)*+'";
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
        do {
            String key = key();
            overrides.add(new YamlOverride(source, key, value(key)));
        } while (position < text.length());
        return overrides;
    }

    private String key() {
        Matcher key = next(KEY);
        String name = key.group(1).strip();
        if (!key.group(2).equals(String.valueOf(separator))) {
            throw new YamlException(
                    new SourceLocation(source, 0),
                    "'" + name + "' has no value: write a key and a value, for example load.stages.0.rate=10");
        }
        return name;
    }

    private Scalar value(String key) {
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
