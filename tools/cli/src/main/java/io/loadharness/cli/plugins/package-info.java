// SPDX-License-Identifier: Apache-2.0
/** Jars of users: {@code --plugins} and {@code harness plugins}. */
@NullMarked
package io.loadharness.cli.plugins;

import org.jspecify.annotations.NullMarked;
