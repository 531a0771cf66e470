// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;

/** A response with one JSON body, sent when all tokens are generated. */
final class JsonResponse extends ServerResponse {

    private static final int PADDINGS_OF_HUGE = 100;

    private final ApiDialect dialect;

    JsonResponse(
            ServerExchange exchange,
            ResponseContext context,
            Counters counters,
            SocketWriter socket,
            ApiDialect dialect) {
        super(exchange, context, counters, socket);
        this.dialect = dialect;
    }

    @Override
    void progress() {
        if (!context().sequences().stream().allMatch(Sequence::isGenerated)) {
            return;
        }
        AsciiBytes json = loop().json();
        if (applies(Fault.ERROR_EVENT)) {
            FullResponse.error(json, 500, "The simulator injected this error.");
        } else {
            dialect.whole(json, context());
            applies(Fault.MISSING_USAGE);
            applies(Fault.EMPTY_STREAM);
            counters().generationTokens().add(context().completionTokens());
        }
        if (applies(Fault.MALFORMED_JSON)) {
            json.truncate(json.length() / 2);
        }
        int padding = applies(Fault.OVERSIZED_EVENT) ? 1 : applies(Fault.HUGE_RESPONSE) ? PADDINGS_OF_HUGE : 0;
        if (padding > 0) {
            padded(json, padding);
        } else {
            plain(json);
        }
    }

    private void plain(AsciiBytes json) {
        begin("application/json", json.length());
        int half = json.length() / 2;
        byte[] bytes = json.array();
        if (applies(Fault.HANG_IN_STREAM)) {
            socket().body(bytes, 0, half);
            abandon();
            socket().send();
        } else if (applies(Fault.FIN_IN_STREAM)) {
            socket().body(bytes, 0, half);
            abandon();
            socket().fin();
        } else if (applies(Fault.RST_IN_STREAM)) {
            socket().body(bytes, 0, half);
            abandon();
            socket().reset();
        } else if (applies(Fault.MISSING_END)) {
            socket().body(bytes, 0, json.length() - 1);
            abandon();
            socket().fin();
        } else if (applies(Fault.MALFORMED_CHUNK)) {
            socket().body(bytes, 0, half);
            socket().raw("no size\r\n");
            socket().body(bytes, half, json.length() - half);
            socket().end();
            end(false);
        } else {
            socket().body(json);
            socket().end();
            end(keepsConnection());
        }
    }

    private void padded(AsciiBytes json, int times) {
        byte[] all = json.copy();
        int brace = all[0] == '[' ? 1 : 0;
        byte[] rest = Arrays.copyOfRange(all, brace + 1, all.length);
        String field = (brace == 1 ? "[{" : "{") + "\"padding\":\"";
        begin("application/json", field.length() + (long) times * SocketWriter.PADDING + 2 + rest.length);
        socket().body(loop().json().ascii(field));
        for (int i = 0; i < times; i++) {
            socket().padding();
        }
        socket().body(loop().json().ascii("\",").add(rest));
        socket().end();
        end(keepsConnection());
    }
}
