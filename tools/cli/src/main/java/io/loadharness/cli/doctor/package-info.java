// SPDX-License-Identifier: Apache-2.0
/** {@code harness doctor}: what a machine lacks as a client. */
@NullMarked
package io.loadharness.cli.doctor;

import org.jspecify.annotations.NullMarked;
