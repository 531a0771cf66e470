// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.SyntheticWorkload;
import io.loadharness.workload.Wording;
import java.io.IOException;
import java.util.function.LongToIntFunction;

/**
 * Synthetic prompts.
 *
 * @param name of the data set
 * @param isOfIds true if prompts of completions are token ids, otherwise text
 * @param count the number of prompts, given the number of requests
 * @param maker makes prompts of a style
 */
record SyntheticPrompts(String name, boolean isOfIds, LongToIntFunction count, Maker maker) implements PromptSource {

    /** Most models have more ids. */
    private static final int USUAL_VOCABULARY = 32_000;

    @Override
    public RequestSet requests(PromptNeeds needs) throws IOException {
        needs.maxTokens().ifPresent(most -> {
            throw new IllegalArgumentException(
                    "--max-tokens has no meaning for made-up prompts: the profile says how many tokens are asked for");
        });
        int prompts = count.applyAsInt(needs.requests() + needs.warmUps());
        if (prompts < needs.requests()) {
            needs.messages().accept("about " + needs.requests() + " requests are sent, of " + prompts + " prompts");
        }
        boolean ids = isOfIds && !needs.isChat();
        SyntheticWorkload workload = maker.make(ids ? ids(needs) : words(needs), prompts);
        Dataset dataset = Dataset.of(name, workload);
        return new RequestSet(name, dataset.requests(ids ? PromptForm.IDS : PromptForm.TEXT, needs.parameters()));
    }

    private static PromptStyle ids(PromptNeeds needs) {
        if (needs.tokenizer().isEmpty()) {
            needs.messages()
                    .accept("no tokenizer is at hand, and none is needed: prompts are token ids below "
                            + USUAL_VOCABULARY);
        }
        return PromptStyle.tokenIds(
                needs.tokenizer().map(PromptVocabulary::of).orElseGet(() -> PromptVocabulary.of(USUAL_VOCABULARY)));
    }

    private static PromptStyle words(PromptNeeds needs) {
        if (needs.tokenizer().isEmpty()) {
            needs.messages()
                    .accept("no tokenizer is at hand: prompts have a common word for each token, so their lengths are"
                            + " near what the profile says; --tokenizer makes them exact");
        }
        Wording wording = needs.tokenizer().map(Wording::exactly).orElseGet(Wording::commonWords);
        return needs.isChat() ? PromptStyle.chat(wording) : PromptStyle.text(wording);
    }
}
