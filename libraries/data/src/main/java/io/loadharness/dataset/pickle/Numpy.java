package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** What stands here for the functions of NumPy, and of Python itself, that arrays are pickled with. */
final class Numpy {

    private static final Sequence NO_DIMENSIONS = new Sequence();

    private Numpy() {}

    /** {@code _reconstruct(ndarray, (0,), b'b')}, which is built afterwards. */
    static Object reconstruct(Global called, Sequence arguments) throws DatasetException {
        Global type = Expect.type(Global.class, Expect.at(arguments, 0, called.name()), "the type of an array");
        if (!type.name().equals("numpy.ndarray")) {
            throw new DatasetException(
                    "it has an array of the type " + type.name() + ", and only those of numpy.ndarray are read");
        }
        return new NdArray();
    }

    /** {@code _frombuffer(bytes, dtype, shape, order)}. */
    static Object frombuffer(Global called, Sequence arguments) throws DatasetException {
        return new NdArray()
                .fill(
                        Expect.at(arguments, 2, called.name()),
                        Expect.at(arguments, 1, called.name()),
                        "F".equals(Expect.at(arguments, 3, called.name())),
                        Expect.at(arguments, 0, called.name()));
    }

    /** {@code scalar(dtype, bytes)}. */
    static Object scalar(Global called, Sequence arguments) throws DatasetException {
        Object content = Expect.at(arguments, 1, called.name());
        Object dtype = Expect.at(arguments, 0, called.name());
        return new NdArray().fill(NO_DIMENSIONS, dtype, false, content).value();
    }

    /** {@code dtype('i8', False, True)}. */
    static Object dtype(Global called, Sequence arguments) throws DatasetException {
        return new Dtype(Expect.type(String.class, Expect.at(arguments, 0, called.name()), "the name of a dtype"));
    }

    /** {@code _codecs.encode(text, 'latin1')}, which is how protocol 2 has bytes: a byte is the character of its number. */
    static Object encode(Global called, Sequence arguments) throws DatasetException {
        String text = Expect.type(String.class, Expect.at(arguments, 0, called.name()), "what bytes are made of");
        if (!"latin1".equals(Expect.at(arguments, 1, called.name()))) {
            throw new DatasetException("it is damaged: bytes are encoded in another way than latin1");
        }
        return Blob.latin1(text);
    }

    /** {@code bytes()}, {@code bytearray(b'...')}, {@code bytearray('...', 'latin-1')}. */
    static Object bytes(Global called, Sequence arguments) throws DatasetException {
        if (arguments.length() == 0) {
            return Blob.latin1("");
        }
        Object content = arguments.get(0);
        return content instanceof String text
                ? Blob.latin1(text)
                : Expect.type(Blob.class, content, "what bytes are made of");
    }
}
