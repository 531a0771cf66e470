package io.loadharness.cli.bench;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** A transport of ours, and what it is measured against. */
enum HttpSide {
    NETTY("Netty / C", JvmClient.Kind.NETTY),
    JDK("JDK / bare JDK", JvmClient.Kind.JDK);

    private final String comparison;
    private final JvmClient.Kind ours;

    HttpSide(String comparison, JvmClient.Kind ours) {
        this.comparison = comparison;
        this.ours = ours;
    }

    /** What is divided by what. */
    String comparison() {
        return comparison;
    }

    JvmClient startOurs(URI server, HttpWorkload workload) throws IOException {
        return JvmClient.start(ours, server, workload);
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
