// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.SecretText;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces secrets in text from a server log with {@code ***}. The log file is not changed. Immutable.
 *
 * <pre>{@code
 * replica.lastLines(50, LogMask.of(spec)::line).forEach(System.out::println);
 * }</pre>
 */
public final class LogMask {

    /** The minimum length of a secret. Masking shorter values would make logs unreadable. */
    private static final int MIN_LENGTH = 4;

    private final List<Pattern> values;

    private LogMask(Collection<String> secrets) {
        values = SecretText.patterns(
                secrets.stream().filter(each -> each.length() >= MIN_LENGTH).toList());
    }

    /**
     * Returns a mask for the secrets of a spec: {@link ServerSpec#secrets}, and the values of environment variables and arguments whose
     * names indicate a secret, such as {@code HF_TOKEN} and {@code --api-key}.
     */
    public static LogMask of(ServerSpec spec) {
        Set<String> secrets = new LinkedHashSet<>(spec.secrets());
        secrets.addAll(SecretText.secrets(spec.executable()));
        secrets.addAll(SecretText.secrets(spec.engineArgs()));
        secrets.addAll(spec.environment().entrySet().stream()
                .filter(each -> SecretText.isSecretName(each.getKey()))
                .map(each -> each.getValue())
                .collect(Collectors.toSet()));
        return of(secrets);
    }

    /** Returns a mask for these values. Values of fewer than four characters are ignored. */
    public static LogMask of(Collection<String> secrets) {
        return new LogMask(secrets);
    }

    /** Masks each secret in a line, and each value that follows the name of a secret. */
    public String line(String line) {
        return SecretText.maskedLine(values(line));
    }

    /** Masks each secret of this mask in a text. Does not mask other values that follow the name of a secret. */
    public String values(String text) {
        String masked = text;
        for (Pattern each : values) {
            masked = each.matcher(masked).replaceAll(SecretText.MASK);
        }
        return masked;
    }
}
