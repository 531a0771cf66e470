// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** LoadGen's own parser of configuration files. */
@FunctionalInterface
interface ReferenceParser {

    /**
     * Applies {@code mlperf.conf}, then a file, to LoadGen's defaults.
     *
     * @param settings receives the resulting settings, under LoadGen's names
     * @return the return value of {@code FromConfig}, 0 on success
     */
    int fromConfig(Optional<Path> file, String model, Scenario scenario, Map<String, Number> settings);
}
