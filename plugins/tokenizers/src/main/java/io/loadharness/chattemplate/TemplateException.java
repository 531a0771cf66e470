// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import io.loadharness.internal.Suggestions;
import java.util.Collection;
import java.util.function.Supplier;

/** Thrown when a template cannot be parsed or rendered. The message gives the line number in the template if it is known. */
public class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String message;
    private final boolean hasLine;

    TemplateException(String message) {
        this(message, false);
    }

    TemplateException(int line, String message) {
        this("line " + line + ": " + message, true);
    }

    private TemplateException(String message, boolean hasLine) {
        super(message);
        this.message = message;
        this.hasLine = hasLine;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /** Returns the message for a name that templates cannot use. Suggests a known name only if it is similar. */
    static String unknown(String kind, String name, Collection<String> known) {
        String hint = Suggestions.hint(name, known);
        return "unknown " + kind + " \"" + name + "\"" + (hint.isEmpty() ? ": it is not supported" : hint);
    }

    /** Runs an action. Adds the line number to the message of a {@code TemplateException} that the action throws. */
    static <T> T locate(int line, Supplier<T> action) {
        try {
            return action.get();
        } catch (TemplateException e) {
            throw e.at(line);
        }
    }

    /** Returns this exception if its message already gives a line number. Otherwise returns an exception with this line number. */
    TemplateException at(int line) {
        return hasLine ? this : new TemplateException(line, getMessage());
    }
}
