// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** What a template says when it does not take what it is given, by {@code raise_exception}. */
public final class Refusal extends TemplateException {

    private static final long serialVersionUID = 1;

    Refusal(String message) {
        super(message);
    }

    @Override
    TemplateException at(int line) {
        return this;
    }
}
