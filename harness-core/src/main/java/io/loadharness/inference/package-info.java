// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to inference engines: prompts, responses, the {@link io.loadharness.inference.InferenceBackend} that sends them, and the
 * {@link io.loadharness.inference.BackendSystemUnderTest} that distributes the samples of a run to backends. The backends for HTTP servers
 * are in {@code io.loadharness.http}. Start reading at {@link io.loadharness.inference.InferenceBackend}.
 */
@NullMarked
package io.loadharness.inference;

import org.jspecify.annotations.NullMarked;
