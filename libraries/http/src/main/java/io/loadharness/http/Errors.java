// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** Reads error messages of servers: a string, or an object with a message. */
final class Errors {

    private Errors() {}

    /** Returns the message of the error under the cursor. */
    static String read(JsonCursor json) {
        if (!json.isObject()) {
            return json.string();
        }
        String message = "";
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("message") || field.equals("detail") || field.equals("error")) {
                message = read(json);
            } else {
                json.skip();
            }
        }
        return message;
    }

    /** Returns the error message in a response body. If the body is not JSON, returns the start of the body. */
    static String inBody(byte[] bytes, int length) {
        String[] message = {""};
        try {
            new JsonCursor().object(bytes, 0, length, body -> message[0] = read(body));
        } catch (FailureException e) {
            return Excerpt.of(bytes, 0, length);
        }
        return Excerpt.of(message[0]);
    }
}
