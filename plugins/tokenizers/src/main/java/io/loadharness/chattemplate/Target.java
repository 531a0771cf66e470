// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;

/** The target of an assignment: a name, several names, or an attribute of a namespace. */
@FunctionalInterface
interface Target {

    /** Assigns a value. */
    void set(Scope scope, Object value);

    static Target name(String name) {
        return (scope, value) -> scope.set(name, value);
    }

    static Target attribute(String name, String attribute) {
        return (scope, value) -> {
            if (!(scope.get(name) instanceof Namespace namespace)) {
                throw new TemplateException("\"" + name + "\" is not a namespace: its attributes cannot be set");
            }
            namespace.set(attribute, value);
        };
    }

    private static Object requireDefined(Object value) {
        if (value instanceof Undefined undefined) {
            throw undefined.toException();
        }
        return value;
    }

    static Target all(List<Target> targets) {
        return (scope, value) -> {
            List<Object> parts = PythonValues.elements(requireDefined(value));
            if (parts.size() != targets.size()) {
                throw new TemplateException(
                        "cannot assign " + parts.size() + " values to " + targets.size() + " names");
            }
            for (int i = 0; i < parts.size(); i++) {
                targets.get(i).set(scope, parts.get(i));
            }
        };
    }
}
