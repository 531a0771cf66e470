// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A macro: a block of a template that is called by name.
 *
 * @param parameters the names of the parameters
 * @param defaults the default values, by parameter name
 */
record Macro(String name, List<String> parameters, Map<String, Expression> defaults, Block body) {

    /** Returns a function that runs this macro. The body of the macro can read the variables of the scope. */
    Callable boundTo(Scope scope) {
        return arguments -> {
            Scope inside = scope.inner();
            bind(arguments, inside);
            return body.text(inside);
        };
    }

    private void bind(Arguments arguments, Scope inside) {
        if (arguments.positional().size() > parameters.size()) {
            throw new TemplateException(name + " accepts at most " + parameters.size() + " arguments: got "
                    + arguments.positional().size());
        }
        Map<String, Object> named = new LinkedHashMap<>(arguments.named());
        for (int i = 0; i < parameters.size(); i++) {
            String parameter = parameters.get(i);
            if (i < arguments.positional().size()) {
                inside.set(parameter, arguments.positional().get(i));
            } else if (named.containsKey(parameter)) {
                inside.set(parameter, named.remove(parameter));
            } else if (defaults.containsKey(parameter)) {
                inside.set(parameter, defaults.get(parameter).evaluate(inside));
            } else {
                inside.set(parameter, new Undefined("the argument \"" + parameter + "\" is missing"));
            }
        }
        inside.set(
                "caller",
                named.containsKey("caller")
                        ? named.remove("caller")
                        : new Undefined("caller is undefined because no call block called the macro"));
        if (!named.isEmpty()) {
            throw new TemplateException(
                    name + " has no parameter \"" + named.keySet().iterator().next() + "\"");
        }
    }
}
