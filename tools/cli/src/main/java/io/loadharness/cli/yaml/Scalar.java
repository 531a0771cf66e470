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
 * A value that is neither a list nor a map.
 *
 * @param kind the type of the value by the rules of YAML 1.1
 * @param text the text in the file, without quotes
 */
record Scalar(Kind kind, String text) {

    /** The types of YAML 1.1. */
    enum Kind {
        TEXT,
        WHOLE,
        REAL,
        FLAG,
        NULL,
        DATE
    }

    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            Tag.INT, Kind.WHOLE,
            Tag.FLOAT, Kind.REAL,
            Tag.BOOL, Kind.FLAG,
            Tag.NULL, Kind.NULL,
            Tag.TIMESTAMP, Kind.DATE,
            Tag.MERGE, Kind.TEXT);

    private static final Set<String> TRUE = Set.of("yes", "true", "on");
    private static final BigInteger SIXTY = BigInteger.valueOf(60);

    /** The maximum length of numbers, because longer numbers are useless and slow to parse. */
    private static final int MAX_DIGITS = 400;

    /** Returns a scalar with the given YAML tag and text; empty if the tag is not a tag of scalars. */
    static Optional<Scalar> of(Tag tag, String text) {
        return Optional.ofNullable(KINDS.get(tag)).map(kind -> new Scalar(kind, text));
    }

    /** Returns the scalar of a string without quotes. */
    static Scalar plain(String text) {
        Tag tag = new Resolver().resolve(NodeId.scalar, text, true);
        return new Scalar(KINDS.getOrDefault(tag, Kind.TEXT), text);
    }

    /** Returns the scalar as if it had no quotes, because templates put numbers into quotes. */
    Scalar unquoted() {
        return kind == Kind.TEXT ? plain(text) : this;
    }

    boolean flag() {
        return TRUE.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Returns the number; empty if this is not a number. */
    Optional<BigDecimal> number() {
        String digits = text.replace("_", "");
        try {
            if (digits.length() > MAX_DIGITS) {
                return Optional.empty();
            }
            return switch (kind) {
                case WHOLE -> Optional.of(new BigDecimal(whole(digits)));
                case REAL -> Optional.of(digits.contains(":") ? sexagesimal(digits) : new BigDecimal(digits));
                case TEXT, FLAG, NULL, DATE -> Optional.empty();
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

    /** Returns a description for messages. */
    @Override
    public String toString() {
        return switch (kind) {
            case TEXT -> "the string '" + text + "'";
            case WHOLE, REAL -> "the number " + text;
            case FLAG -> "the boolean " + text;
            case NULL -> "no value";
            case DATE -> "the date " + text;
        };
    }
}
