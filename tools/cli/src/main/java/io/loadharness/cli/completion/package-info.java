// SPDX-License-Identifier: Apache-2.0
/** {@code harness completion}. */
@NullMarked
package io.loadharness.cli.completion;

import org.jspecify.annotations.NullMarked;
