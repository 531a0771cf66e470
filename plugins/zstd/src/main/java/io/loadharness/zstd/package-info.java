/** Unpacks data sets that are packed by zstd. */
package io.loadharness.zstd;
