// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of the variable {@code loop} in the body of a {@code for} statement. It reads the elements one at a time, because a template
 * can change the condition of the loop while the loop runs.
 */
final class Loop implements Attributes, Callable {

    private final @Nullable Callable body;
    private final int depth;
    private Iterator<Object> elements;
    private int at = -1;
    private int length = -1;
    private @Nullable Object previous;
    private @Nullable Object current;
    private @Nullable Object next;
    private @Nullable Object lastChanged;

    /**
     * Creates the variable of a loop.
     *
     * @param body the function that runs the loop for other elements; null if the loop is not recursive
     * @param depth the number of recursive loops around this one
     */
    Loop(Iterator<Object> elements, @Nullable Callable body, int depth) {
        this.elements = elements;
        this.body = body;
        this.depth = depth;
    }

    boolean hasNext() {
        return next != null || elements.hasNext();
    }

    Object next() {
        Object element = next == null ? elements.next() : next;
        next = null;
        at++;
        previous = current;
        current = element;
        return element;
    }

    private @Nullable Object peek() {
        if (next == null && elements.hasNext()) {
            next = elements.next();
        }
        return next;
    }

    private long length() {
        if (length < 0) {
            List<Object> rest = new ArrayList<>();
            elements.forEachRemaining(rest::add);
            elements = rest.iterator();
            length = at + 1 + rest.size() + (next == null ? 0 : 1);
        }
        return length;
    }

    @Override
    public Object call(Arguments arguments) {
        if (body == null) {
            throw new TemplateException("loop can only be called in a loop that is marked \"recursive\"");
        }
        return body.call(arguments);
    }

    @Override
    public Object attribute(String name) {
        return switch (name) {
            case "index" -> at + 1L;
            case "index0" -> (long) at;
            case "revindex" -> length() - at;
            case "revindex0" -> length() - at - 1L;
            case "first" -> at == 0;
            case "last" -> peek() == null;
            case "length" -> length();
            case "depth" -> depth + 1L;
            case "depth0" -> (long) depth;
            case "previtem" -> previous == null ? new Undefined("there is no previous item") : previous;
            case "nextitem" -> orUndefined(peek());
            case "cycle" -> (Callable) given -> cycled(given.positional());
            case "changed" -> (Callable) given -> hasChanged(Tuple.of(given.positional()));
            default -> new Undefined("the loop has no \"" + name + "\"");
        };
    }

    private static Object orUndefined(@Nullable Object item) {
        return item == null ? new Undefined("there is no next item") : item;
    }

    private boolean hasChanged(Tuple values) {
        boolean hasChanged = lastChanged == null || !PythonValues.areEqual(lastChanged, values);
        lastChanged = values;
        return hasChanged;
    }

    private Object cycled(List<Object> values) {
        if (values.isEmpty()) {
            throw new TemplateException("loop.cycle needs at least one value");
        }
        return values.get(at % values.size());
    }
}
