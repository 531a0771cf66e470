// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Distinguishes standard JSON from the JSON of DuckDB, which also allows the numbers {@code NaN} and {@code Infinity}. */
final class StandardJson {

    private StandardJson() {}

    /**
     * Returns true if a text that DuckDB accepts as JSON is standard JSON. Returns false for the empty text, which stands for invalid JSON.
     */
    static boolean isStandard(String json) {
        boolean maybeNonFinite = json.contains("NaN") || json.contains("Infinity");
        return !json.isEmpty() && !(maybeNonFinite && hasNaNOrInfinity(json));
    }

    private static boolean hasNaNOrInfinity(String json) {
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString && c == '\\') {
                i++;
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == 'N' || c == 'I')) {
                return true;
            }
        }
        return false;
    }
}
