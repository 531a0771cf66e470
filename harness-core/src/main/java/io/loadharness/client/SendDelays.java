// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** Records the delays of queries and requests until the requests are handed to the network. Thread-safe; recording does not allocate. */
public final class SendDelays {

    private final DelayHistogram issue = new DelayHistogram();
    private final DelayHistogram send = new DelayHistogram();
    private final DelayHistogram slot = new DelayHistogram();
    private final DelayHistogram connection = new DelayHistogram();

    /** Creates an empty recorder. */
    public SendDelays() {}

    /** Records the time from the scheduled start of a query until the load generator issued the query. */
    public void issued(long issueDelayNanos) {
        issue.add(issueDelayNanos);
    }

    /**
     * Records a request that was handed to the network.
     *
     * @param sendNanos the time from the issue until the request was handed to the network, without {@code slotNanos} and
     *     {@code connectionNanos}
     * @param slotNanos the waiting time for a slot of the concurrency limit, which the user sets
     * @param connectionNanos the waiting time for a connection, which depends on the network and the server
     */
    public void sent(long sendNanos, long slotNanos, long connectionNanos) {
        send.add(sendNanos);
        slot.add(slotNanos);
        connection.add(connectionNanos);
    }

    /** Starts a period. The returned object provides the delays that are recorded after this call. */
    Period startPeriod() {
        DelayCounts issues = issue.counts();
        DelayCounts sends = send.counts();
        DelayCounts slots = slot.counts();
        DelayCounts connections = connection.counts();
        return () -> new ClientHealth.Sends(
                issue.since(issues), send.since(sends), slot.since(slots), connection.since(connections));
    }

    /** A period of recorded delays. */
    interface Period {
        ClientHealth.Sends delays();
    }
}
