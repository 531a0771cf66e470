// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.internal.SecretText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from messages, also if they are encoded as in a URL or in JSON. Also removes the credentials in a secret, because a
 * server may repeat only the token of a header. Immutable.
 */
final class SecretFilter {

    private static final int MIN_RECOGNIZABLE = 3;

    /** The minimum length of a part of a secret. Masking shorter parts would make messages unreadable. */
    private static final int MIN_PART = 4;

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][\\w-]*)\\s+(\\S.*)");
    private static final Pattern PAIR = Pattern.compile("\\s*[^\\s=;,\"]+\\s*=\\s*(?:\"([^\"]*)\"|([^;,\"]+))\\s*");

    private final List<Pattern> patterns;

    SecretFilter(List<Secret> secrets) {
        patterns = SecretText.patterns(secrets.stream()
                .map(Secret::value)
                .flatMap(each -> withCredentials(each).stream())
                .filter(each -> !each.isBlank())
                .toList());
    }

    /**
     * Returns a secret and those of its parts that are also secret on their own: the credential after a scheme ({@code Bearer T}), the
     * values of pairs ({@code a=T; b=T}, {@code Digest a="T", b="T"}), and the password of {@code Basic}.
     */
    private static List<String> withCredentials(String secret) {
        List<String> parts = new ArrayList<>();
        Matcher scheme = SCHEME.matcher(secret.strip());
        String credential = scheme.matches() ? scheme.group(2).strip() : secret.strip();
        parts.add(credential);
        if (scheme.matches() && scheme.group(1).equalsIgnoreCase("Basic")) {
            addBasic(credential, parts);
        }
        for (String each : credential.split("[;,]", -1)) {
            Matcher pair = PAIR.matcher(each);
            if (pair.matches()) {
                parts.add(pair.group(1) == null ? pair.group(2).strip() : pair.group(1));
            }
        }
        parts.removeIf(each -> each.length() < MIN_PART);
        parts.add(secret);
        return parts;
    }

    /** Adds the decoded text {@code user:password}, and the password alone. */
    private static void addBasic(String credential, List<String> parts) {
        try {
            String decoded = new String(Base64.getDecoder().decode(credential), StandardCharsets.UTF_8);
            parts.add(decoded);
            parts.add(decoded.substring(decoded.indexOf(':') + 1));
        } catch (IllegalArgumentException e) {
            // not Base64: the caller has already added the credential itself
        }
    }

    boolean matches(String text) {
        return patterns.stream().anyMatch(each -> each.matcher(text).find());
    }

    Failure redact(Failure failure) {
        String message = failure.message();
        for (Pattern each : patterns) {
            message = each.matcher(message).replaceAll(SecretText.MASK);
            message = withoutTruncatedSecret(message, each);
        }
        return new Failure(failure.kind(), message);
    }

    /** Masks the start of a secret whose end {@link Excerpt} cut off. */
    private static String withoutTruncatedSecret(String message, Pattern secret) {
        StringBuilder masked = new StringBuilder(message);
        Matcher start = secret.matcher(message);
        for (int cut = message.lastIndexOf(Excerpt.CUT); cut >= 0; cut = message.lastIndexOf(Excerpt.CUT, cut - 1)) {
            for (int from = 0; from <= cut - MIN_RECOGNIZABLE; from++) {
                // the secret would match if the text did not end here
                if (!start.region(from, cut).lookingAt() && start.hitEnd()) {
                    masked.replace(from, cut, SecretText.MASK);
                    break;
                }
            }
        }
        return masked.toString();
    }
}
