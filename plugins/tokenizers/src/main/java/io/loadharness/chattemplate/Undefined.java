// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * The value of an undefined name. It is written as empty text and can be tested with {@code is defined}; any other use is an error.
 *
 * @param why the error message for any other use
 */
record Undefined(String why) {

    TemplateException toException() {
        return new TemplateException(why);
    }
}
