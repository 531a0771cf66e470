// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of a version; what follows them does not change how a log looks. */
record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?!\\d).*");

    /** Reads one as {@code 0.11.1rc6.dev115}; empty if it is something else, as {@code dev}. */
    static Optional<ServerVersion> in(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        return numbers.matches()
                ? Optional.of(new ServerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2))))
                : Optional.empty();
    }

    static ServerVersion of(String text) {
        return in(text).orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is no version as 0.8"));
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
