// SPDX-License-Identifier: Apache-2.0
/** Options that say which servers are measured and what they are asked for. */
@NullMarked
package io.loadharness.cli.target;

import org.jspecify.annotations.NullMarked;
