// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Tells JSON from DuckDB's extension of it, in which numbers can be {@code NaN} and {@code Infinity}. */
final class PlainJson {

    private PlainJson() {}

    /** Whether a text that is JSON to DuckDB is JSON to everybody; the empty text, which stands for none, is not. */
    static boolean isPlain(String json) {
        boolean suspicious = json.contains("NaN") || json.contains("Infinity");
        return !json.isEmpty() && !(suspicious && hasCapitalsOutsideOfTexts(json));
    }

    private static boolean hasCapitalsOutsideOfTexts(String json) {
        boolean inText = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inText && c == '\\') {
                i++;
            } else if (c == '"') {
                inText = !inText;
            } else if (!inText && (c == 'N' || c == 'I')) {
                return true;
            }
        }
        return false;
    }
}
