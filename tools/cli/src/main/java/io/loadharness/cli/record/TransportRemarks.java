package io.loadharness.cli.record;

import io.loadharness.http.TransportCounts;
import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What there is to say of the connections to servers, a sentence each. */
final class TransportRemarks {

    private TransportRemarks() {}

    static List<String> of(TransportCounts counts) {
        List<String> remarks = new ArrayList<>();
        if (counts.staleRetries() > 0) {
            remarks.add("Sent once more because the server had closed a kept connection: "
                    + Quantity.count(counts.staleRetries()));
        }
        if (counts.connectionWaits() > 0) {
            remarks.add("Waited for a free connection: " + Quantity.count(counts.connectionWaits()) + " requests, "
                    + Quantity.duration(Duration.ofNanos(counts.connectionWaitNanos())) + " in all");
        }
        if (counts.strayBytes() > 0) {
            remarks.add("Connections closed because of bytes that nobody had asked for: "
                    + Quantity.count(counts.strayBytes()));
        }
        if (counts.overHttp2() > 0) {
            remarks.add("Answered over HTTP/2: " + Quantity.count(counts.overHttp2()) + " of "
                    + Quantity.count(counts.exchanges()) + " requests, warm-up included");
        }
        return remarks;
    }
}
