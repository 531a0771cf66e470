// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A small HTTP server that responds to each request with the path of the request. */
public final class EchoServer {

    private EchoServer() {}

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(args[0], Integer.parseInt(args[1])), 0);
        server.createContext("/", EchoServer::respond);
        server.start();
        System.out.println("Listening at " + server.getAddress());
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] path = exchange.getRequestURI().getPath().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, path.length);
            exchange.getResponseBody().write(path);
        }
    }
}
