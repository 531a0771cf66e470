// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;

/** Reads the same events of a streamed completion with LoadHarness' JSON cursor and with Jackson's streaming parser. */
public final class EventReaders {

    private static final String CHOICES = "choices";
    private static final String INDEX = "index";
    private static final String TEXT = "text";
    private static final JsonFactory JACKSON = new JsonFactory();

    private EventReaders() {}

    /** Reads events with {@link JsonCursor}. Returns the lengths of all strings plus the indexes of all choices. */
    public static long ours(List<byte[]> events) {
        JsonCursor cursor = new JsonCursor();
        Sum sum = new Sum();
        for (byte[] event : events) {
            cursor.object(event, 0, event.length, sum);
        }
        return sum.sum;
    }

    private static final class Sum implements JsonCursor.Reader {
        private long sum;

        @Override
        public void read(JsonCursor json) {
            for (String name = json.nextField(); name != null; name = json.nextField()) {
                if (name.equals(CHOICES)) {
                    while (json.nextElement()) {
                        readChoice(json);
                    }
                } else {
                    json.skip();
                }
            }
        }

        private void readChoice(JsonCursor json) {
            for (String name = json.nextField(); name != null; name = json.nextField()) {
                switch (name) {
                    case INDEX -> sum += json.integer(0);
                    case TEXT -> sum += json.text(null);
                    default -> json.skip();
                }
            }
        }
    }

    /** Reads events with Jackson. Returns the same sum as {@link #ours} for strings of ASCII characters without escapes. */
    public static long jackson(List<byte[]> events) throws IOException {
        long sum = 0;
        for (byte[] event : events) {
            try (JsonParser json = JACKSON.createParser(event, 0, event.length)) {
                json.nextToken();
                for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                    JsonToken value = json.nextToken();
                    if (name.equals(CHOICES) && value == JsonToken.START_ARRAY) {
                        while (json.nextToken() == JsonToken.START_OBJECT) {
                            sum += choice(json);
                        }
                    } else {
                        json.skipChildren();
                    }
                }
            }
        }
        return sum;
    }

    private static long choice(JsonParser json) throws IOException {
        long sum = 0;
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case INDEX -> sum += json.getIntValue();
                case TEXT -> sum += json.getTextLength();
                default -> json.skipChildren();
            }
        }
        return sum;
    }
}
