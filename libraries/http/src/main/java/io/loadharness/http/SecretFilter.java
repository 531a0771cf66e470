// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.List;

/** Removes secrets from messages. Immutable. */
final class SecretFilter {

    private static final String MASK = "***";
    private static final int MIN_RECOGNIZABLE = 3;

    private final List<String> values;

    SecretFilter(List<Secret> secrets) {
        values = secrets.stream()
                .map(Secret::value)
                .filter(each -> !each.isBlank())
                .toList();
    }

    boolean matches(String text) {
        return values.stream().anyMatch(text::contains);
    }

    Failure redact(Failure failure) {
        String message = failure.message();
        for (String each : values) {
            message = withoutTruncatedSecret(message.replace(each, MASK), each);
        }
        return new Failure(failure.kind(), message);
    }

    /** Masks the start of a secret whose end {@link Excerpt} cut off. */
    private static String withoutTruncatedSecret(String message, String secret) {
        String masked = message;
        for (int length = secret.length() - 1; length >= MIN_RECOGNIZABLE; length--) {
            masked = masked.replace(secret.substring(0, length) + Excerpt.CUT, MASK + Excerpt.CUT);
        }
        return masked;
    }
}
