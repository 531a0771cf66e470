// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Chooses ports for servers. */
final class Ports {

    private Ports() {}

    /**
     * Returns a free port for each replica.
     *
     * @param first the first port; if 0, any free ports are chosen
     * @throws IOException if a port is in use; the message gives its number
     */
    static List<Integer> choose(String host, int first, int count) throws IOException {
        requireHere(host);
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                open.add(listen(host, first == 0 ? 0 : first + i));
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket each : open) {
                each.close();
            }
        }
    }

    private static void requireHere(String host) throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("host " + host + " cannot be resolved", e);
        }
        if (!address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && NetworkInterface.getByInetAddress(address) == null) {
            throw new IOException("host " + host + " is not an address of this machine");
        }
    }

    /** Returns true if no process listens on the port. */
    static boolean isFree(String host, int port) {
        try (ServerSocket socket = listen(host, port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket listen(String host, int port) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "cannot listen on port " + port + " of " + host + ": " + e.getMessage()
                            + ". Use another port, or 0 for any free port",
                    e);
        }
    }
}
