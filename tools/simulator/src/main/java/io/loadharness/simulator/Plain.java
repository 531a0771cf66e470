// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** Answers at once with a whole body. */
final class Plain {

    private Plain() {}

    static void json(ServedExchange exchange, int status, AsciiBytes body) {
        respond(exchange, new Head(status, "application/json", body.length()), body);
    }

    static void respond(ServedExchange exchange, Head head, AsciiBytes body) {
        ServedWire wire = new ServedWire(exchange.connection().channel(), false);
        head.write(wire, exchange.loop(), exchange.http10(), exchange.keepAlive());
        if (!exchange.method().equals("HEAD")) {
            wire.body(body);
        }
        wire.send();
        exchange.connection().answered(exchange.keepAlive());
    }

    /** Answers with an error, in OpenAI's form. */
    static void error(ServedExchange exchange, int status, String message) {
        AsciiBytes body = error(exchange.loop().json(), status, message);
        Head head = new Head(status, "application/json", body.length());
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
