// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a part of a template, by name. An inner scope sees the variables of its outer scopes, but not the reverse. */
final class Scope {

    private final @Nullable Scope outer;
    private final Map<String, Object> names = new HashMap<>();

    private Scope(@Nullable Scope outer) {
        this.outer = outer;
    }

    static Scope outermost() {
        return new Scope(null);
    }

    Scope inner() {
        return new Scope(this);
    }

    Object get(String name) {
        for (Scope each = this; each != null; each = each.outer) {
            Object value = each.names.get(name);
            if (value != null) {
                return value;
            }
        }
        return new Undefined("\"" + name + "\" is undefined");
    }

    void set(String name, Object value) {
        names.put(name, value);
    }
}
