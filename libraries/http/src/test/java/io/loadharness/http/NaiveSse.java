// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A slow reference decoder of event streams that follows the standard literally: the whole stream at once, line by line, as strings. */
final class NaiveSse {

    /** An event; its data has one character per byte. */
    record Event(String type, String data) {}

    private NaiveSse() {}

    static List<Event> decode(byte[] stream) {
        String text = new String(stream, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u00EF\u00BB\u00BF")) {
            text = text.substring(3);
        }
        List<Event> events = new ArrayList<>();
        StringBuilder data = new StringBuilder();
        String type = "";
        for (String line : completeLines(text)) {
            if (line.isEmpty()) {
                if (data.length() > 0) {
                    data.setLength(data.length() - 1);
                    events.add(new Event(type.isEmpty() ? "message" : utf8(type), data.toString()));
                }
                data.setLength(0);
                type = "";
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            if (value.startsWith(" ")) {
                value = value.substring(1);
            }
            if (colon != 0 && field.equals("data")) {
                data.append(value).append('\n');
            } else if (colon != 0 && field.equals("event")) {
                type = value;
            }
        }
        return events;
    }

    /** Returns the lines that have a line end. */
    private static List<String> completeLines(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '\r' && c != '\n') {
                at++;
                continue;
            }
            lines.add(text.substring(start, at));
            boolean both = c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
            at += both ? 2 : 1;
            start = at;
        }
        return lines;
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
