// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** A transport of ours, and what it is measured against. */
enum HttpSide {
    NETTY("Netty / C", JvmClient.Kind.NETTY, JvmClient.Kind.NETTY_WATCHED),
    JDK("JDK / bare JDK", JvmClient.Kind.JDK, JvmClient.Kind.JDK_WATCHED);

    private final String comparison;
    private final JvmClient.Kind ours;
    private final JvmClient.Kind watched;

    HttpSide(String comparison, JvmClient.Kind ours, JvmClient.Kind watched) {
        this.comparison = comparison;
        this.ours = ours;
        this.watched = watched;
    }

    /** What is divided by what. */
    String comparison() {
        return comparison;
    }

    JvmClient startOurs(URI server, HttpWorkload workload) throws IOException {
        return JvmClient.start(ours, server, workload);
    }

    /** Ours, with all that it does being recorded and shown. */
    JvmClient startWatched(URI server, HttpWorkload workload) throws IOException {
        return JvmClient.start(watched, server, workload);
    }

    /** What ours is measured against. */
    HttpClientUnderTest startOther(URI server, HttpWorkload workload) throws IOException {
        return this == NETTY ? new CClient(server, workload) : JvmClient.start(JvmClient.Kind.BARE, server, workload);
    }

    /** The transport's name. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
