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

/** The ports that servers listen at. */
final class Ports {

    private Ports() {}

    /**
     * A port for each replica, nobody listening there now.
     *
     * @param first 0 for any
     * @throws IOException if one is taken; says which
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
            throw new IOException("host is " + host + ", and nobody knows an address of that name", e);
        }
        if (!address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && NetworkInterface.getByInetAddress(address) == null) {
            throw new IOException("host is " + host + ", which is no address of this machine");
        }
    }

    /** Whether nobody listens there. */
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
                    "port " + port + " of " + host + " cannot be listened at, " + e.getMessage()
                            + ": give another, or 0 for a free one",
                    e);
        }
    }
}
