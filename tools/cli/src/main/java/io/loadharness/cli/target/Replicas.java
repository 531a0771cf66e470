// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.IntStream;

/** Servers that differ in their port alone, as one command starts them. */
final class Replicas {

    private static final int MOST_PORT = 65_535;

    private Replicas() {}

    /**
     * The addresses of so many servers, from one address upwards.
     *
     * @throws IllegalArgumentException if the address has no port to count up from, or not so many above it
     */
    static List<String> of(String url, int count) {
        if (count < 1 || count > MOST_PORT) {
            throw new IllegalArgumentException("--replicas is " + count + " and must be from 1 to " + MOST_PORT);
        }
        if (count == 1) {
            return List.of(url);
        }
        try {
            return countUp(new URI(url.strip()), count);
        } catch (URISyntaxException e) {
            return List.of(url); // the server's backend says what is wrong
        }
    }

    private static List<String> countUp(URI first, int count) {
        if (first.getHost() == null) {
            return List.of(first.toString());
        }
        int port = first.getPort();
        if (port < 1 || port + count - 1 > MOST_PORT) {
            throw new IllegalArgumentException("--replicas takes the port of --url and the " + (count - 1)
                    + " after it: give a port from 1 to " + (MOST_PORT - count + 1) + ", as in http://host:8000");
        }
        String before = first.getScheme() + "://" + first.getHost() + ":";
        return IntStream.range(0, count)
                .mapToObj(i -> before + (port + i) + first.getRawPath())
                .toList();
    }
}
