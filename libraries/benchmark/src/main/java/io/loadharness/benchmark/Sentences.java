// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Failure;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.WarmUpReport;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sentences about a run, for messages and reports. */
final class Sentences {

    private Sentences() {}

    /**
     * Returns the sentence about a warm-up.
     *
     * @throws IOException if a request of it failed
     */
    static String warmUp(WarmUpReport report) throws IOException {
        if (report.failed() > 0) {
            throw new IOException(report.endpoint() + " failed " + report.failed() + " of " + report.requests()
                    + " warm-up requests: "
                    + report.firstFailure().map(Sentences::failure).orElse(""));
        }
        return "Warm-up: " + report.endpoint() + " answered " + report.requests() + " requests in "
                + Quantity.duration(report.elapsed());
    }

    static String failure(Failure failure) {
        return failure.kind() + ", " + failure.message();
    }

    /** Returns what is worth saying about the connections to servers. */
    static List<String> connections(TransportCounts counts) {
        List<String> sentences = new ArrayList<>();
        if (counts.staleRetries() > 0) {
            sentences.add("Sent once more because the server had closed a kept connection: "
                    + Quantity.count(counts.staleRetries()));
        }
        if (counts.connectionWaits() > 0) {
            sentences.add("Waited for a free connection: " + Quantity.count(counts.connectionWaits()) + " requests, "
                    + Quantity.duration(Duration.ofNanos(counts.connectionWaitNanos())) + " in all");
        }
        if (counts.strayBytes() > 0) {
            sentences.add("Connections closed because of bytes that nobody had asked for: "
                    + Quantity.count(counts.strayBytes()));
        }
        if (counts.overHttp2() > 0) {
            sentences.add("Answered over HTTP/2: " + Quantity.count(counts.overHttp2()) + " of "
                    + Quantity.count(counts.exchanges()) + " requests, warm-up included");
        }
        return sentences;
    }
}
