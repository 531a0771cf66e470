// SPDX-License-Identifier: Apache-2.0
/**
 * Inference over HTTP: the {@link io.loadharness.http.HttpTransport} interface, its implementation over {@code java.net.http}, and the
 * {@link io.loadharness.http.OpenAiBackend}, which supports the APIs of common inference servers. The transport over Netty is in
 * {@code io.loadharness.netty}; prompts, responses and the system under test are in {@code io.loadharness.inference}, token metrics in
 * {@code io.loadharness.metrics}. Start reading at {@link io.loadharness.http.OpenAiBackend}, then {@link io.loadharness.http.Exchange}.
 */
@NullMarked
package io.loadharness.http;

import org.jspecify.annotations.NullMarked;
