// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to inference engines. An {@link io.loadharness.inference.InferenceBackend} sends prompts and returns responses. A
 * {@link io.loadharness.inference.BackendSystemUnderTest} distributes the samples of a run to backends. The backends for HTTP servers are
 * in {@code io.loadharness.http}. Start reading at {@link io.loadharness.inference.InferenceBackend}.
 */
@NullMarked
package io.loadharness.inference;

import org.jspecify.annotations.NullMarked;
