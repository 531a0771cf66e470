// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.cluster.protocol.ClusterProtocol;

/** The rank, the machine and the process of a worker. The worker itself reports these values. */
record WorkerIdentity(int rank, String host, long processId, String javaVersion) {

    private static final int MAX_LENGTH = 200;

    static WorkerIdentity of(ClusterProtocol.Hello hello) {
        return new WorkerIdentity(
                hello.getRank(), printable(hello.getHost()), hello.getProcessId(), printable(hello.getJavaVersion()));
    }

    /** Shortens a text from a peer and replaces its control characters, so that messages can contain it. */
    static String printable(String text) {
        String start = text.substring(0, Math.min(MAX_LENGTH, text.length()));
        return start.replaceAll("[^\\p{Print}]", "?");
    }
}
