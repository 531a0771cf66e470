// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A macro: a block of a template that is called by name.
 *
 * @param parameters the names of the parameters
 * @param defaults the default values, by parameter name
 * @param used the names that the body uses; a macro accepts other arguments than its parameters only if it uses {@code varargs},
 *     {@code kwargs} or {@code caller}
 */
record Macro(String name, List<String> parameters, Map<String, Expression> defaults, Block body, Set<String> used) {

    /** A macro and the scope whose variables its body can read. */
    record Bound(Macro macro, Scope scope) implements Callable, Attributes {

        String name() {
            return macro.name;
        }

        @Override
        public Object call(Arguments arguments) {
            Scope inside = scope.inner();
            macro.bind(arguments, inside);
            return macro.body.text(inside);
        }

        @Override
        public Object attribute(String name) {
            return switch (name) {
                case "name" -> macro.name;
                case "arguments" -> Tuple.of(List.copyOf(macro.parameters));
                case "catch_varargs" -> macro.used.contains("varargs");
                case "catch_kwargs" -> macro.used.contains("kwargs");
                case "caller" -> macro.used.contains("caller");
                default -> new Undefined("the macro has no \"" + name + "\"");
            };
        }
    }

    private void bind(Arguments arguments, Scope inside) {
        List<Object> positional = arguments.positional();
        Map<String, Object> named = new LinkedHashMap<>(arguments.named());
        for (int i = 0; i < parameters.size(); i++) {
            String parameter = parameters.get(i);
            if (i < positional.size()) {
                inside.set(parameter, positional.get(i));
            } else if (named.containsKey(parameter)) {
                inside.set(parameter, named.remove(parameter));
            } else if (defaults.containsKey(parameter)) {
                inside.set(parameter, defaults.get(parameter).evaluate(inside));
            } else {
                inside.set(parameter, new Undefined("the argument \"" + parameter + "\" is missing"));
            }
        }
        if (used.contains("caller") && !parameters.contains("caller")) {
            Object caller = named.remove("caller");
            inside.set(
                    "caller",
                    caller == null
                            ? new Undefined("caller is undefined because no call block called the macro")
                            : caller);
        }
        bindOthers(positional, named, inside);
    }

    private void bindOthers(List<Object> positional, Map<String, Object> named, Scope inside) {
        if (used.contains("kwargs")) {
            inside.set("kwargs", named);
        } else if (!named.isEmpty()) {
            throw new TemplateException(
                    name + " has no parameter \"" + named.keySet().iterator().next() + "\"");
        }
        int count = Math.min(parameters.size(), positional.size());
        if (used.contains("varargs")) {
            inside.set("varargs", Tuple.of(positional.subList(count, positional.size())));
        } else if (positional.size() > count) {
            throw new TemplateException(
                    name + " accepts at most " + parameters.size() + " arguments: got " + positional.size());
        }
    }
}
