// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.AbstractList;
import java.util.List;

/** A tuple of Python: a list that is printed with parentheses and is never equal to a list. Immutable. */
final class Tuple extends AbstractList<Object> {

    private final List<Object> elements;
    private final List<String> names;
    private int hash;

    private Tuple(List<Object> elements, List<String> names) {
        this.elements = elements;
        this.names = names;
    }

    static Tuple of(Object... elements) {
        return of(List.of(elements));
    }

    static Tuple of(List<Object> elements) {
        return new Tuple(List.copyOf(elements), List.of());
    }

    /** Returns a tuple whose elements are also attributes. */
    static Tuple named(List<String> names, List<Object> elements) {
        return new Tuple(List.copyOf(elements), names);
    }

    /** Returns the element with a name; an undefined value if no element has this name. */
    Object attribute(String name) {
        int at = names.indexOf(name);
        return at < 0 ? new Undefined("the tuple has no \"" + name + "\"") : elements.get(at);
    }

    @Override
    public Object get(int index) {
        return elements.get(index);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    /** Returns the hash of the elements. It is computed once, because tuples in a tuple can be shared. */
    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = super.hashCode();
        }
        return hash;
    }
}
