package io.loadharness.dataset.pickle;

/** What values are called in sentences. */
final class Kind {

    private Kind() {}

    static String of(Object value) {
        if (value instanceof String) {
            return "a text";
        } else if (value instanceof Long) {
            return "a whole number";
        } else if (value instanceof Double) {
            return "a number";
        } else if (value instanceof Boolean) {
            return "a truth value";
        } else if (value instanceof Sequence) {
            return "a list";
        } else if (value instanceof Mapping) {
            return "a dictionary";
        } else if (value instanceof Blob) {
            return "bytes";
        } else if (value instanceof NdArray array) {
            return "an array of " + array.type();
        } else if (value instanceof Instance instance) {
            return instance.type().name();
        } else if (value instanceof Global global) {
            return "the name " + global.name();
        }
        return "nothing";
    }
}
