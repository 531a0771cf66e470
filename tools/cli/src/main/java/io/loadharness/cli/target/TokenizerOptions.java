// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the tokenizer, which counts tokens if the servers do not. */
public final class TokenizerOptions {

    private static final String HUB = "hub:";
    private static final Pattern NAME_ON_HUB = Pattern.compile("\\w[\\w.-]*/\\w[\\w.-]*(@[\\w.-]+)?");

    @Option(
            names = "--tokenizer",
            paramLabel = "SOURCE",
            description =
                    "The tokenizer of the model: a tokenizer.json file, a model folder, or hub:org/name to download"
                            + " the tokenizer from the Hugging Face hub, for example hub:Qwen/Qwen2.5-0.5B. The tokenizer"
                            + " counts tokens if the server does not count them. The tokenizer also makes the lengths of"
                            + " synthetic prompts exact, and encodes the prompts of data sets as token ids.")
    private @Nullable String source;

    /** Returns true if a tokenizer is given. */
    public boolean isGiven() {
        return source != null;
    }

    /** Sets the tokenizer that is used if the user gives none. */
    public void setDefault(String tokenizer) {
        source = source == null ? tokenizer : source;
    }

    /**
     * Opens the tokenizer, which the caller closes; returns null if none is given. Prints the warnings of the tokenizer.
     *
     * @param connection settings for the download of the tokenizer
     * @param out the receiver of the warnings
     * @throws IllegalArgumentException if the tokenizer cannot be read; the message suggests a remedy
     * @throws IOException if the tokenizer cannot be downloaded; the message gives the reason
     */
    public @Nullable Tokenizer open(HubOptions connection, PrintWriter out) throws IOException {
        if (source == null) {
            return null;
        }
        if (NAME_ON_HUB.matcher(source).matches() && !Files.exists(Path.of(source))) {
            throw new IllegalArgumentException("--tokenizer " + source + " is not a file or a folder; write hub:"
                    + source + " to download this tokenizer from the Hugging Face hub");
        }
        Tokenizer tokenizer = source.startsWith(HUB)
                ? Tokenizer.ofHub(source.substring(HUB.length()), connection)
                : Tokenizer.open(Path.of(source));
        tokenizer.warnings().forEach(each -> out.println("Warning: " + each));
        out.flush();
        return tokenizer;
    }
}
