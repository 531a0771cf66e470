// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

/** A set of units for numbers in log lines. */
enum UnitSet {
    NONE(""),
    TIMES("seconds|second|secs|sec|s|milliseconds|ms|us|µs|minutes|mins|min"),
    SIZES("bytes|B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB"),
    /** Units of sizes from programs that write GB but mean GiB. */
    BINARY_SIZES(SIZES.names);

    private static final double KILO = 1000;
    private static final double KIBI = 1024;
    private static final String PREFIXES = "KMGT";

    private final String names;

    UnitSet(String names) {
        this.names = names;
    }

    /** Returns the unit names as alternatives of a regular expression. */
    String names() {
        return names;
    }

    /** Returns the factor that converts a unit to seconds or bytes. */
    double factor(String name) {
        return switch (name) {
            case "", "s", "sec", "secs", "second", "seconds", "B", "bytes" -> 1;
            case "ms", "milliseconds" -> 1e-3;
            case "us", "µs" -> 1e-6;
            case "min", "mins", "minutes" -> 60;
            default -> {
                boolean isBinary = name.endsWith("iB") || this == BINARY_SIZES;
                int power = 1 + PREFIXES.indexOf(Character.toUpperCase(name.charAt(0)));
                yield Math.pow(isBinary ? KIBI : KILO, power);
            }
        };
    }
}
