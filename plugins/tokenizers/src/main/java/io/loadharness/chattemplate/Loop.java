// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;

/**
 * The value of the variable {@code loop} in the body of a {@code for} statement.
 *
 * @param at the index of the current iteration, from 0
 */
record Loop(List<Object> elements, int at) implements Attributes {

    @Override
    public Object attribute(String name) {
        int size = elements.size();
        return switch (name) {
            case "index" -> at + 1L;
            case "index0" -> (long) at;
            case "revindex" -> (long) (size - at);
            case "revindex0" -> size - at - 1L;
            case "first" -> at == 0;
            case "last" -> at == size - 1;
            case "length" -> (long) size;
            case "depth" -> 1L;
            case "depth0" -> 0L;
            case "previtem" -> at > 0 ? elements.get(at - 1) : new Undefined("there is no previous item");
            case "nextitem" -> at < size - 1 ? elements.get(at + 1) : new Undefined("there is no next item");
            case "cycle" -> (Callable) given -> cycled(given.positional());
            default -> new Undefined("the loop has no \"" + name + "\"");
        };
    }

    private Object cycled(List<Object> values) {
        if (values.isEmpty()) {
            throw new TemplateException("loop.cycle needs at least one value");
        }
        return values.get(at % values.size());
    }
}
