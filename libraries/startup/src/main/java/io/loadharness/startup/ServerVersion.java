// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The major and minor version of a server. The log format does not depend on the other parts of a version. */
record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?!\\d).*");

    /** Parses a version such as {@code 0.11.1rc6.dev115}; empty for other strings, such as {@code dev}. */
    static Optional<ServerVersion> in(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        return numbers.matches()
                ? Optional.of(new ServerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2))))
                : Optional.empty();
    }

    static ServerVersion of(String text) {
        return in(text).orElseThrow(
                        () -> new IllegalArgumentException("\"" + text + "\" is not a version such as 0.8"));
    }

    @Override
    public int compareTo(ServerVersion other) {
        return major == other.major ? Integer.compare(minor, other.minor) : Integer.compare(major, other.major);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
