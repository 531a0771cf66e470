// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** OpenAI's {@code /v1/chat/completions}, with reasoning in a channel of its own. */
final class ChatDialect extends OpenAiDialect {

    ChatDialect() {
        super(
                "/v1/chat/completions",
                "chatcmpl-",
                "chat.completion.chunk",
                "chat.completion",
                OptionalInt.empty(),
                Map.of("messages", Field.MESSAGES, "max_completion_tokens", Field.MAX_TOKENS));
    }

    @Override
    boolean opening(AsciiBytes json, ServedReply reply, Sequence sequence) {
        beginChunk(json, reply, sequence)
                .ascii(
                        ",\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}]");
        promptIds(json, reply, sequence);
        reply.appendStamps(json);
        json.add('}');
        return true;
    }

    @Override
    int boundary(ServedReply reply, Sequence sequence, int from, int to) {
        int answerFrom = reply.reasoningTokens(sequence);
        return from < answerFrom ? Math.min(to, answerFrom) : to;
    }

    @Override
    void tokens(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to) {
        boolean reasoning = from < reply.reasoningTokens(sequence);
        beginChunk(json, reply, sequence)
                .ascii(reasoning ? ",\"delta\":{\"reasoning_content\":\"" : ",\"delta\":{\"content\":\"");
        sequence.generation().appendText(json, from, to);
        finish(json.ascii("\"}"), sequence, to == sequence.generation().count());
        endChunk(json, reply, sequence, from, to);
    }

    @Override
    void wholeChoice(AsciiBytes json, ServedReply reply, Sequence sequence) {
        int count = sequence.generation().count();
        int reasoning = reply.reasoningTokens(sequence);
        json.ascii("{\"index\":").number(sequence.index()).ascii(",\"message\":{\"role\":\"assistant\"");
        if (reasoning > 0) {
            sequence.generation().appendText(json.ascii(",\"reasoning_content\":\""), 0, reasoning);
            json.add('"');
        }
        sequence.generation().appendText(json.ascii(",\"content\":\""), reasoning, count);
        finish(json.ascii("\"}"), sequence, true);
        tokenIds(json, reply, sequence, 0, count);
        json.add('}');
    }

    @Override
    void afterChoices(AsciiBytes json, ServedReply reply) {
        promptIds(json, reply, reply.sequences().get(0));
    }

    @Override
    void usageDetails(AsciiBytes json, ServedReply reply) {
        int reasoning = 0;
        for (Sequence sequence : reply.sequences()) {
            reasoning += reply.reasoningTokens(sequence);
        }
        if (reasoning > 0) {
            json.ascii(",\"completion_tokens_details\":{\"reasoning_tokens\":")
                    .number(reasoning)
                    .add('}');
        }
    }
}
