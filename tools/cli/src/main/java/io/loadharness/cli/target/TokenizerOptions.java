// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says who counts the tokens of servers that do not. */
public final class TokenizerOptions {

    private static final String HUB = "hub:";

    @Option(
            names = "--tokenizer",
            paramLabel = "PLACE",
            description =
                    "The model's tokenizer, which counts tokens where the server does not, and makes the lengths of made-up prompts"
                            + " exact: a tokenizer.json, the folder of a model, or hub:org/name, which is downloaded"
                            + " from the Hugging Face hub.")
    private @Nullable String place;

    /** Whether there is one. */
    public boolean isGiven() {
        return place != null;
    }

    /**
     * Opens it, for the caller to close; null if none is given.
     *
     * @throws IllegalArgumentException if there is none that can be read; says what to do
     * @throws IOException if it cannot be downloaded; says why
     */
    public @Nullable Tokenizer open() throws IOException {
        if (place == null) {
            return null;
        }
        return place.startsWith(HUB) ? Tokenizer.ofHub(place.substring(HUB.length())) : Tokenizer.open(Path.of(place));
    }
}
