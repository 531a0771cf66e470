// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the language Jinja that chat templates are written in, with the settings of the library {@code transformers}: a template is
 * compiled into {@link io.loadharness.chattemplate.Statement}s and {@link io.loadharness.chattemplate.Expression}s, which compute with
 * values as Python does. Nothing of it can reach files, classes or the network.
 */
@NullMarked
package io.loadharness.chattemplate;

import org.jspecify.annotations.NullMarked;
