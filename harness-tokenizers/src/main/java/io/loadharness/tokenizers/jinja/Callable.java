package io.loadharness.tokenizers.jinja;

/** A value that can be called. */
@FunctionalInterface
interface Callable {

    /** Calls it. */
    Object call(Arguments arguments);
}
