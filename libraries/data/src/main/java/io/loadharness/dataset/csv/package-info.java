// SPDX-License-Identifier: Apache-2.0
/** Tables as text, with something between the cells. */
@NullMarked
package io.loadharness.dataset.csv;

import org.jspecify.annotations.NullMarked;
