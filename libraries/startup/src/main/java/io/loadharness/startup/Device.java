// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import org.jspecify.annotations.Nullable;

/**
 * A GPU that a log names, as the containers of llm-d do.
 *
 * @param computeCapability as {@code 9.0}
 * @param persistenceMode as {@code Enabled}
 */
public record Device(
        @Nullable String uuid,
        @Nullable String name,
        @Nullable String computeCapability,
        @Nullable String persistenceMode) {}
