// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A bounded cache of decoded JSON field names, so that a repeated name is usually decoded only once. Not thread-safe. */
final class FieldNames {

    private static final int SLOTS = 256;
    private static final int MAX_PROBES = 4;

    private final byte[][] known = new byte[SLOTS][];
    private final String[] names = new String[SLOTS];

    String of(byte[] bytes, int from, int length) {
        int first = slot(bytes, from, length);
        int slot = first;
        for (int i = 0; i < MAX_PROBES && known[slot] != null; i++) {
            if (Arrays.equals(known[slot], 0, known[slot].length, bytes, from, from + length)) {
                return names[slot];
            }
            slot = (slot + 1) % SLOTS;
        }
        int replaced = known[slot] == null ? slot : first;
        known[replaced] = Arrays.copyOfRange(bytes, from, from + length);
        names[replaced] = new String(known[replaced], StandardCharsets.UTF_8);
        return names[replaced];
    }

    private static int slot(byte[] bytes, int from, int length) {
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return (hash ^ hash >>> 8) & (SLOTS - 1);
    }
}
