// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** How a server of one kind is asked and answers. Has no state; on the event loops. */
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

    /** Refuses what servers of this kind refuse. */
    void check(GenerateRequest request) throws BadRequest {}

    /** Whether the answer has counts of tokens. */
    boolean countsTokens(GenerateRequest request) {
        return true;
    }

    /** Writes the event that comes before the first token, if there is one. */
    boolean opening(AsciiBytes json, ServedReply reply, Sequence sequence) {
        return false;
    }

    /** Where an event that begins at one token and might go up to another must end. */
    int boundary(ServedReply reply, Sequence sequence, int from, int to) {
        return to;
    }

    /** Writes the event that carries some tokens, the last ones with the reason of the end. */
    abstract void tokens(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to);

    /** Writes the event that comes after the last token, if there is one. */
    abstract boolean closing(AsciiBytes json, ServedReply reply);

    /** Whether a stream ends with the data {@code [DONE]}. */
    boolean saysDone() {
        return true;
    }

    /** Writes the body of an answer that is not streamed. */
    abstract void whole(AsciiBytes json, ServedReply reply);

    /** Writes the answer to one prompt as it is, those to several as an array. */
    static void oneOrMany(AsciiBytes json, ServedReply reply, Consumer<Sequence> answer) {
        boolean many = reply.sequences().size() > 1;
        if (many) {
            json.add('[');
        }
        for (Sequence sequence : reply.sequences()) {
            if (sequence.index() > 0) {
                json.add(',');
            }
            answer.accept(sequence);
        }
        if (many) {
            json.add(']');
        }
    }

    static String finishReason(Sequence sequence) {
        return sequence.generation().stopped() ? "stop" : "length";
    }
}
