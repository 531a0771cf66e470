// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

/** The model of a spec, for backends that cannot do without. */
final class Model {

    private Model() {}

    /**
     * The model.
     *
     * @throws IllegalArgumentException if the spec names none
     */
    static String of(ServerSpec spec) {
        return spec.model()
                .orElseThrow(() -> new IllegalArgumentException("the backend " + spec.backend() + " needs a model"));
    }
}
