// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A small generated model, with which {@code harness demo --engine NAME} shows an engine without a download.
 *
 * @param options the options of {@link EngineProvider#create}
 * @param samples the data set for an engine that takes tensors, whose model must take batches of 16 samples; empty if the engine takes text
 * @param description sentences about the model for the user
 */
public record EngineSample(Map<String, String> options, Optional<Path> samples, String description) {

    public EngineSample {
        options = Map.copyOf(options);
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(description, "description");
    }
}
