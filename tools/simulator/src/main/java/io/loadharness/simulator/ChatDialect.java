// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** OpenAI's {@code /v1/chat/completions}, with reasoning in a separate field. */
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
    boolean opening(AsciiBytes json, ResponseContext context, Sequence sequence) {
        beginChunk(json, context, sequence)
                .ascii(
                        ",\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}]");
        promptIds(json, context, sequence);
        context.appendStamps(json);
        json.add('}');
        return true;
    }

    @Override
    int boundary(ResponseContext context, Sequence sequence, int from, int to) {
        int contentFrom = context.reasoningTokens(sequence);
        return from < contentFrom ? Math.min(to, contentFrom) : to;
    }

    @Override
    void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        boolean reasoning = from < context.reasoningTokens(sequence);
        beginChunk(json, context, sequence)
                .ascii(reasoning ? ",\"delta\":{\"reasoning_content\":\"" : ",\"delta\":{\"content\":\"");
        sequence.generation().appendText(json, from, to);
        finish(json.ascii("\"}"), sequence, to == sequence.generation().count());
        endChunk(json, context, sequence, from, to);
    }

    @Override
    void wholeChoice(AsciiBytes json, ResponseContext context, Sequence sequence) {
        int count = sequence.generation().count();
        int reasoning = context.reasoningTokens(sequence);
        json.ascii("{\"index\":").number(sequence.index()).ascii(",\"message\":{\"role\":\"assistant\"");
        if (reasoning > 0) {
            sequence.generation().appendText(json.ascii(",\"reasoning_content\":\""), 0, reasoning);
            json.add('"');
        }
        sequence.generation().appendText(json.ascii(",\"content\":\""), reasoning, count);
        finish(json.ascii("\"}"), sequence, true);
        tokenIds(json, context, sequence, 0, count);
        json.add('}');
    }

    @Override
    void afterChoices(AsciiBytes json, ResponseContext context) {
        promptIds(json, context, context.sequences().get(0));
    }

    @Override
    void usageDetails(AsciiBytes json, ResponseContext context) {
        int reasoning = 0;
        for (Sequence sequence : context.sequences()) {
            reasoning += context.reasoningTokens(sequence);
        }
        if (reasoning > 0) {
            json.ascii(",\"completion_tokens_details\":{\"reasoning_tokens\":")
                    .number(reasoning)
                    .add('}');
        }
    }
}
