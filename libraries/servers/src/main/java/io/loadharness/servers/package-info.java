// SPDX-License-Identifier: Apache-2.0
/** The life of inference server processes: start, health, stop, and the proof that nothing is left. Knows nothing of loads. */
@NullMarked
package io.loadharness.servers;

import org.jspecify.annotations.NullMarked;
