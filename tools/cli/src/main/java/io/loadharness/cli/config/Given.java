// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import java.util.List;

/**
 * What stands in for a flag.
 *
 * @param arguments what the flag is given, once for each; none for a flag that is off
 * @param source where it came from, as in {@code run.yaml:12}
 */
record Given(List<String> arguments, String source) {

    Given {
        arguments = List.copyOf(arguments);
    }
}
