// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** What happens to queries and requests before they are on the wire. Any number of threads may record; nothing is allocated. */
public final class SendDelays {

    private final DelayCounts issue = new DelayCounts();
    private final DelayCounts lag = new DelayCounts();
    private final DelayCounts place = new DelayCounts();
    private final DelayCounts connection = new DelayCounts();

    /** Nothing was sent yet. */
    public SendDelays() {}

    /** Records a query that the load generator issued, and how late that was. */
    public void issued(long lateNanos) {
        issue.add(lateNanos);
    }

    /**
     * Records a request that was handed to the network.
     *
     * @param lagNanos how much later that was than it was issued, without the two waits
     * @param placeNanos how long it waited for a place, because the user limits how much is sent at a time
     * @param connectionNanos how long it waited for a connection, which is the network's time and the server's
     */
    public void sent(long lagNanos, long placeNanos, long connectionNanos) {
        lag.add(lagNanos);
        place.add(placeNanos);
        connection.add(connectionNanos);
    }

    /** What is recorded from now on. */
    Since begin() {
        long[] issues = issue.copy();
        long[] lags = lag.copy();
        long[] places = place.copy();
        long[] connections = connection.copy();
        return () -> new ClientHealth.Sends(
                issue.since(issues), lag.since(lags), place.since(places), connection.since(connections));
    }

    /** Asks for what was recorded since a moment. */
    interface Since {
        ClientHealth.Sends delays();
    }
}
