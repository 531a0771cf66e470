// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.InferenceRequest;
import java.util.List;

/**
 * What servers are asked.
 *
 * @param name what logs and results call it
 * @param requests one for each sample; may be a view that makes them when they are asked for
 */
public record RequestSet(String name, List<InferenceRequest> requests) {}
