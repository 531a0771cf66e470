// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.LocalDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A parsed template. Immutable and thread-safe. */
public final class Template {

    private final Block body;

    private Template(Block body) {
        this.body = body;
    }

    /**
     * Parses a template.
     *
     * @throws TemplateException if the template has an error; the message describes the error and contains the line number
     */
    public static Template parse(String source) {
        RenderingLimits.start(RenderingLimits.MAX_STEPS);
        try {
            return new Template(Parser.parse(source));
        } catch (StackOverflowError e) {
            throw new TemplateException("the template is nested too deeply");
        }
    }

    /**
     * Renders the template with variables. The size of the output, the size of each text and list, and the number of steps are limited.
     *
     * @param variables the variables by name: strings, numbers, booleans, null, and lists and maps of such values
     * @param now the current time, for {@code strftime_now}
     * @throws RaisedTemplateException if the template calls {@code raise_exception}
     * @throws TemplateException if rendering fails; the message gives the reason and the line number
     */
    public String render(Map<String, ? extends @Nullable Object> variables, LocalDateTime now) {
        return render(variables, now, RenderingLimits.MAX_STEPS);
    }

    /** Renders the template with another maximum number of steps. */
    String render(Map<String, ? extends @Nullable Object> variables, LocalDateTime now, long maxSteps) {
        Scope functions = Scope.outermost();
        Functions.defineIn(functions, now);
        Scope scope = functions.inner();
        RenderingLimits.start(maxSteps);
        try {
            variables.forEach((name, value) -> scope.set(name, PythonValues.of(value)));
        } catch (StackOverflowError e) {
            throw new TemplateException("the variables of the template are nested too deeply");
        }
        try {
            return body.text(scope);
        } catch (StackOverflowError e) {
            throw new TemplateException(
                    "an expression, a list or a macro of the template is nested too deeply: check for a macro that"
                            + " calls itself without end");
        }
    }
}
