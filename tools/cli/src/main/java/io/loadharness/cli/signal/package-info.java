// SPDX-License-Identifier: Apache-2.0
/** Signals of the operating system, and the end of the JVM. */
@NullMarked
package io.loadharness.cli.signal;

import org.jspecify.annotations.NullMarked;
