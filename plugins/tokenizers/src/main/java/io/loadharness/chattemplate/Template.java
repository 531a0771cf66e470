// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.LocalDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A template that is understood. Immutable, for any number of threads. */
public final class Template {

    private final Block body;

    private Template(Block body) {
        this.body = body;
    }

    /**
     * Reads a template.
     *
     * @throws TemplateException if it is not understood; says why, and in which line
     */
    public static Template parse(String source) {
        try {
            return new Template(Parser.parse(source));
        } catch (StackOverflowError e) {
            throw new TemplateException("it is nested too deeply");
        }
    }

    /**
     * What it writes.
     *
     * @param variables what it knows by name: strings, numbers, booleans, null, and lists and maps of them
     * @param now the time, for templates that ask
     * @throws Refusal if it does not take what it is given
     * @throws TemplateException if it comes to an error; says why, and in which line
     */
    public String render(Map<String, ? extends @Nullable Object> variables, LocalDateTime now) {
        Scope functions = Scope.outermost();
        Functions.defineIn(functions, now);
        Scope scope = functions.inner();
        variables.forEach((name, value) -> scope.set(name, Values.of(value)));
        try {
            return body.text(scope);
        } catch (StackOverflowError e) {
            throw new TemplateException("it calls itself too often");
        }
    }
}
