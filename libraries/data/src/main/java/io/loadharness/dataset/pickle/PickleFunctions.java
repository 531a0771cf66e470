// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Replacements for the functions of NumPy, pandas and Python that pickles call. */
final class PickleFunctions {

    private static final PickleList EMPTY = new PickleList();

    private PickleFunctions() {}

    /**
     * Returns the array that NumPy's {@code _reconstruct(ndarray, (0,), b'b')} would create. The new array is empty; {@link NdArray#build}
     * sets its content later.
     */
    static Object reconstruct(Global called, PickleList arguments) throws DatasetException {
        Global type = PickleChecks.requireType(
                Global.class, PickleChecks.requirePart(arguments, 0, called.name()), "the type of an array");
        if (!type.name().equals("numpy.ndarray")) {
            throw new DatasetException(
                    "the pickle has an array of the type " + type.name() + "; supported is numpy.ndarray");
        }
        return new NdArray();
    }

    /** Returns the array that NumPy's {@code _frombuffer(bytes, dtype, shape, order)} would create. */
    static Object frombuffer(Global called, PickleList arguments) throws DatasetException {
        return new NdArray()
                .fill(
                        PickleChecks.requirePart(arguments, 2, called.name()),
                        PickleChecks.requirePart(arguments, 1, called.name()),
                        "F".equals(PickleChecks.requirePart(arguments, 3, called.name())),
                        PickleChecks.requirePart(arguments, 0, called.name()));
    }

    /** Returns the value that NumPy's {@code scalar(dtype, bytes)} would create. */
    static Object scalar(Global called, PickleList arguments) throws DatasetException {
        Object content = PickleChecks.requirePart(arguments, 1, called.name());
        Object dtype = PickleChecks.requirePart(arguments, 0, called.name());
        return new NdArray().fill(EMPTY, dtype, false, content).value();
    }

    /** Returns the type that NumPy's {@code dtype('i8', False, True)} would create. */
    static Object dtype(Global called, PickleList arguments) throws DatasetException {
        return new ElementType.Dtype(PickleChecks.requireType(
                String.class, PickleChecks.requirePart(arguments, 0, called.name()), "the name of a dtype"));
    }

    /**
     * Returns the bytes that Python's {@code _codecs.encode(text, 'latin1')} would create. Protocol 2 stores bytes as this call: each
     * character is a byte.
     */
    static Object encode(Global called, PickleList arguments) throws DatasetException {
        String text = PickleChecks.requireType(
                String.class, PickleChecks.requirePart(arguments, 0, called.name()), "the content of bytes");
        if (!"latin1".equals(PickleChecks.requirePart(arguments, 1, called.name()))) {
            throw new DatasetException("the pickle is damaged: bytes are not encoded as latin1");
        }
        return Blob.latin1(text);
    }

    /** Returns the bytes that Python's {@code bytes()}, {@code bytearray(b'...')} or {@code bytearray('...', 'latin-1')} would create. */
    static Object bytes(Global called, PickleList arguments) throws DatasetException {
        if (arguments.length() == 0) {
            return Blob.latin1("");
        }
        Object content = arguments.get(0);
        return content instanceof String text
                ? Blob.latin1(text)
                : PickleChecks.requireType(Blob.class, content, "the content of bytes");
    }

    /**
     * Returns the function in {@code partial(new_block, ndim=2)}, with which pandas 1.3 stores each block of columns. No other partial
     * function is allowed. The number of dimensions follows from the values of the block.
     */
    static Global ofPartial(Instance partial) throws DatasetException {
        if (partial.is("partial")
                && partial.argumentCount() == 1
                && partial.argument(0) instanceof Global function
                && function.simpleName().equals("new_block")) {
            return function;
        }
        throw new DatasetException("the pickle is damaged: it calls "
                + (partial.is("partial") ? "a partial function other than new_block" : PickleChecks.describe(partial)));
    }

    /** Returns the index that {@code _new_Index(class, attributes)} of pandas would create. */
    static Object index(Global called, PickleList arguments) throws DatasetException {
        Instance index = instance(called, arguments);
        index.build(PickleChecks.requirePart(arguments, 1, called.name()));
        return index;
    }

    /** Creates an empty instance, as Python's {@code __pyx_unpickle_NDArrayBacked(class, checksum, None)} and
     * {@code _reconstructor(class, object, None)} do. */
    static Instance instance(Global called, PickleList arguments) throws DatasetException {
        Global type = PickleChecks.requireType(
                Global.class, PickleChecks.requirePart(arguments, 0, called.name()), "the class of an object");
        Object instance = type.make(EMPTY);
        return PickleChecks.requireType(Instance.class, instance, "a pandas object");
    }
}
