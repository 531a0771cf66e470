// SPDX-License-Identifier: Apache-2.0
/** The command that tells how a server started, from its log. */
@NullMarked
package io.loadharness.cli.startup;

import org.jspecify.annotations.NullMarked;
