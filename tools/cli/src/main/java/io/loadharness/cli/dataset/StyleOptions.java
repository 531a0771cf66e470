// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.options.Counts;
import io.loadharness.inference.Tokenizer;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.TextGenerator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the form of synthetic prompts. */
final class StyleOptions {

    /** The forms of synthetic prompts. */
    enum Style {
        IDS,
        TEXT,
        CHAT
    }

    private static final int DEFAULT_VOCABULARY = 32_000;

    @Option(
            names = "--style",
            paramLabel = "NAME",
            description = "Form of the synthetic prompts: ids (token ids), text or chat. Default: chat for prompts with"
                    + " images, otherwise ids")
    private @Nullable Style style;

    @Option(
            names = "--vocabulary",
            paramLabel = "N",
            description =
                    "Draw the token ids of synthetic prompts from the ids below N. Applies only to --style=ids without"
                            + " --tokenizer. Default: the vocabulary size of --tokenizer, or 32000 without --tokenizer")
    private @Nullable Integer vocabulary;

    boolean isGiven() {
        return style != null || vocabulary != null;
    }

    /**
     * Returns the style.
     *
     * @param tokenizer the tokenizer for exact lengths; if it is empty, each word counts as one token
     * @param images true if prompts contain images
     * @throws IllegalArgumentException if options cannot be combined
     */
    PromptStyle style(Optional<Tokenizer> tokenizer, boolean images) {
        Style chosen = style != null ? style : images ? Style.CHAT : Style.IDS;
        if (vocabulary != null && chosen != Style.IDS) {
            throw new IllegalArgumentException("--vocabulary applies only to --style=ids: leave out --vocabulary");
        }
        if (vocabulary != null && tokenizer.isPresent()) {
            throw new IllegalArgumentException(
                    "--vocabulary and --tokenizer both set the token ids: give only one of them");
        }
        TextGenerator wording =
                tokenizer.<TextGenerator>map(TextGenerator::exactly).orElseGet(TextGenerator::commonWords);
        return switch (chosen) {
            case IDS -> PromptStyle.tokenIds(tokenizer.map(PromptVocabulary::of).orElseGet(this::below));
            case TEXT -> PromptStyle.text(wording);
            case CHAT -> PromptStyle.chat(wording);
        };
    }

    private PromptVocabulary below() {
        if (vocabulary == null) {
            return PromptVocabulary.of(DEFAULT_VOCABULARY);
        }
        Counts.requireAtLeast(1, "--vocabulary", vocabulary);
        return PromptVocabulary.of(vocabulary);
    }
}
