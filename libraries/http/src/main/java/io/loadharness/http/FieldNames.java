// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names that come again and again, each made once. Remembers a limited number. For one thread. */
final class FieldNames {

    private static final int PLACES = 256;
    private static final int TRIES = 4;

    private final byte[][] known = new byte[PLACES][];
    private final String[] names = new String[PLACES];

    String of(byte[] bytes, int from, int length) {
        int first = place(bytes, from, length);
        int place = first;
        for (int i = 0; i < TRIES && known[place] != null; i++) {
            if (Arrays.equals(known[place], 0, known[place].length, bytes, from, from + length)) {
                return names[place];
            }
            place = (place + 1) % PLACES;
        }
        int taken = known[place] == null ? place : first;
        known[taken] = Arrays.copyOfRange(bytes, from, from + length);
        names[taken] = new String(known[taken], StandardCharsets.UTF_8);
        return names[taken];
    }

    private static int place(byte[] bytes, int from, int length) {
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return (hash ^ hash >>> 8) & (PLACES - 1);
    }
}
