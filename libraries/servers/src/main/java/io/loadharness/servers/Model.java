// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

/** Reads the model of a spec, for backends that require a model. */
final class Model {

    private Model() {}

    /**
     * Returns the model.
     *
     * @throws IllegalArgumentException if the spec has no model
     */
    static String of(ServerSpec spec) {
        return spec.model()
                .orElseThrow(() -> new IllegalArgumentException("the backend " + spec.backend() + " requires a model"));
    }
}
