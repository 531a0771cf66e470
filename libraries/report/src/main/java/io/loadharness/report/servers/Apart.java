package io.loadharness.report.servers;

/**
 * How far client and server are apart in a time: what lies between them is the network, what forwards requests, and the client itself.
 *
 * @param client the mean that the client measured, from the send, in nanoseconds
 * @param server the mean that the server measured, in nanoseconds
 */
public record Apart(double client, double server) {

    /** What is not the server's own; a little less than nothing if the server began before the client had noted the send. */
    public double difference() {
        return client - server;
    }
}
