// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Detects the numbers {@code NaN} and {@code Infinity}, which DuckDB accepts in JSON but which are not standard JSON. */
final class StandardJson {

    private StandardJson() {}

    /**
     * Returns true if {@code json} is standard JSON. The caller passes text that DuckDB accepts as JSON, or an empty string in place of
     * other text. For the empty string, the result is false.
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
