// SPDX-License-Identifier: Apache-2.0
/** Unpacks data sets that are packed by zstd. */
@NullMarked
package io.loadharness.zstd;

import org.jspecify.annotations.NullMarked;
