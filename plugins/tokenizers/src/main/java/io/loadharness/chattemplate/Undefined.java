// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * The value of an undefined name. A template may output it, as empty text, or test it with {@code is defined}. Other uses are errors.
 *
 * @param why the message of the error that other uses cause
 */
record Undefined(String why) {

    TemplateException toException() {
        return new TemplateException(why);
    }
}
