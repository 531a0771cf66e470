package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * Numbers at equal distances, of which the file has only three.
 *
 * @param start the first
 * @param step from one to the next
 */
record RangeColumn(long start, long step, int length) implements Column {

    static RangeColumn of(Instance index) throws DatasetException {
        long start = Expect.type(Long.class, index.attribute("start"), "the start of a range");
        long stop = Expect.type(Long.class, index.attribute("stop"), "the stop of a range");
        int step = Expect.integer(index.attribute("step"), Integer.MIN_VALUE, Integer.MAX_VALUE, "the step of a range");
        double count = step == 0 ? 0 : Math.ceil(((double) stop - start) / step);
        return new RangeColumn(start, step, (int) Math.min(Integer.MAX_VALUE, Math.max(0, count)));
    }

    @Override
    public Object get(int row) {
        return start + row * step;
    }
}
