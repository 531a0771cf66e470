// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** Computes the edit distance between a mistyped name and a correct name. */
final class EditDistance {

    private EditDistance() {}

    /** Returns the minimum number of characters to insert, delete or replace. */
    static int between(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
