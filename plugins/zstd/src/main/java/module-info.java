// SPDX-License-Identifier: Apache-2.0
/** Decompression of data sets that are compressed with zstd. */
module io.loadharness.zstd {
    requires com.github.luben.zstd_jni;
    requires io.loadharness.data;
    requires static org.jspecify;

    provides io.loadharness.dataset.Compression with
            io.loadharness.zstd.ZstdCompression;
}
