// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the tokenizer, which counts tokens if the servers do not. */
public final class TokenizerOptions {

    private static final String HUB = "hub:";

    @Option(
            names = "--tokenizer",
            paramLabel = "SOURCE",
            description =
                    "The tokenizer of the model: a tokenizer.json file, a model folder, or hub:org/name to download"
                            + " the tokenizer from the Hugging Face hub. The tokenizer counts tokens if the server does"
                            + " not count them, and makes the lengths of synthetic prompts exact.")
    private @Nullable String source;

    /** Returns true if a tokenizer is given. */
    public boolean isGiven() {
        return source != null;
    }

    /**
     * Opens the tokenizer, which the caller closes; returns null if none is given.
     *
     * @throws IllegalArgumentException if the tokenizer cannot be read; the message contains the remedy
     * @throws IOException if the tokenizer cannot be downloaded; the message contains the reason
     */
    public @Nullable Tokenizer open() throws IOException {
        if (source == null) {
            return null;
        }
        return source.startsWith(HUB)
                ? Tokenizer.ofHub(source.substring(HUB.length()))
                : Tokenizer.open(Path.of(source));
    }
}
