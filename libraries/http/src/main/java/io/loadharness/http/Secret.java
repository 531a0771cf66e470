// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A secret value, such as the token of {@link OpenAiBackend.Builder#bearer}: {@link #toString()} does not show it, and
 * {@link OpenAiBackend} removes it from failures and messages.
 *
 * <pre>{@code
 * OpenAiBackend.builder(url).bearer(Secret.fromEnvironment("API_KEY"));
 * }</pre>
 */
public final class Secret {

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
     * @throws IllegalArgumentException if the variable is not set or blank
     */
    public static Secret fromEnvironment(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the environment variable " + variable + " is not set");
        }
        return new Secret(value.strip());
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
            throw new IllegalArgumentException("the secret file " + file + " cannot be read", e);
        }
    }

    String value() {
        return value;
    }

    @Override
    public String toString() {
        return "***";
    }
}
