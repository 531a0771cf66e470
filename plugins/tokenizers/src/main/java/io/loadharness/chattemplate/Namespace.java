// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.HashMap;
import java.util.Map;

/** A value whose attributes a template can set, even from inner scopes. */
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
