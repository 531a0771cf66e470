// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of a template that is called by name.
 *
 * @param parameters their names
 * @param defaults what those have that are not given; the others have none
 */
record Macro(String name, List<String> parameters, Map<String, Expression> defaults, Block body) {

    /** It, with the names of the scope that it stands in. */
    Callable in(Scope scope) {
        return arguments -> {
            Scope inside = scope.inner();
            bind(arguments, inside);
            return body.text(inside);
        };
    }

    private void bind(Arguments arguments, Scope inside) {
        if (arguments.positional().size() > parameters.size()) {
            throw new TemplateException(name + " takes " + parameters.size() + " arguments and gets "
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
                inside.set(parameter, defaults.get(parameter).in(inside));
            } else {
                inside.set(parameter, new Undefined("the parameter \"" + parameter + "\" was not given"));
            }
        }
        inside.set("caller", named.containsKey("caller") ? named.remove("caller") : new Undefined("nobody calls"));
        if (!named.isEmpty()) {
            throw new TemplateException(
                    name + " has no parameter \"" + named.keySet().iterator().next() + "\"");
        }
    }
}
