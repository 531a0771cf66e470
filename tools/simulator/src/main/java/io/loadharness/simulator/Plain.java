package io.loadharness.simulator;

/** Answers at once with a whole body. */
final class Plain {

    private Plain() {}

    static void json(Exchange exchange, int status, Bytes body) {
        respond(exchange, new Head(status, "application/json", body.length()), body);
    }

    static void respond(Exchange exchange, Head head, Bytes body) {
        Wire wire = new Wire(exchange.connection().channel(), false);
        head.write(wire, exchange.loop(), exchange.http10(), exchange.keepAlive());
        if (!exchange.method().equals("HEAD")) {
            wire.body(body);
        }
        wire.send();
        exchange.connection().answered(exchange.keepAlive());
    }

    /** Answers with an error, in OpenAI's form. */
    static void error(Exchange exchange, int status, String message) {
        Bytes body = error(exchange.loop().json(), status, message);
        Head head = new Head(status, "application/json", body.length());
        if (status == 429 || status == 503) {
            head.with("retry-after", "1");
        }
        respond(exchange, head, body);
    }

    static Bytes error(Bytes json, int status, String message) {
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
