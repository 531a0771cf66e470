// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Locale;
import java.util.regex.Matcher;

/** What may stand at a place of a line. Numbers are taken only together with their unit, so that no other number is mistaken for them. */
enum FieldKind {

    /** A time, as seconds. */
    TIME(UnitSet.TIMES),
    /** A size, as bytes; GB is 10^9 bytes. */
    SIZE(UnitSet.SIZES),
    /** A size, as bytes, of programs that write GB and mean GiB. */
    BINARY_SIZE(UnitSet.BINARY_SIZES),
    /** A number of what the template names behind it. */
    COUNT(UnitSet.NONE),
    /** Text without spaces and punctuation marks that end values. */
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
        throw new IllegalArgumentException("a place cannot be for a " + name
                + ": there are time, size, binary-size, count, word, quoted and rest");
    }

    /** One group for the value and, where there are units, one for the unit. */
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
