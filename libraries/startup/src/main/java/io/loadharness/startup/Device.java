// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import org.jspecify.annotations.Nullable;

/**
 * A GPU that is listed in a log, for example in the log of an llm-d container.
 *
 * @param uuid the UUID of the device
 * @param name the product name
 * @param computeCapability the compute capability, such as {@code 9.0}
 * @param persistenceMode the persistence mode, such as {@code Enabled}
 */
public record Device(
        @Nullable String uuid,
        @Nullable String name,
        @Nullable String computeCapability,
        @Nullable String persistenceMode) {}
