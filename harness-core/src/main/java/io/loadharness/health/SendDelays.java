package io.loadharness.health;

/** What happens to requests before they are on the wire. Any number of threads may record; nothing is allocated. */
public final class SendDelays {

    private final DelayCounts lag = new DelayCounts();
    private final DelayCounts place = new DelayCounts();
    private final DelayCounts connection = new DelayCounts();

    /** Nothing was sent yet. */
    public SendDelays() {}

    /**
     * Records a request that was handed to the network.
     *
     * @param lagNanos how much later that was than due, without the two waits
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
        long[] lags = lag.copy();
        long[] places = place.copy();
        long[] connections = connection.copy();
        return () -> new ClientHealth.Sends(lag.since(lags), place.since(places), connection.since(connections));
    }

    /** Asks for what was recorded since a moment. */
    interface Since {
        ClientHealth.Sends delays();
    }
}
