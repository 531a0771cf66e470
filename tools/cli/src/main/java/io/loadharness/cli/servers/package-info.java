// SPDX-License-Identifier: Apache-2.0
/** Servers that LoadHarness starts itself: how a file describes them, their life beside a run, and {@code harness server}. */
@NullMarked
package io.loadharness.cli.servers;

import org.jspecify.annotations.NullMarked;
