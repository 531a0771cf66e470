// SPDX-License-Identifier: Apache-2.0
/**
 * Inference: what a sample asks of a model, the {@link io.loadharness.inference.InferenceBackend} that asks it, and the
 * {@link io.loadharness.inference.BackendSystemUnderTest} that spreads the samples of a run over one or many backends.
 */
@NullMarked
package io.loadharness.inference;

import org.jspecify.annotations.NullMarked;
