package io.loadharness.chattemplate;

/** A template that is not understood, or that came to an error; the message names the line where it is known. */
public class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean hasLine;

    TemplateException(String message) {
        super(message);
        hasLine = false;
    }

    TemplateException(int line, String message) {
        super("line " + line + ": " + message);
        hasLine = true;
    }

    /** The same, with the line unless it has one. */
    TemplateException at(int line) {
        return hasLine ? this : new TemplateException(line, getMessage());
    }
}
