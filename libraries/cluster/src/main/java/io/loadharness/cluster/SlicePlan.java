// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Scenario;
import java.util.OptionalDouble;

/**
 * A slice that is ready to start.
 *
 * @param scenario the scenario of the load
 * @param ratePerSecond the planned samples per second of the slice; empty if no rate is planned
 * @param transport the name of the HTTP client
 */
public record SlicePlan(Scenario scenario, OptionalDouble ratePerSecond, String transport) {}
