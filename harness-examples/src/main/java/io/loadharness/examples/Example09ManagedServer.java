// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.servers.ManagedServers;
import io.loadharness.servers.ServerSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** Two servers of a kind of one's own, {@link EchoServerBackend}, started, asked and stopped. */
public final class Example09ManagedServer {

    private Example09ManagedServer() {}

    public static void main(String[] args) throws Exception {
        ServerSpec spec = ServerSpec.builder("echo")
                .replicas(2)
                .logFolder(Path.of("logs", "09"))
                .build();
        try (ManagedServers servers = ManagedServers.start(spec, "Example09", Example09ManagedServer::say)) {
            HttpClient client = HttpClient.newHttpClient();
            for (String url : servers.urls()) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(url + "/hello")).build();
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                say("Answer: " + answer.body() + ", trouble: "
                        + servers.trouble().isPresent());
            }
            say("Nothing is left: " + servers.stop().isClean());
        }
    }

    private static void say(String words) {
        System.out.println(words);
    }
}
