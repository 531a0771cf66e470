// SPDX-License-Identifier: Apache-2.0
/** MLPerf LoadGen as a load generator for the JVM. */
module io.loadharness.loadgen {
    requires transitive io.loadharness.core;
    requires org.bytedeco.javacpp;
    requires static org.jspecify;

    exports io.loadharness.loadgen;
}
