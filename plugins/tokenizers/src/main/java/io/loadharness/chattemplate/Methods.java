// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
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
            (self, arguments) -> items(self),
            "keys",
            (self, arguments) -> new ArrayList<>(self.keySet()),
            "values",
            (self, arguments) -> new ArrayList<>(self.values()),
            "get",
            (self, arguments) -> {
                Object key = arguments.require(0, "key");
                Object found = self.get(key);
                return found == null ? arguments.get(1, "default") : found;
            });

    private static final Map<String, Method<List<?>>> OF_LISTS = Map.of(
            "index", (self, arguments) -> index(self, arguments.require(0, "value")),
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
            return bound(OF_LISTS.get(name), list);
        }
        return value instanceof String text ? bound(StringMethods.ALL.get(name), text) : null;
    }

    private static <T> @Nullable Callable bound(@Nullable Method<? super T> method, T self) {
        return method == null ? null : arguments -> method.call(self, arguments);
    }

    /** Returns the entries of a map, each as a list of key and value. */
    static List<Object> items(Map<?, ?> map) {
        return map.entrySet().stream()
                .<Object>map(each -> List.of(each.getKey(), each.getValue()))
                .toList();
    }

    private static long index(List<?> list, Object value) {
        for (int i = 0; i < list.size(); i++) {
            if (PythonValues.areEqual(list.get(i), value)) {
                return i;
            }
        }
        throw new TemplateException("index: the list does not contain the value");
    }
}
