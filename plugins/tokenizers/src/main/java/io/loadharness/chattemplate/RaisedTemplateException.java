// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * Thrown when a template rejects its input with {@code raise_exception}. The message of the exception is the message that the template
 * passes to {@code raise_exception}.
 */
public final class RaisedTemplateException extends TemplateException {

    private static final long serialVersionUID = 1;

    RaisedTemplateException(String message) {
        super(message);
    }

    @Override
    TemplateException at(int line) {
        return this;
    }
}
