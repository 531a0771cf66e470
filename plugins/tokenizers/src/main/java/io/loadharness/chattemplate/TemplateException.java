// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.function.Supplier;

/** Thrown when a template cannot be parsed or rendered. The message contains the line number in the template if it is known. */
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

    /** Runs an action. Adds the line number to the message of a {@code TemplateException} that the action throws. */
    static <T> T locate(int line, Supplier<T> action) {
        try {
            return action.get();
        } catch (TemplateException e) {
            throw e.at(line);
        }
    }

    /** Returns an exception whose message contains the line number; this exception if its message already contains one. */
    TemplateException at(int line) {
        return hasLine ? this : new TemplateException(line, getMessage());
    }
}
