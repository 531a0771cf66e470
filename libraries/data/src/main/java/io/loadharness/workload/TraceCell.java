// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** The value of one column in the current row of a trace. The value may be a number in a text, because some file formats have no types. */
final class TraceCell {

    private static final int[] NO_LIST = {};

    private @Nullable String text;
    private double number = Double.NaN;
    private int[] list = NO_LIST;

    void clear() {
        text = null;
        number = Double.NaN;
        list = NO_LIST;
    }

    void set(String value) {
        text = value;
    }

    void set(double value) {
        number = value;
    }

    void set(int[] values) {
        list = values;
    }

    int[] list(String column) throws DatasetException {
        if (text != null || !Double.isNaN(number)) {
            throw new DatasetException(column + " must be a list of 32-bit integers");
        }
        return list;
    }

    String text(String column) throws DatasetException {
        if (text == null) {
            throw new DatasetException(
                    column + (Double.isNaN(number) ? " has no value" : " must be text, but is a number"));
        }
        return text;
    }

    double number(String column) throws DatasetException {
        double value = text == null ? number : parsed(text, column);
        if (!Double.isFinite(value)) {
            throw new DatasetException(column + " has no value");
        }
        return value;
    }

    int count(String column) throws DatasetException {
        double value = number(column);
        if (value < 0 || value != Math.rint(value)) {
            throw new DatasetException(column + " must be a number of tokens, a non-negative integer: got " + value);
        } else if (value > LengthBounds.MAX_LENGTH) {
            throw new DatasetException(
                    column + " must be at most " + LengthBounds.MAX_LENGTH + " tokens: got " + value);
        }
        return (int) value;
    }

    private static double parsed(String text, String column) throws DatasetException {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new DatasetException(column + " must be a number: got '" + text + "'");
        }
    }
}
