// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.internal.Durations;
import io.loadharness.internal.SecretText;
import io.loadharness.report.RunDescription.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All options of a command with their values and sources. */
public final class EffectiveOptions {

    private static final Set<String> SECRET = Set.of("--header", "--profile-env");

    private EffectiveOptions() {}

    /**
     * Returns the options of a parsed command line. Secret values are masked. The values of {@code --override} were already masked when the
     * profile was read, because only the profile shows which of them are secret.
     */
    public static List<Setting> of(CommandSpec command) {
        List<Setting> settings = new ArrayList<>();
        for (OptionSpec each : OptionNames.own(command)) {
            if (!each.hidden()) {
                settings.add(new Setting(
                        OptionNames.of(each),
                        text(each),
                        OptionSources.of(command).of(each)));
            }
        }
        return settings;
    }

    private static String text(OptionSpec option) {
        Object value = option.getValue();
        boolean secret =
                SECRET.contains(OptionNames.of(option)) && !plain(value).isEmpty();
        if (OptionNames.of(option).equals("--engine-command")) {
            return SecretText.maskedLine(plain(value));
        }
        return secret ? SecretText.NOT_SHOWN : plain(value);
    }

    /** Returns a value in the syntax of the command line. */
    private static String plain(Object value) {
        if (value instanceof Collection<?> values) {
            return values.stream().map(EffectiveOptions::plain).collect(Collectors.joining(", "));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> plain(each.getKey()) + "="
                            + (SecretText.isSecretName(plain(each.getKey()))
                                    ? SecretText.MASK
                                    : plain(each.getValue())))
                    .collect(Collectors.joining(", "));
        }
        if (value instanceof Enum<?> constant) {
            return EnumNames.onCommandLine(constant);
        }
        return value instanceof Duration duration ? Durations.text(duration) : Objects.toString(value, "");
    }
}
