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
        attributes.put(requireName(name), value);
    }

    /** Returns a name that a namespace can have. Transformers does not allow names that start with an underscore. */
    static String requireName(String name) {
        if (name.startsWith("_")) {
            throw new TemplateException("the names in a namespace must not start with \"_\": got \"" + name + "\"");
        }
        return name;
    }

    @Override
    public Object attribute(String name) {
        return attributes.getOrDefault(name, new Undefined("the namespace has no \"" + name + "\""));
    }
}
