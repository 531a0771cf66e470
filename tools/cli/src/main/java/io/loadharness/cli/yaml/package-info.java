// SPDX-License-Identifier: Apache-2.0
/** A strict reading of YAML: every value is asked for by its type, and what nobody asked for is an error with file and line. */
@NullMarked
package io.loadharness.cli.yaml;

import org.jspecify.annotations.NullMarked;
