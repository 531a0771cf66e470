// SPDX-License-Identifier: Apache-2.0
/**
 * Inference engines in worker processes. Each process is one {@link io.loadharness.inference.InferenceBackend}.
 *
 * <pre>
 * send ─► EngineProcess ─► EngineLink ─ SUBMIT ─► Unix-domain socket ─► worker (any language)
 *                              │ one thread           ◄─ TOKENS, DONE ─┘
 *                              ▼
 *                           Flight ─► ResponseListener
 * </pre>
 *
 * <p>{@code docs/reference/worker-protocol.md} describes the protocol. {@link io.loadharness.engine.EngineWorker} is the worker for engines
 * of the JVM; the Python package {@code loadharness_worker} contains workers for other engines. Servers that are started for a run are in
 * {@code io.loadharness.servers}. Start reading at {@link io.loadharness.engine.EngineProcess}.
 */
@NullMarked
package io.loadharness.engine;

import org.jspecify.annotations.NullMarked;
