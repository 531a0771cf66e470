// SPDX-License-Identifier: Apache-2.0
/**
 * Reads start-up logs of inference servers: phases, sizes, times, and the time that no phase covers. The code that starts servers is in
 * {@code io.loadharness.servers}. Start reading at {@link io.loadharness.startup.StartupLog}.
 */
@NullMarked
package io.loadharness.startup;

import org.jspecify.annotations.NullMarked;
