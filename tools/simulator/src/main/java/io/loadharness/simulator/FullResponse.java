// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** Sends responses that are complete when they start, such as errors and the responses of metadata endpoints. */
final class FullResponse {

    private FullResponse() {}

    static void json(ServerExchange exchange, int status, AsciiBytes body) {
        respond(exchange, new HttpHead(status, "application/json", body.length()), body);
    }

    static void respond(ServerExchange exchange, HttpHead head, AsciiBytes body) {
        SocketWriter socket = new SocketWriter(exchange.connection().channel(), false);
        head.write(socket, exchange.loop(), exchange.http10(), exchange.keepAlive());
        if (!exchange.method().equals("HEAD")) {
            socket.body(body);
        }
        socket.send();
        exchange.connection().responseSent(exchange.keepAlive());
    }

    /** Sends an error in the format of OpenAI. */
    static void error(ServerExchange exchange, int status, String message) {
        AsciiBytes body = error(exchange.loop().json(), status, message);
        HttpHead head = new HttpHead(status, "application/json", body.length());
        if (status == 429 || status == 503) {
            head.with("retry-after", "1");
        }
        respond(exchange, head, body);
    }

    static AsciiBytes error(AsciiBytes json, int status, String message) {
        return json.ascii("{\"error\":{\"message\":")
                .json(message)
                .ascii(",\"type\":\"")
                .ascii(
                        status == 401
                                ? "invalid_request_error"
                                : status < 500 ? "BadRequestError" : "InternalServerError")
                .ascii("\",\"param\":null,\"code\":")
                .number(status)
                .ascii("}}");
    }
}
