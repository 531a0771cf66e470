// SPDX-License-Identifier: Apache-2.0
/**
 * The subset of the template language Jinja that chat templates use, with the settings of the library {@code transformers} and values that
 * behave as in Python. Templates have no access to files, classes or the network. The package {@code io.loadharness.tokenizers} handles
 * model files and the variables of a chat. Start reading at {@link io.loadharness.chattemplate.Template}.
 */
@NullMarked
package io.loadharness.chattemplate;

import org.jspecify.annotations.NullMarked;
