// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.List;
import java.util.Set;

/**
 * What is known about an answer before its first byte.
 *
 * @param id of the request, made by the server
 * @param created in seconds since 1970
 * @param model the name that the server serves, as a JSON string
 * @param request what was asked
 * @param sequences one for each prompt
 * @param faults what happens to it
 * @param stamps whether the client wants the server's times in it
 * @param received when the last bytes of the request were read, by {@link System#nanoTime}
 * @param reasoningShare how much of an answer is reasoning, in dialects that know it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares replies
record ServedReply(
        String id,
        long created,
        byte[] model,
        GenerateRequest request,
        List<Sequence> sequences,
        Set<Fault> faults,
        boolean stamps,
        long received,
        double reasoningShare) {

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    int completionTokens() {
        int sum = 0;
        for (Sequence sequence : sequences) {
            sum += sequence.generation().count();
        }
        return sum;
    }

    /** How many of the first tokens are reasoning. */
    int reasoningTokens(Sequence sequence) {
        return (int) Math.round(reasoningShare * sequence.generation().count());
    }

    /** The server's times as a last member of an object, if they are wanted. */
    void appendStamps(AsciiBytes json) {
        if (stamps) {
            json.ascii(",\"loadharness\":{\"received_ns\":").number(received);
            json.ascii(",\"sent_ns\":").number(System.nanoTime()).add('}');
        }
    }
}
