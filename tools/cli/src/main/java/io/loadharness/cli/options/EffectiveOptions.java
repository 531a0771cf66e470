// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.report.RunDescription.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command with the values that they have, given or not. */
public final class EffectiveOptions {

    private static final Set<String> SECRET = Set.of("--header");

    /** Options whose values may name secrets, such as {@code -o server.api_key=...} and {@code -o api.headers.Authorization=...}. */
    private static final Set<String> MAY_NAME_SECRETS = Set.of("--override");

    private static final Pattern SECRET_KEY =
            Pattern.compile("key|header|token|secret|password|authorization", Pattern.CASE_INSENSITIVE);

    private static final String MASK = "(not shown)";

    private EffectiveOptions() {}

    /** Of a command line that was parsed; values that nobody may see are masked. */
    public static List<Setting> of(CommandSpec command) {
        List<Setting> settings = new ArrayList<>();
        for (OptionSpec each : OptionNames.own(command)) {
            if (!each.hidden()) {
                settings.add(new Setting(
                        OptionNames.of(each), text(each), Sources.of(command).of(each)));
            }
        }
        return settings;
    }

    private static String text(OptionSpec option) {
        Object value = option.getValue();
        if (MAY_NAME_SECRETS.contains(OptionNames.of(option)) && value instanceof Collection<?> values) {
            return values.stream().map(EffectiveOptions::unlessSecret).collect(Collectors.joining(", "));
        }
        boolean secret =
                SECRET.contains(OptionNames.of(option)) && !spelt(value).isEmpty();
        return secret ? MASK : spelt(value);
    }

    /** Returns the value, or the mask if any part of it may be a secret. */
    private static String unlessSecret(Object value) {
        String text = spelt(value);
        return SECRET_KEY.matcher(text).find() ? MASK : text;
    }

    /** As a command line spells it. */
    private static String spelt(Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().map(EffectiveOptions::spelt).collect(Collectors.joining(", "));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> spelt(each.getKey()) + "=" + spelt(each.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value instanceof Enum<?> constant) {
            return EnumNames.of(constant);
        }
        return value instanceof Duration duration ? DurationText.of(duration) : Objects.toString(value, "");
    }
}
