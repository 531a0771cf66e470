// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The request and response format of one API. Stateless; runs on the event loops. */
abstract class ApiDialect {

    private final String path;
    private final String idPrefix;
    private final OptionalInt defaultLimit;
    private final Map<String, Field> fields;

    ApiDialect(String path, String idPrefix, OptionalInt defaultLimit, Map<String, Field> fields) {
        this.path = path;
        this.idPrefix = idPrefix;
        this.defaultLimit = defaultLimit;
        this.fields = fields;
    }

    String path() {
        return path;
    }

    String idPrefix() {
        return idPrefix;
    }

    GenerateRequest read(byte[] body) throws BadRequest {
        GenerateRequest request = RequestReader.read(body, fields, defaultLimit);
        check(request);
        return request;
    }

    /** Throws an exception if real servers with this API reject the request. The default accepts all requests. */
    void check(GenerateRequest request) throws BadRequest {}

    /** Returns true if the response contains token counts. */
    boolean countsTokens(GenerateRequest request) {
        return true;
    }

    /** Writes the event that precedes the events with tokens. Returns false, without writing, if this API does not have such an event. */
    boolean opening(AsciiBytes json, ResponseContext context, Sequence sequence) {
        return false;
    }

    /**
     * Returns the end (exclusive) of the event that starts at token {@code from}. The end is at most {@code to}; it is smaller if this API
     * must divide the tokens among several events.
     */
    int boundary(ResponseContext context, Sequence sequence, int from, int to) {
        return to;
    }

    /**
     * Writes an event with the tokens from {@code from} (inclusive) to {@code to} (exclusive). If these include the last token of the
     * completion, the event contains the finish reason.
     */
    abstract void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to);

    /** Writes the event that follows the events with tokens. Returns false, without writing, if the stream does not have such an event. */
    abstract boolean closing(AsciiBytes json, ResponseContext context);

    /** Returns true if a stream ends with the data {@code [DONE]}. */
    boolean endsWithDone() {
        return true;
    }

    /** Writes the body of a response that is not streamed. */
    abstract void whole(AsciiBytes json, ResponseContext context);

    /** Writes the completions of a response: an array of objects for several prompts, and a single object for one prompt. */
    static void oneOrMany(AsciiBytes json, ResponseContext context, Consumer<Sequence> writer) {
        boolean many = context.sequences().size() > 1;
        if (many) {
            json.add('[');
        }
        for (Sequence sequence : context.sequences()) {
            if (sequence.index() > 0) {
                json.add(',');
            }
            writer.accept(sequence);
        }
        if (many) {
            json.add(']');
        }
    }

    static String finishReason(Sequence sequence) {
        return sequence.generation().stopped() ? "stop" : "length";
    }
}
