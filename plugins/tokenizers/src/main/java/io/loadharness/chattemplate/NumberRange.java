// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.AbstractList;

/** A range of integers. Immutable. */
final class NumberRange extends AbstractList<Object> {

    private static final int MAX_SIZE = 100_000;

    private final long from;
    private final long to;
    private final long step;
    private final int size;

    private NumberRange(long from, long to, long step) {
        this.from = from;
        this.to = to;
        this.step = step;
        size = size(from, to, step);
    }

    /** Implements the function {@code range}. */
    static NumberRange of(Arguments given) {
        int count = given.positional().size();
        if (count < 1 || count > 3 || !given.named().isEmpty()) {
            throw new TemplateException("range needs one to three arguments");
        }
        long from = count < 2 ? 0 : PythonValues.requireInteger(given.require(0, "start"));
        long to = PythonValues.requireInteger(given.require(count < 2 ? 0 : 1, "stop"));
        return new NumberRange(from, to, PythonValues.requireInteger(given.get(2, "step", 1L)));
    }

    private static int size(long from, long to, long step) {
        if (step == 0) {
            throw new TemplateException("range: the step must not be 0");
        }
        double length = Math.max(0, Math.ceil(((double) to - from) / step));
        if (length > MAX_SIZE) {
            throw new TemplateException(
                    "range: at most " + MAX_SIZE + " numbers are allowed, got " + FormatSpec.plain(length));
        }
        return (int) length;
    }

    /** Returns a slice of this range, as a range. The index {@code last} is exclusive. */
    NumberRange slice(long first, long last, long stride) {
        try {
            return new NumberRange(at(first), at(last), Math.multiplyExact(step, stride));
        } catch (ArithmeticException e) {
            throw new TemplateException("range: a bound or the step of a slice has more than 64 bits");
        }
    }

    private long at(long index) {
        return Math.addExact(from, Math.multiplyExact(index, step));
    }

    @Override
    public Object get(int index) {
        return from + index * step;
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns the text that Python prints for the range. */
    String literal() {
        return "range(" + from + ", " + to + (step == 1 ? "" : ", " + step) + ")";
    }
}
