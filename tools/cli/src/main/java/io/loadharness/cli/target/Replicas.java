// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.IntStream;

/** Addresses of servers that differ only in their ports. */
final class Replicas {

    private static final int MAX_PORT = 65_535;

    private Replicas() {}

    /**
     * Returns the addresses of {@code count} servers at consecutive ports.
     *
     * @throws IllegalArgumentException if the address has no port, or there are not enough higher ports
     */
    static List<String> of(String url, int count) {
        if (count < 1 || count > MAX_PORT) {
            throw new IllegalArgumentException("--replicas must be from 1 to " + MAX_PORT + ": got " + count);
        }
        if (count == 1) {
            return List.of(url);
        }
        try {
            return countUp(new URI(url.strip()), count);
        } catch (URISyntaxException e) {
            return List.of(url); // the backend of the server reports the error
        }
    }

    private static List<String> countUp(URI first, int count) {
        if (first.getHost() == null || first.getRawUserInfo() != null) {
            return List.of(first.toString()); // the backend of the server reports the error
        }
        int port = first.getPort();
        if (port < 1 || port + count - 1 > MAX_PORT) {
            throw new IllegalArgumentException("--replicas uses the port of --url and the " + (count - 1)
                    + " ports after it: give a port from 1 to " + (MAX_PORT - count + 1)
                    + ", for example http://host:8000");
        }
        String before = first.getScheme() + "://" + first.getHost() + ":";
        return IntStream.range(0, count)
                .mapToObj(i -> before + (port + i) + first.getRawPath())
                .toList();
    }
}
