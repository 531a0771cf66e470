// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of Python's dicts, lists and strings that templates can call. None of them changes its value. */
final class Methods {

    /** A method of a value. */
    @FunctionalInterface
    interface Method<T> {

        /** Calls the method. */
        Object call(T self, Arguments arguments);
    }

    private static final Map<String, Method<Map<?, ?>>> OF_MAPS = Map.of(
            "items",
            (self, arguments) -> DictView.items(self),
            "keys",
            (self, arguments) -> DictView.keys(self),
            "values",
            (self, arguments) -> DictView.values(self),
            "copy",
            (self, arguments) -> copy(self),
            "get",
            (self, arguments) -> {
                Object found = self.get(PythonValues.keyIn(self, arguments.require(0, "key")));
                return found == null ? arguments.get(1, "default") : found;
            });

    private static final Map<String, Method<List<?>>> OF_LISTS = Map.of(
            "copy", (self, arguments) -> PythonValues.elements(self),
            "index", (self, arguments) -> index(self, arguments),
            "count",
                    (self, arguments) -> self.stream()
                            .filter(each -> PythonValues.areEqual(each, arguments.require(0, "value")))
                            .count());

    private Methods() {}

    /** Returns the method with a name, bound to a value, or null if the value has no such method. */
    static @Nullable Callable of(Object value, String name) {
        if (value instanceof Map<?, ?> map) {
            return bound(OF_MAPS.get(name), map);
        }
        if (value instanceof List<?> list) {
            boolean isMissing = name.equals("copy") && (list instanceof Tuple || list instanceof NumberRange);
            return isMissing ? null : bound(OF_LISTS.get(name), list);
        }
        return value instanceof String text ? StringMethods.of(text, name) : null;
    }

    private static <T> @Nullable Callable bound(@Nullable Method<? super T> method, T self) {
        return method == null ? null : arguments -> method.call(self, arguments);
    }

    private static Map<Object, Object> copy(Map<?, ?> map) {
        RenderingLimits.checkSize(map.size());
        return new LinkedHashMap<>(map);
    }

    private static long index(List<?> list, Arguments given) {
        Object value = given.require(0, "value");
        int to = given.integer(2, "stop", list.size());
        for (int i = given.integer(1, "start", 0); i < Math.min(to, list.size()); i++) {
            if (PythonValues.areEqual(list.get(Math.max(0, i)), value)) {
                return i;
            }
        }
        throw new TemplateException("index: the list does not contain the value");
    }
}
