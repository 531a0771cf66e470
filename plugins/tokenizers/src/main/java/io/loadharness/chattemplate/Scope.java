package io.loadharness.chattemplate;

import java.util.HashMap;
import java.util.Map;

/** Names and what they stand for. What is set in an inner scope is unknown outside. */
final class Scope {

    private final Scope outer;
    private final Map<String, Object> names = new HashMap<>();

    private Scope(Scope outer) {
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
            if (each.names.containsKey(name)) {
                return each.names.get(name);
            }
        }
        return new Undefined("\"" + name + "\" is undefined");
    }

    void set(String name, Object value) {
        names.put(name, value);
    }
}
