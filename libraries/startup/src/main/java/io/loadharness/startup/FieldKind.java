// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Locale;
import java.util.regex.Matcher;

/** The type of a template field. Numbers match only if the expected unit follows, so that unrelated numbers do not match. */
enum FieldKind {

    /** A time, converted to seconds. */
    TIME(UnitSet.TIMES),
    /** A size, converted to bytes. GB means 10^9 bytes. */
    SIZE(UnitSet.SIZES),
    /** A size from a program that writes GB but means GiB, converted to bytes. */
    BINARY_SIZE(UnitSet.BINARY_SIZES),
    /** A number without a unit. */
    COUNT(UnitSet.NONE),
    /** Text up to the next space, comma, semicolon, quote, closing parenthesis or closing brace. */
    WORD("([^\\s,;'\")}]{1,500})"),
    /** Text up to the next single quote. */
    QUOTED("([^']{0,500})"),
    /** The rest of the line. */
    REST("(.*)");

    private static final String NUMBER = "([-+]?\\d[\\d,]{0,30}(?:\\.\\d{1,30})?)";

    private final String text;
    private final UnitSet units;

    FieldKind(UnitSet units) {
        this.text = "";
        this.units = units;
    }

    FieldKind(String text) {
        this.text = text;
        this.units = UnitSet.NONE;
    }

    static FieldKind named(String name) {
        for (FieldKind each : values()) {
            if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "unknown field kind '" + name + "'; allowed are time, size, binary-size, count, word, quoted and rest");
    }

    /** Returns the regular expression. It has a group for the value and, if the kind has units, a group for the unit. */
    String regex() {
        if (!isNumber()) {
            return text;
        }
        return units == UnitSet.NONE ? NUMBER : NUMBER + "\\s?(" + units.names() + ")(?![\\w/])";
    }

    int groups() {
        return units == UnitSet.NONE ? 1 : 2;
    }

    boolean isNumber() {
        return text.isEmpty();
    }

    double number(Matcher line, int group) {
        double number = Double.parseDouble(line.group(group).replace(",", ""));
        return units == UnitSet.NONE ? number : number * units.factor(line.group(group + 1));
    }
}
