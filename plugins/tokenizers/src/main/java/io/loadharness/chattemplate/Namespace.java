// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.HashMap;
import java.util.Map;

/** A template value whose attributes can be set from inner scopes too, for example in a loop. */
final class Namespace implements Attributes {

    private final Map<String, Object> attributes;

    Namespace(Map<String, Object> attributes) {
        this.attributes = new HashMap<>(attributes);
    }

    void set(String name, Object value) {
        attributes.put(name, value);
    }

    @Override
    public Object attribute(String name) {
        return attributes.getOrDefault(name, new Undefined("the namespace has no \"" + name + "\""));
    }
}
