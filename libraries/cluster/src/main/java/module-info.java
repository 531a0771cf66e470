// SPDX-License-Identifier: Apache-2.0
/** Workers on other machines: the coordinator, the connection to workers, and the interface of launchers. */
module io.loadharness.cluster {
    requires com.google.protobuf;
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.http;
    requires java.management;
    requires static org.jspecify;

    exports io.loadharness.cluster;

    uses io.loadharness.cluster.Launcher;
    uses io.loadharness.cluster.RunSubmitter;
    uses io.loadharness.cluster.SliceProgram;
}
