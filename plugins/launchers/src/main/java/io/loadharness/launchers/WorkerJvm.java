// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.util.List;

/** Options of the JVM of a worker. All launchers use the same options. */
final class WorkerJvm {

    /**
     * The options in front of the user's own options. Without the first option, java.net.http would retry each refused connection once and
     * not report it. With the last option, a worker ends when its heap is full, because it can no longer measure correctly.
     */
    static final List<String> OPTIONS = List.of(
            "-Djdk.httpclient.disableRetryConnect=true",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+ExitOnOutOfMemoryError");

    private WorkerJvm() {}
}
