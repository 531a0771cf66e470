// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/**
 * The value of what there is not: it may be written, as nothing, and asked whether it is there.
 *
 * @param why what is said to who does more with it
 */
record Undefined(String why) {

    TemplateException refused() {
        return new TemplateException(why);
    }
}
