// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;

/** What can be set: a name, several at a time, or an attribute of a namespace. */
@FunctionalInterface
interface Target {

    /** Sets it. */
    void set(Scope scope, Object value);

    static Target name(String name) {
        return (scope, value) -> scope.set(name, value);
    }

    static Target attribute(String name, String attribute) {
        return (scope, value) -> {
            if (!(scope.get(name) instanceof Namespace namespace)) {
                throw new TemplateException("\"" + name + "\" is no namespace: it has no attributes to be set");
            }
            namespace.set(attribute, value);
        };
    }

    static Target all(List<Target> targets) {
        return (scope, value) -> {
            List<Object> parts = Values.elements(value);
            if (parts.size() != targets.size()) {
                throw new TemplateException(parts.size() + " values do not fit " + targets.size() + " names");
            }
            for (int i = 0; i < parts.size(); i++) {
                targets.get(i).set(scope, parts.get(i));
            }
        };
    }
}
