// SPDX-License-Identifier: Apache-2.0
/**
 * Inference over HTTP: the {@link io.loadharness.http.HttpTransport} port with its adapter over {@code java.net.http}, and the
 * {@link io.loadharness.http.OpenAiBackend}, which speaks the dialects of the usual inference servers.
 */
@NullMarked
package io.loadharness.http;

import org.jspecify.annotations.NullMarked;
