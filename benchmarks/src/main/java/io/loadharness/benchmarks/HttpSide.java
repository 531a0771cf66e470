// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** A transport and the baseline that it is compared with. */
enum HttpSide {
    NETTY("Netty / C++", JvmClient.Kind.NETTY, JvmClient.Kind.NETTY_WATCHED),
    JDK("JDK / minimal JDK client", JvmClient.Kind.JDK, JvmClient.Kind.JDK_WATCHED);

    private final String comparison;
    private final JvmClient.Kind ours;
    private final JvmClient.Kind watched;

    HttpSide(String comparison, JvmClient.Kind ours, JvmClient.Kind watched) {
        this.comparison = comparison;
        this.ours = ours;
        this.watched = watched;
    }

    /** Returns the two sides of the ratio for titles. */
    String comparison() {
        return comparison;
    }

    JvmClient startOurs(URI server, HttpWorkload workload) throws IOException {
        return JvmClient.start(ours, server, workload);
    }

    /** Starts LoadHarness' client with recording and display. */
    JvmClient startWatched(URI server, HttpWorkload workload) throws IOException {
        return JvmClient.start(watched, server, workload);
    }

    /** Starts the baseline client. */
    HttpClientUnderTest startOther(URI server, HttpWorkload workload) throws IOException {
        return this == NETTY ? new CClient(server, workload) : JvmClient.start(JvmClient.Kind.BARE, server, workload);
    }

    /** Returns the name of the transport. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
