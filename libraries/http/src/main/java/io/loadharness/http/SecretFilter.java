// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.List;

/** Strikes secrets out of messages. Immutable. */
final class SecretFilter {

    private static final String STRUCK = "***";
    private static final int LEAST_TELLING = 3;

    private final List<String> values;

    SecretFilter(List<Secret> secrets) {
        values = secrets.stream()
                .map(Secret::value)
                .filter(each -> !each.isBlank())
                .toList();
    }

    boolean areIn(String text) {
        return values.stream().anyMatch(text::contains);
    }

    Failure strike(Failure failure) {
        String message = failure.message();
        for (String each : values) {
            message = withoutBeginning(message.replace(each, STRUCK), each);
        }
        return new Failure(failure.kind(), message);
    }

    /** A message may have been cut in the middle of a secret. */
    private static String withoutBeginning(String message, String secret) {
        String struck = message;
        for (int length = secret.length() - 1; length >= LEAST_TELLING; length--) {
            struck = struck.replace(secret.substring(0, length) + Excerpt.CUT, STRUCK + Excerpt.CUT);
        }
        return struck;
    }
}
