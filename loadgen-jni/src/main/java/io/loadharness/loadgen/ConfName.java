// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Optional;

/** The parts of {@code model.scenario.key}. Only the model may contain dots. */
record ConfName(String model, String scenario, String key) {

    static Optional<ConfName> of(String text) {
        int key = text.lastIndexOf('.');
        int scenario = text.lastIndexOf('.', key - 1);
        return key < 0 || scenario < 1
                ? Optional.empty()
                : Optional.of(new ConfName(
                        text.substring(0, scenario), text.substring(scenario + 1, key), text.substring(key + 1)));
    }
}
