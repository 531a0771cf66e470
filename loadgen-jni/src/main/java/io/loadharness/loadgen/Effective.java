// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Map;

/** LoadGen's settings after all files, by LoadGen's names. */
record Effective(Map<String, Number> fields) {

    private static final double TWO_TO_THE_64 = 0x1p64;

    boolean flag(String field) {
        return get(field).longValue() != 0;
    }

    double real(String field) {
        return get(field).doubleValue();
    }

    /** An unsigned field; exact below 2⁵³, which is more than any run can have of anything. */
    double count(String field) {
        long bits = get(field).longValue();
        return bits >= 0 ? bits : bits + TWO_TO_THE_64;
    }

    /** A value for people. */
    String text(String field) {
        return get(field) instanceof Double real
                ? real.toString()
                : Long.toUnsignedString(get(field).longValue());
    }

    private Number get(String field) {
        Number value = fields.get(field);
        if (value == null) {
            throw new IllegalArgumentException("the settings have no field " + field);
        }
        return value;
    }
}
