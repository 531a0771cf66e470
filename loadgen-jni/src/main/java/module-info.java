/** MLPerf LoadGen as a load generator. */
module io.loadharness.loadgen {
    requires transitive io.loadharness.core;
    requires org.bytedeco.javacpp;

    exports io.loadharness.loadgen;
}
