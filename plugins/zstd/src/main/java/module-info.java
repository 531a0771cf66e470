// SPDX-License-Identifier: Apache-2.0
/** Unpacks data sets that are packed by zstd. */
module io.loadharness.zstd {
    requires com.github.luben.zstd_jni;
    requires io.loadharness.data;
    requires static org.jspecify;

    provides io.loadharness.dataset.Compression with
            io.loadharness.zstd.ZstdCompression;
}
