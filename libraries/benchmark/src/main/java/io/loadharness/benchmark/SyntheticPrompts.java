// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.SyntheticWorkload;
import io.loadharness.workload.TextGenerator;
import java.io.IOException;
import java.util.function.LongToIntFunction;

/**
 * A source of synthetic prompts.
 *
 * @param name the name of the data set
 * @param usesTokenIds true if completion prompts are token ids; false if they are text
 * @param count computes the number of prompts from the number of requests
 * @param maker generates prompts of a style
 */
record SyntheticPrompts(String name, boolean usesTokenIds, LongToIntFunction count, Maker maker)
        implements PromptSource {

    /** The default vocabulary size. Most models have more token ids. */
    private static final int DEFAULT_VOCABULARY = 32_000;

    @Override
    public RequestSet requests(PromptNeeds needs) throws IOException {
        needs.maxTokens().ifPresent(tokens -> {
            throw new IllegalArgumentException(
                    "the maximum number of output tokens cannot be set for synthetic prompts: the profile sets it");
        });
        int prompts = count.applyAsInt(needs.requests() + needs.warmUps());
        if (prompts < needs.requests()) {
            needs.messages().accept("about " + needs.requests() + " requests share " + prompts + " prompts");
        }
        boolean ids = usesTokenIds && !needs.isChat();
        SyntheticWorkload workload = maker.make(ids ? ids(needs) : words(needs), prompts);
        Dataset dataset = Dataset.of(name, workload);
        return new RequestSet(name, dataset.requests(ids ? PromptForm.IDS : PromptForm.TEXT, needs.parameters()));
    }

    private static PromptStyle ids(PromptNeeds needs) {
        if (needs.tokenizer().isEmpty()) {
            needs.messages()
                    .accept("no tokenizer is given, and none is needed: prompts are token ids below "
                            + DEFAULT_VOCABULARY);
        }
        return PromptStyle.tokenIds(
                needs.tokenizer().map(PromptVocabulary::of).orElseGet(() -> PromptVocabulary.of(DEFAULT_VOCABULARY)));
    }

    private static PromptStyle words(PromptNeeds needs) {
        if (needs.tokenizer().isEmpty()) {
            needs.messages()
                    .accept("no tokenizer is given: prompts have one common word per token, thus their lengths are only"
                            + " close to those of the profile; a tokenizer makes them exact");
        }
        TextGenerator wording = needs.tokenizer().map(TextGenerator::exactly).orElseGet(TextGenerator::commonWords);
        return needs.isChat() ? PromptStyle.chat(wording) : PromptStyle.text(wording);
    }
}
