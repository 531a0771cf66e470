// SPDX-License-Identifier: Apache-2.0
/** {@code harness demo}. */
@NullMarked
package io.loadharness.cli.demo;

import org.jspecify.annotations.NullMarked;
