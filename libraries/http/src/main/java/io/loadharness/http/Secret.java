// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.SecretText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A secret value, such as the token of {@link OpenAiBackend.Builder#bearer}: {@link #toString()} does not show the value, and
 * {@link OpenAiBackend} removes the value from failures and messages.
 *
 * <pre>{@code
 * OpenAiBackend.builder(url).bearer(Secret.fromEnvironment("API_KEY"));
 * }</pre>
 */
public final class Secret {

    /** The maximum length of a variable name that messages show. A longer text may be a secret. */
    private static final int MAX_NAME_LENGTH = 20;

    private static final Pattern DIGITS = Pattern.compile("[0-9]{3}");
    private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]{0,63}");

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Returns a secret with a value. */
    public static Secret of(String value) {
        return new Secret(Objects.requireNonNull(value, "value"));
    }

    /**
     * Returns the secret in an environment variable, without white space around it.
     *
     * @throws IllegalArgumentException if the variable is not set or is blank
     */
    public static Secret fromEnvironment(String variable) {
        return fromEnvironment(variable, System.getenv(variable));
    }

    static Secret fromEnvironment(String variable, @Nullable String value) {
        if (value == null || value.isBlank()) {
            if (!isName(variable)) {
                // A user who writes $API_KEY in place of API_KEY passes the secret itself.
                throw new IllegalArgumentException(
                        "the environment variable is not set: give the name of a variable, such"
                                + " as API_KEY, not its value");
            }
            throw new IllegalArgumentException(
                    "the environment variable " + variable + (value == null ? " is not set" : " is blank"));
        }
        return new Secret(value.strip());
    }

    /**
     * Returns true if a text looks like the name of a variable. Another text may be a secret, because secrets are long or contain several
     * digits.
     */
    private static boolean isName(String text) {
        return NAME.matcher(text).matches()
                && text.length() <= MAX_NAME_LENGTH
                && !DIGITS.matcher(text).find();
    }

    /**
     * Returns the secret in a file, without white space around it.
     *
     * @throws IllegalArgumentException if the file cannot be read or is empty
     */
    public static Secret fromFile(Path file) {
        try {
            String value = Files.readString(file).strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException("the secret file " + file + " is empty");
            }
            return new Secret(value);
        } catch (IOException e) {
            throw new IllegalArgumentException(unreadable("secret", file), e);
        }
    }

    /**
     * Returns the message for a file that cannot be read. The message contains the path only if the folder of the file exists. Otherwise
     * the path may be the secret itself, given by mistake.
     *
     * @param content the kind of content, such as "secret" or "header"
     */
    public static String unreadable(String content, Path file) {
        return isPath(file)
                ? "the " + content + " file " + file + " cannot be read"
                : "the " + content + " file cannot be read: give the path of a file that holds the " + content
                        + ", not the " + content + " itself; the path is not shown, because it may be the secret";
    }

    /** Returns true if the file or its folder exists. Otherwise the path may be the secret itself. */
    private static boolean isPath(Path file) {
        Path folder = file.getParent();
        return Files.exists(file) || (folder != null && Files.exists(folder));
    }

    /** Returns the secret itself, to pass it on. Never write it to a message, a log or a result. */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return SecretText.MASK;
    }
}
