// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.options.Counts;
import io.loadharness.inference.Tokenizer;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.Wording;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what made-up prompts are made of. */
final class StyleOptions {

    /** What prompts are made of. */
    enum Style {
        IDS,
        TEXT,
        CHAT
    }

    private static final int USUAL_VOCABULARY = 32_000;

    @Option(
            names = "--style",
            paramLabel = "NAME",
            description = "What made-up prompts are: ids, text or chat. Default: ids, with images chat")
    private @Nullable Style style;

    @Option(
            names = "--vocabulary",
            paramLabel = "N",
            description = "Made-up ids are below N. Default: 32000, or those of the --tokenizer")
    private @Nullable Integer vocabulary;

    boolean isGiven() {
        return style != null || vocabulary != null;
    }

    /**
     * The style that they say.
     *
     * @param tokenizer makes lengths exact; without one, words are taken for a token each
     * @param images whether prompts show images
     * @throws IllegalArgumentException if they have no meaning together
     */
    PromptStyle style(Optional<Tokenizer> tokenizer, boolean images) {
        Style chosen = style != null ? style : images ? Style.CHAT : Style.IDS;
        if (vocabulary != null && chosen != Style.IDS) {
            throw new IllegalArgumentException("--vocabulary is for prompts of ids: leave it out");
        }
        if (vocabulary != null && tokenizer.isPresent()) {
            throw new IllegalArgumentException("--vocabulary and --tokenizer say the same: give one of them");
        }
        Wording wording = tokenizer.<Wording>map(Wording::exactly).orElseGet(Wording::commonWords);
        return switch (chosen) {
            case IDS -> PromptStyle.tokenIds(tokenizer.map(PromptVocabulary::of).orElseGet(this::below));
            case TEXT -> PromptStyle.text(wording);
            case CHAT -> PromptStyle.chat(wording);
        };
    }

    private PromptVocabulary below() {
        if (vocabulary == null) {
            return PromptVocabulary.of(USUAL_VOCABULARY);
        }
        Counts.requireAtLeast(1, "--vocabulary", vocabulary);
        return PromptVocabulary.of(vocabulary);
    }
}
