// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** A pandas or Arrow object as data: the name of its class, its constructor arguments, and its state. */
final class Instance implements PickleMachine.Buildable {

    private final Global type;
    private final PickleList arguments;
    private Object state = PickleMachine.NONE;

    Instance(Global type, PickleList arguments) {
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

    int argumentCount() {
        return arguments.length();
    }

    Object argument(int index) throws DatasetException {
        return PickleChecks.requirePart(arguments, index, type.name());
    }

    /** Returns the value of the first of these attributes that exists; null if none of them exists. */
    @Nullable
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
