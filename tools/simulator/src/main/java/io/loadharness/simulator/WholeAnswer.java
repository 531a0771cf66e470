// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;

/** An answer in one body, when all of it is made. */
final class WholeAnswer extends ServedAnswer {

    private static final int HUGE = 100;

    private final ApiDialect dialect;

    WholeAnswer(ServedExchange exchange, ServedReply reply, Counters counters, ServedWire wire, ApiDialect dialect) {
        super(exchange, reply, counters, wire);
        this.dialect = dialect;
    }

    @Override
    void progress() {
        if (!reply().sequences().stream().allMatch(Sequence::isMade)) {
            return;
        }
        AsciiBytes json = loop().json();
        if (happens(Fault.ERROR_EVENT)) {
            Plain.error(json, 500, "The engine died, as it was told to.");
        } else {
            dialect.whole(json, reply());
            happens(Fault.MISSING_USAGE);
            happens(Fault.EMPTY_STREAM);
            counters().generationTokens().add(reply().completionTokens());
        }
        if (happens(Fault.MALFORMED_JSON)) {
            json.cut(json.length() / 2);
        }
        int padding = happens(Fault.OVERSIZED_EVENT) ? 1 : happens(Fault.HUGE_RESPONSE) ? HUGE : 0;
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
        if (happens(Fault.HANG_IN_STREAM)) {
            wire().body(bytes, 0, half);
            abandon();
            wire().send();
        } else if (happens(Fault.FIN_IN_STREAM)) {
            wire().body(bytes, 0, half);
            abandon();
            wire().fin();
        } else if (happens(Fault.RST_IN_STREAM)) {
            wire().body(bytes, 0, half);
            abandon();
            wire().reset();
        } else if (happens(Fault.MISSING_END)) {
            wire().body(bytes, 0, json.length() - 1);
            abandon();
            wire().fin();
        } else if (happens(Fault.MALFORMED_CHUNK)) {
            wire().body(bytes, 0, half);
            wire().raw("no size\r\n");
            wire().body(bytes, half, json.length() - half);
            wire().end();
            end(false);
        } else {
            wire().body(json);
            wire().end();
            end(keepsConnection());
        }
    }

    private void padded(AsciiBytes json, int times) {
        byte[] all = json.copy();
        int brace = all[0] == '[' ? 1 : 0;
        byte[] rest = Arrays.copyOfRange(all, brace + 1, all.length);
        String field = (brace == 1 ? "[{" : "{") + "\"padding\":\"";
        begin("application/json", field.length() + (long) times * ServedWire.PADDING + 2 + rest.length);
        wire().body(loop().json().ascii(field));
        for (int i = 0; i < times; i++) {
            wire().padding();
        }
        wire().body(loop().json().ascii("\",").add(rest));
        wire().end();
        end(keepsConnection());
    }
}
