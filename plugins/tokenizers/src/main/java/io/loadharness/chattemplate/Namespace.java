// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.LinkedHashMap;
import java.util.Map;

/** A template value whose attributes can be set from inner scopes too, for example in a loop. */
final class Namespace implements Attributes {

    private final Map<String, Object> attributes;

    Namespace(Map<String, Object> attributes) {
        this.attributes = new LinkedHashMap<>(attributes);
    }

    /** Returns the values by name, in the order in which they were set. */
    Map<String, Object> attributes() {
        return attributes;
    }

    void set(String name, Object value) {
        attributes.put(requireName(name), value);
    }

    /** Returns a name after a check that a namespace can have it. Transformers does not allow names that start with an underscore. */
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
