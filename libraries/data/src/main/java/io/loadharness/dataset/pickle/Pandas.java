package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** What stands here for the functions of pandas, and of Python itself, that its objects are pickled with. */
final class Pandas {

    private static final Sequence NO_ARGUMENTS = new Sequence();

    private Pandas() {}

    /** {@code _new_Index(class, attributes)}. */
    static Object index(Global called, Sequence arguments) throws DatasetException {
        Instance index = instance(called, arguments);
        index.build(Expect.at(arguments, 1, called.name()));
        return index;
    }

    /** {@code __pyx_unpickle_NDArrayBacked(class, checksum, None)} and {@code _reconstructor(class, object, None)}, built afterwards. */
    static Instance instance(Global called, Sequence arguments) throws DatasetException {
        Global type = Expect.type(Global.class, Expect.at(arguments, 0, called.name()), "the class of an object");
        Object instance = type.make(NO_ARGUMENTS);
        return Expect.type(Instance.class, instance, "an object of pandas");
    }
}
