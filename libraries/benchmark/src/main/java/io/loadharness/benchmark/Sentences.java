// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.WarmUpReport;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds messages about a run for the console and reports. */
final class Sentences {

    private Sentences() {}

    /**
     * Returns the message about a warm-up.
     *
     * @throws IOException if a warm-up request failed
     */
    static String warmUp(WarmUpReport report) throws IOException {
        if (report.failed() > 0) {
            throw new IOException(report.endpoint() + " failed " + report.failed() + " of " + report.requests()
                    + " warm-up requests: "
                    + report.firstFailure().map(Sentences::failure).orElse(""));
        }
        return "Warm-up: " + report.endpoint() + " completed " + report.requests() + " requests in "
                + Quantity.duration(report.elapsed());
    }

    static String failure(Failure failure) {
        return failure.kind() + ", " + failure.message();
    }

    /**
     * Returns a warning for each backend that reported more than one result for a sample between two counts.
     *
     * @param before the earlier counts of repeated results by backend
     * @param after the later counts, of the same backends
     */
    static List<String> repeatedResults(Map<String, Long> before, Map<String, Long> after) {
        List<String> sentences = new ArrayList<>();
        after.forEach((backend, count) -> {
            long repeated = count - before.getOrDefault(backend, 0L);
            if (repeated > 0) {
                sentences.add(backend + " reported a second result for samples that already had one: "
                        + Quantity.count(repeated) + (repeated == 1 ? " time" : " times")
                        + ". Only the first result of a sample counts.");
            }
        });
        return sentences;
    }

    /** Returns warnings about the connections to servers. Omits what the reasons of the run already say. */
    static List<String> connections(TransportCounts counts, List<Reason> reasons) {
        List<String> sentences = new ArrayList<>();
        if (counts.staleRetries() > 0) {
            sentences.add("Requests sent again because the server had closed a kept-alive connection: "
                    + Quantity.count(counts.staleRetries()));
        }
        if (counts.connectionWaits() > 0) {
            sentences.add("Requests that waited for a free connection: " + Quantity.count(counts.connectionWaits())
                    + ", " + Quantity.duration(Duration.ofNanos(counts.connectionWaitNanos())) + " in total");
        }
        boolean isReason = reasons.stream().anyMatch(each -> each.code() == Reason.Code.UNEXPECTED_BYTES);
        if (counts.unexpectedBytes() > 0 && !isReason) {
            sentences.add("Connections closed because of unexpected bytes from the server: "
                    + Quantity.count(counts.unexpectedBytes()));
        }
        if (counts.overHttp2() > 0) {
            sentences.add("Responses over HTTP/2: " + Quantity.count(counts.overHttp2()) + " of "
                    + Quantity.count(counts.exchanges()) + " requests, warm-up included");
        }
        return sentences;
    }
}
