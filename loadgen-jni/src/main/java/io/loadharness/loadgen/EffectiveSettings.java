// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Map;

/** LoadGen's settings by their LoadGen names, after all files were applied. */
record EffectiveSettings(Map<String, Number> fields) {

    private static final double TWO_TO_THE_64 = 0x1p64;

    boolean flag(String field) {
        return get(field).longValue() != 0;
    }

    double real(String field) {
        return get(field).doubleValue();
    }

    /** Returns an unsigned field. The value is exact below 2⁵³, and no count of a run reaches this limit. */
    double count(String field) {
        long bits = get(field).longValue();
        return bits >= 0 ? bits : bits + TWO_TO_THE_64;
    }

    /** Returns a value as text for messages. */
    String text(String field) {
        return get(field) instanceof Double real
                ? real.toString()
                : Long.toUnsignedString(get(field).longValue());
    }

    private Number get(String field) {
        Number value = fields.get(field);
        if (value == null) {
            throw new IllegalArgumentException("unknown settings field " + field);
        }
        return value;
    }
}
