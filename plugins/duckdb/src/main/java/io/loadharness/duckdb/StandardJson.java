// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Detects values that DuckDB accepts as JSON but that are not standard JSON: the numbers {@code NaN} and {@code Infinity}. */
final class StandardJson {

    private StandardJson() {}

    /**
     * Returns true if the text is standard JSON. The text must be JSON that DuckDB accepts, or empty if DuckDB does not accept it; for the
     * empty text, the result is false.
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
