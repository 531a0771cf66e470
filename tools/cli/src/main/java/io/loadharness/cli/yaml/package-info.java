// SPDX-License-Identifier: Apache-2.0
/**
 * A strict YAML reader, which checks the type of every value and reports unknown keys with file and line. The packages {@code config},
 * {@code servers} and {@code inferenceperf} use it. Start reading at {@link io.loadharness.cli.yaml.Yaml}.
 */
@NullMarked
package io.loadharness.cli.yaml;

import org.jspecify.annotations.NullMarked;
