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

    /** Throws an exception for a request that servers with this API reject. */
    void check(GenerateRequest request) throws BadRequest {}

    /** Returns true if the response contains token counts. */
    boolean countsTokens(GenerateRequest request) {
        return true;
    }

    /** Writes the event before the first token. Returns false if this API has no such event. */
    boolean opening(AsciiBytes json, ResponseContext context, Sequence sequence) {
        return false;
    }

    /** Returns the end of an event with tokens, at most {@code to}. The event starts at token {@code from}. */
    int boundary(ResponseContext context, Sequence sequence, int from, int to) {
        return to;
    }

    /**
     * Writes an event with the tokens from {@code from} to before {@code to}. The event with the last tokens contains the finish reason.
     */
    abstract void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to);

    /** Writes the event after the last token. Returns false if this API has no such event. */
    abstract boolean closing(AsciiBytes json, ResponseContext context);

    /** Returns true if a stream ends with the data {@code [DONE]}. */
    boolean endsWithDone() {
        return true;
    }

    /** Writes the body of a response that is not streamed. */
    abstract void whole(AsciiBytes json, ResponseContext context);

    /** Writes one completion as an object, and several as an array. */
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
