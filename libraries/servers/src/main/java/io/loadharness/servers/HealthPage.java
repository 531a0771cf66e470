// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The health endpoint of a server. */
record HealthPage(URI uri) {

    /**
     * Requests the page. Returns a description of the problem; empty if the server is ready.
     *
     * @param limit the timeout for connecting, and also for the response
     */
    Optional<String> problem(Duration limit) {
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
            int millis = (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.toMillis()));
            connection.setConnectTimeout(millis);
            connection.setReadTimeout(millis);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            int status = connection.getResponseCode();
            if (status < 0) {
                return Optional.of(uri + " does not support HTTP");
            }
            return status / 100 == 2 ? Optional.empty() : Optional.of(uri + " returns HTTP status " + status);
        } catch (IOException e) {
            return Optional.of(uri + ": " + e.getMessage());
        } finally {
            if (connection != null) {
                connection.disconnect();
            }
        }
    }
}
