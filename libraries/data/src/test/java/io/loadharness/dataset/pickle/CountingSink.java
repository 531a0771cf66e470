// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.RowSink;
import java.util.ArrayList;
import java.util.List;

/** Counts rows and integers in lists, and discards their values. */
final class CountingSink implements RowSink {

    private final List<String> names = new ArrayList<>();
    private long rows;
    private long integers;

    /** Returns the number of integers in all lists. */
    long integers() {
        return integers;
    }

    @Override
    public int column(String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    @Override
    public void text(int column, String value) {}

    @Override
    public void integer(int column, long value) {}

    @Override
    public void number(int column, double value) {}

    @Override
    public void flag(int column, boolean value) {}

    @Override
    public void integers(int column, int[] values, int from, int count) {
        integers += count;
    }

    @Override
    public void json(int column, String value) {}

    @Override
    public void endRow() {
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }
}
