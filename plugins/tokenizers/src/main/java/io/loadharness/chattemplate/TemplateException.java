// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.function.Supplier;

/** A template that is not understood, or that came to an error; the message names the line where it is known. */
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

    /** Runs an action; its errors name the line. */
    static <T> T locate(int line, Supplier<T> action) {
        try {
            return action.get();
        } catch (TemplateException e) {
            throw e.at(line);
        }
    }

    /** The same, with the line unless it has one. */
    TemplateException at(int line) {
        return hasLine ? this : new TemplateException(line, getMessage());
    }
}
