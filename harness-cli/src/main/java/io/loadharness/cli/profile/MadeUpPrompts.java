package io.loadharness.cli.profile;

import io.loadharness.cli.server.RequestSet;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.PromptForm;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.SyntheticWorkload;
import io.loadharness.workload.Wording;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/**
 * Prompts that are made up.
 *
 * @param name as the profile calls them
 * @param isOfIds whether prompts of completions are token ids; else text
 * @param count how many there are, given how many requests are sent
 * @param maker makes a number of them of a style
 */
record MadeUpPrompts(String name, boolean isOfIds, LongToIntFunction count, Optional<TraceFile> trace, Maker maker)
        implements PromptSource {

    /** Most models have more ids. */
    private static final int USUAL_VOCABULARY = 32_000;

    /** Makes prompts. */
    @FunctionalInterface
    interface Maker {
        SyntheticWorkload make(PromptStyle style, int count);
    }

    @Override
    public RequestSet requests(Asking asking) throws IOException {
        asking.maxTokens().ifPresent(most -> {
            throw new IllegalArgumentException(
                    "--max-tokens has no meaning for made-up prompts: the profile says how many tokens are asked for");
        });
        int prompts = count.applyAsInt(asking.requests() + asking.warmUps());
        if (prompts < asking.requests()) {
            asking.remarks().accept("about " + asking.requests() + " requests are sent, of " + prompts + " prompts");
        }
        boolean ids = isOfIds && !asking.isChat();
        SyntheticWorkload workload = maker.make(ids ? ids(asking) : words(asking), prompts);
        Dataset dataset = Dataset.of(name, workload);
        return new RequestSet(name, dataset.requests(ids ? PromptForm.IDS : PromptForm.TEXT, asking.parameters()));
    }

    private static PromptStyle ids(Asking asking) {
        if (asking.tokenizer().isEmpty()) {
            asking.remarks()
                    .accept("no tokenizer is at hand, and none is needed: prompts are token ids below "
                            + USUAL_VOCABULARY);
        }
        return PromptStyle.tokenIds(
                asking.tokenizer().map(PromptVocabulary::of).orElseGet(() -> PromptVocabulary.of(USUAL_VOCABULARY)));
    }

    private static PromptStyle words(Asking asking) {
        if (asking.tokenizer().isEmpty()) {
            asking.remarks()
                    .accept("no tokenizer is at hand: prompts have a common word for each token, so their lengths are"
                            + " near what the profile says; --tokenizer makes them exact");
        }
        Wording wording = asking.tokenizer().map(Wording::exactly).orElseGet(Wording::commonWords);
        return asking.isChat() ? PromptStyle.chat(wording) : PromptStyle.text(wording);
    }
}
