package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * A class or a function that a pickle named and may name.
 *
 * @param name with its module
 * @param maker what stands here for calling it
 */
record Global(String name, Maker maker) {

    /** Makes what a call would have returned, from data. */
    @FunctionalInterface
    interface Maker {

        Object make(Global called, Sequence arguments) throws DatasetException;
    }

    Object make(Sequence arguments) throws DatasetException {
        return maker.make(this, arguments);
    }

    /** The name without its module, which differs between versions. */
    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
