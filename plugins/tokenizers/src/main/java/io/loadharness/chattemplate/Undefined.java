// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * The value of an undefined name. A template can use it as empty text, as an empty list or as a false condition, and in tests such as
 * {@code is defined}. Other uses are errors.
 *
 * @param why the message of the error that other uses cause
 */
record Undefined(String why) {

    TemplateException toException() {
        return new TemplateException(why);
    }
}
