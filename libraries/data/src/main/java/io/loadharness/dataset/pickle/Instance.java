package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** An object of pandas or Arrow: the name of its class, what it would have been called with, and its state. It does nothing. */
final class Instance implements Buildable {

    private final Global type;
    private final Sequence arguments;
    private Object state = None.NONE;

    Instance(Global type, Sequence arguments) {
        this.type = type;
        this.arguments = arguments;
    }

    Global type() {
        return type;
    }

    boolean is(String simpleName) {
        return type.simpleName().equals(simpleName);
    }

    @Override
    public void build(Object content) {
        state = content;
    }

    Object state() {
        return state;
    }

    int arguments() {
        return arguments.length();
    }

    Object argument(int index) throws DatasetException {
        return Expect.at(arguments, index, type.name());
    }

    /** The first attribute of these that it has; null if it has none. */
    Object attribute(String... names) throws DatasetException {
        if (state instanceof Mapping attributes) {
            for (String name : names) {
                Object value = attributes.get(name);
                if (value != null) {
                    return value;
                }
            }
        }
        return null;
    }
}
