// SPDX-License-Identifier: Apache-2.0
/** {@code harness dataset}: looks at data sets, checks and converts them. */
@NullMarked
package io.loadharness.cli.dataset;

import org.jspecify.annotations.NullMarked;
