package io.loadharness.cli.profile;

import io.loadharness.cli.server.RequestSet;
import java.io.IOException;
import java.util.Optional;

/** Where the prompts of a profile come from. */
public sealed interface PromptSource permits MadeUpPrompts, ShareGptPrompts {

    /** Whether prompts of completions are token ids, for which no tokenizer is needed. */
    boolean isOfIds();

    /** The trace that they are made for; empty if they are not. */
    Optional<TraceFile> trace();

    /**
     * Makes them, or reads them.
     *
     * @throws IllegalArgumentException if there is something that a user can put right
     * @throws IOException if a file cannot be read
     */
    RequestSet requests(Asking asking) throws IOException;
}
