// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The bytes received from a socket, with a simple parser. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawResponse(byte[] bytes) {

    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    String head() {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.substring(0, text.indexOf("\r\n\r\n") + 4);
    }

    boolean isChunked() {
        return head().contains("transfer-encoding: chunked");
    }

    /** Returns the body, without chunk framing. */
    String body() {
        byte[] rest = Arrays.copyOfRange(bytes, head().length(), bytes.length);
        return new String(isChunked() ? unchunked(rest) : rest, StandardCharsets.UTF_8);
    }

    /** Returns the data of the events of a stream whose lines end with LF. */
    List<String> data() {
        return Arrays.stream(body().split("\n\n", -1))
                .filter(event -> !event.isEmpty())
                .map(event -> event.replaceFirst("^data: ", ""))
                .toList();
    }

    /** Returns the first group of all matches in the body, in order. */
    List<String> all(String regex) {
        return Pattern.compile(regex)
                .matcher(body())
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static byte[] unchunked(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int end = at;
            while (bytes[end] != '\r') {
                end++;
            }
            int size = Integer.parseInt(new String(bytes, at, end - at, StandardCharsets.US_ASCII), 16);
            if (size == 0) {
                return out.toByteArray();
            }
            out.write(bytes, end + 2, size);
            at = end + 2 + size + 2;
        }
    }
}
