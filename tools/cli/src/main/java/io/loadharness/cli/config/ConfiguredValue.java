// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import java.util.List;

/**
 * The value of an option from a file, the environment or a profile.
 *
 * @param arguments the values, one for each occurrence of the option; empty for a boolean option that is off
 * @param source the source of the value, for example {@code run.yaml:12}
 */
record ConfiguredValue(List<String> arguments, String source) {

    ConfiguredValue {
        arguments = List.copyOf(arguments);
    }
}
