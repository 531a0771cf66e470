// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;

/** A growing list of token ids. */
final class TokenList {

    private int[] values = new int[64];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
