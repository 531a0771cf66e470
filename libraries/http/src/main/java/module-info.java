// SPDX-License-Identifier: Apache-2.0
/** Inference over HTTP: the transport over {@code java.net.http}, event streams, and the dialects of OpenAI-compatible servers. */
module io.loadharness.http {
    requires com.fasterxml.jackson.core;
    requires transitive io.loadharness.core;
    requires java.net.http;
    requires static org.jspecify;

    exports io.loadharness.http;

    uses io.loadharness.http.HttpTransportProvider;

    provides io.loadharness.http.HttpTransportProvider with
            io.loadharness.http.JdkTransportProvider;
}
