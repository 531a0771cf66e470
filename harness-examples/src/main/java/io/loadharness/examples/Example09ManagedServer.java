// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.ServerSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** Example 9: starts two servers of a new kind, {@link EchoServerBackend}, sends one request to each of them, and stops them. */
public final class Example09ManagedServer {

    private Example09ManagedServer() {}

    public static void main(String[] args) throws Exception {
        ServerSpec spec = ServerSpec.builder("echo")
                .replicas(2)
                .logFolder(Path.of("logs", "09"))
                .build();
        try (ManagedServers servers = ManagedServers.start(spec, "Example09", Example09ManagedServer::print)) {
            HttpClient client = HttpClient.newHttpClient();
            for (String url : servers.urls()) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(url + "/hello")).build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                print("Response: " + response.body() + ", server problem: "
                        + servers.failure().isPresent());
            }
            print("All servers stopped: " + servers.stop().isClean());
        }
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
