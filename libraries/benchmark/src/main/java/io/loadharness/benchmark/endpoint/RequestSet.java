// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.InferenceRequest;
import java.util.List;

/**
 * A named list of requests, one for each sample.
 *
 * @param name the name in logs and results
 * @param requests the requests in the order of the samples; may be a lazy view
 */
public record RequestSet(String name, List<InferenceRequest> requests) {}
