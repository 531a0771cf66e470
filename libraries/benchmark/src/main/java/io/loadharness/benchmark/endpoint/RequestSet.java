// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.InferenceRequest;
import java.util.List;

/**
 * A named list of requests, one for each sample.
 *
 * @param name the name in logs and results
 * @param requests the requests in the order of the samples; may be a lazy view
 * @param warnings the warnings about the data, one sentence each; reports show these warnings next to the verdict
 */
public record RequestSet(String name, List<InferenceRequest> requests, List<String> warnings) {

    public RequestSet {
        warnings = List.copyOf(warnings);
    }

    /** Creates a list without warnings. */
    public RequestSet(String name, List<InferenceRequest> requests) {
        this(name, requests, List.of());
    }
}
