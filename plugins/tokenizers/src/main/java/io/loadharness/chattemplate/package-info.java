// SPDX-License-Identifier: Apache-2.0
/**
 * An implementation of the subset of the template language Jinja that chat templates use. White space is handled as in the library
 * {@code transformers}, and values behave as in Python. Templates have no access to files, classes or the network. The package
 * {@code io.loadharness.tokenizers} handles model files and the variables of a chat. Start reading at
 * {@link io.loadharness.chattemplate.Template}.
 */
@NullMarked
package io.loadharness.chattemplate;

import org.jspecify.annotations.NullMarked;
