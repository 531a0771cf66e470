// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A value that is neither list nor map.
 *
 * @param kind what YAML 1.1 takes it for
 * @param text as it was written, without quotes
 */
record Scalar(Kind kind, String text) {

    /** What YAML 1.1 takes values for. */
    enum Kind {
        TEXT,
        WHOLE,
        REAL,
        FLAG,
        NOTHING,
        DATE
    }

    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            Tag.INT, Kind.WHOLE,
            Tag.FLOAT, Kind.REAL,
            Tag.BOOL, Kind.FLAG,
            Tag.NULL, Kind.NOTHING,
            Tag.TIMESTAMP, Kind.DATE,
            Tag.MERGE, Kind.TEXT);

    private static final Set<String> TRUE = Set.of("yes", "true", "on");
    private static final BigInteger SIXTY = BigInteger.valueOf(60);

    /** Longer numbers have no meaning, and take long to read. */
    private static final int MOST_DIGITS = 400;

    /** The value that a tag and a text say; empty if the tag is of no scalar. */
    static Optional<Scalar> of(Tag tag, String text) {
        return Optional.ofNullable(KINDS.get(tag)).map(kind -> new Scalar(kind, text));
    }

    /** What a text says where it has no quotes. */
    static Scalar plain(String text) {
        Tag tag = new Resolver().resolve(NodeId.scalar, text, true);
        return new Scalar(KINDS.getOrDefault(tag, Kind.TEXT), text);
    }

    /** What it says if quotes do not matter: templates put numbers into quotes. */
    Scalar unquoted() {
        return kind == Kind.TEXT ? plain(text) : this;
    }

    boolean flag() {
        return TRUE.contains(text.toLowerCase(Locale.ROOT));
    }

    /** A whole number, or a real one. */
    Optional<BigDecimal> number() {
        String digits = text.replace("_", "");
        try {
            if (digits.length() > MOST_DIGITS) {
                return Optional.empty();
            }
            return switch (kind) {
                case WHOLE -> Optional.of(new BigDecimal(whole(digits)));
                case REAL -> Optional.of(digits.contains(":") ? sexagesimal(digits) : new BigDecimal(digits));
                case TEXT, FLAG, NOTHING, DATE -> Optional.empty();
            };
        } catch (NumberFormatException e) {
            return Optional.empty(); // .inf and .nan, and prefixes without digits
        }
    }

    private static BigInteger whole(String digits) {
        boolean negative = digits.startsWith("-");
        String bare = digits.replaceFirst("^[-+]", "");
        BigInteger value;
        if (bare.startsWith("0b")) {
            value = new BigInteger(bare.substring(2), 2);
        } else if (bare.startsWith("0x")) {
            value = new BigInteger(bare.substring(2), 16);
        } else if (bare.startsWith("0") && bare.length() > 1) {
            value = new BigInteger(bare, 8);
        } else {
            value = BigInteger.ZERO;
            for (String part : bare.split(":", -1)) {
                value = value.multiply(SIXTY).add(new BigInteger(part));
            }
        }
        return negative ? value.negate() : value;
    }

    private static BigDecimal sexagesimal(String digits) {
        int last = digits.lastIndexOf(':');
        BigDecimal minutes = new BigDecimal(whole(digits.substring(0, last)));
        BigDecimal seconds = new BigDecimal(digits.substring(last + 1));
        BigDecimal size = minutes.abs().multiply(BigDecimal.valueOf(60)).add(seconds);
        return digits.startsWith("-") ? size.negate() : size;
    }

    /** In words, for messages about what was found. */
    @Override
    public String toString() {
        return switch (kind) {
            case TEXT -> "the text '" + text + "'";
            case WHOLE, REAL -> "the number " + text;
            case FLAG -> "the flag " + text;
            case NOTHING -> "empty";
            case DATE -> "the date " + text;
        };
    }
}
