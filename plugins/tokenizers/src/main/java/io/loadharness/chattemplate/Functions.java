// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The functions that are defined in every template. */
final class Functions {

    private Functions() {}

    static void defineIn(Scope scope, LocalDateTime now) {
        define(scope, "range", NumberRange::of);
        define(scope, "namespace", given -> new Namespace(namespaced(given)));
        define(scope, "dict", new DictType());
        define(scope, "cycler", Functions::cycler);
        define(scope, "joiner", Functions::joiner);
        define(scope, "raise_exception", given -> {
            throw new RaisedTemplateException(Text.of(given.require(0, "message")));
        });
        define(scope, "strftime_now", given -> Dates.format(now, given.string(0, "format")));
    }

    private static void define(Scope scope, String name, Callable function) {
        scope.set(name, function);
    }

    /** The type {@code dict}, which is also the function that creates a dict. */
    private static final class DictType implements Attributes, Callable {

        @Override
        public Object call(Arguments arguments) {
            return merged(arguments);
        }

        @Override
        public Object attribute(String name) {
            return name.equals("fromkeys")
                    ? (Callable) Functions::fromKeys
                    : new Undefined("dict has no \"" + name + "\"");
        }
    }

    private static Map<Object, Object> fromKeys(Arguments given) {
        Map<Object, Object> all = new LinkedHashMap<>();
        Object value = given.get(1, "value");
        for (Object key : PythonValues.elements(given.require(0, "iterable"))) {
            all.put(PythonValues.keyIn(all, key), value);
        }
        return all;
    }

    private static Map<String, Object> namespaced(Arguments given) {
        Map<String, Object> all = new LinkedHashMap<>();
        merged(given).forEach((key, value) -> all.put(Namespace.requireName(Text.of(key)), value));
        return all;
    }

    private static Map<Object, Object> merged(Arguments given) {
        Map<Object, Object> all = new LinkedHashMap<>();
        if (given.positional().size() > 1) {
            throw new TemplateException("dict accepts at most one argument without a name");
        }
        for (Object each : given.positional()) {
            if (each instanceof Map<?, ?> map) {
                RenderingLimits.checkSize(map.size());
                map.forEach(all::put);
            } else {
                PythonValues.elements(each).forEach(pair -> put(all, PythonValues.elements(pair)));
            }
        }
        all.putAll(given.named());
        return all;
    }

    private static void put(Map<Object, Object> all, List<Object> pair) {
        if (pair.size() != 2) {
            throw new TemplateException("dict: expected pairs of key and value but found " + pair.size() + " values");
        }
        all.put(PythonValues.requireKey(pair.get(0)), pair.get(1));
    }

    /** Returns the entries of a dict as named arguments. */
    static Map<String, Object> named(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw PythonValues.wrongType(value, "a dict");
        }
        RenderingLimits.checkSize(map.size());
        Map<String, Object> all = new LinkedHashMap<>();
        map.forEach((key, each) -> all.put(PythonValues.requireString(key), each));
        return all;
    }

    /** Returns an object that returns its values in a cycle: after the last value, it starts again with the first. */
    private static Attributes cycler(Arguments given) {
        List<Object> values = given.positional();
        if (values.isEmpty()) {
            throw new TemplateException("cycler needs at least one value");
        }
        int[] at = new int[1];
        return name -> switch (name) {
            case "current" -> values.get(at[0]);
            case "next" ->
                (Callable) arguments -> {
                    Object value = values.get(at[0]);
                    at[0] = (at[0] + 1) % values.size();
                    return value;
                };
            case "reset" ->
                (Callable) arguments -> {
                    at[0] = 0;
                    return PythonValues.NONE;
                };
            default -> new Undefined("the cycler has no \"" + name + "\"");
        };
    }

    /** Returns a function that returns empty text on the first call, and the separator on each later call. */
    private static Callable joiner(Arguments given) {
        Object separator = given.get(0, "sep", ", ");
        boolean[] wasCalled = new boolean[1];
        return arguments -> {
            Object text = wasCalled[0] ? separator : "";
            wasCalled[0] = true;
            return text;
        };
    }
}
