// SPDX-License-Identifier: Apache-2.0
/** How an inference server started, read from its log: phases, sizes, times, and what of it nobody explains. */
@NullMarked
package io.loadharness.startup;

import org.jspecify.annotations.NullMarked;
