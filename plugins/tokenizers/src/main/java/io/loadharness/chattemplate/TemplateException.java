// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.function.Supplier;

/** Thrown when a template cannot be parsed or rendered. The message contains the line number if it is known. */
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

    /** Runs an action and adds the line to its errors. */
    static <T> T locate(int line, Supplier<T> action) {
        try {
            return action.get();
        } catch (TemplateException e) {
            throw e.at(line);
        }
    }

    /** Returns this exception with a line in its message, unless it has one already. */
    TemplateException at(int line) {
        return hasLine ? this : new TemplateException(line, getMessage());
    }
}
