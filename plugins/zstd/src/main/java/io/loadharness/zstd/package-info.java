// SPDX-License-Identifier: Apache-2.0
/**
 * Decompression of data sets that are compressed with zstd. The readers of data sets and the other compression formats are in
 * {@code io.loadharness.dataset}. Start reading at {@link io.loadharness.zstd.ZstdCompression}.
 */
@NullMarked
package io.loadharness.zstd;

import org.jspecify.annotations.NullMarked;
