// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.http.Dialect;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Gives options that are not on the command line the values that a profile has for them. */
final class InferencePerfDefaults {

    private static final List<Dialect> CHATS = List.of(Dialect.VLLM_CHAT, Dialect.OPENAI_CHAT);
    private static final List<Dialect> COMPLETIONS = List.of(Dialect.VLLM_COMPLETIONS, Dialect.OPENAI_COMPLETIONS);

    /** The mixins of the command with what a profile says. */
    private static final List<String> SAID_BY_PROFILE = List.of("loadGen", "schedule", "data");

    private final CommandSpec spec;
    private final Map<String, CommandSpec> mixins;
    private final InferencePerfProfile profile;
    private final PrintWriter out;

    /**
     * @param spec of the command that was given
     * @param run of {@link RunCommand}, which may be a part of that
     */
    InferencePerfDefaults(CommandSpec spec, CommandSpec run, InferencePerfProfile profile, PrintWriter out) {
        this.spec = spec;
        this.mixins = run.mixins();
        this.profile = profile;
        this.out = out;
    }

    /**
     * Gives them, most of all to the servers.
     *
     * @throws IllegalArgumentException if an option says what only the profile can say
     */
    void give(ServerOptions server) {
        mixins.forEach((name, mixin) -> {
            if (SAID_BY_PROFILE.contains(name)) {
                mixin.options().forEach(this::refuse);
            }
        });
        profile.server().url().ifPresent(url -> give("--url", List.of(url)));
        profile.server().model().ifPresent(model -> give("--model", model));
        profile.server().certificate().ifPresent(file -> give("--certificate", file));
        profile.server().key().ifPresent(file -> give("--key", file));
        profile.load().requestTimeout().ifPresent(time -> give("--request-timeout", time));
        profile.outputFolder().ifPresent(folder -> give("--output-dir", folder));
        profile.tokenizer().ifPresent(this::giveTokenizer);
        give("--no-streaming", !profile.api().isStreamed());
        giveHeaders();
        server.askOnlyAs(profile.api().isChat() ? CHATS : COMPLETIONS);
        if (!isGiven("--api-key-env") && !isGiven("--api-key-file")) {
            profile.server().apiKey().ifPresent(server::bearer);
        }
    }

    private void refuse(OptionSpec option) {
        if (isGiven(option.longestName())) {
            throw new IllegalArgumentException(option.longestName()
                    + " cannot be combined with --profile-file: what is asked and when is said by the"
                    + " profile, whose values --override changes");
        }
    }

    /** Where prompts are token ids, no tokenizer is worth a download. */
    private void giveTokenizer(String name) {
        if (isGiven("--tokenizer") || isGiven("--uncounted")) {
            return;
        }
        if (isOnThisMachine(name)) {
            give("--tokenizer", name);
        } else if (profile.data().isOfIds() && !profile.api().isChat()) {
            out.println("Profile: tokenizer.pretrained_model_name_or_path: " + name
                    + " is not at hand; --tokenizer names a file, a folder or hub:" + name);
        } else {
            give("--tokenizer", "hub:" + name);
        }
    }

    private static boolean isOnThisMachine(String name) {
        try {
            return Files.exists(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Those of the command line win by name. */
    private void giveHeaders() {
        List<String> given = spec.findOption("--header").getValue();
        List<String> all = new ArrayList<>(given);
        for (String each : profile.api().headers()) {
            if (given.stream().noneMatch(header -> nameOf(header).equalsIgnoreCase(nameOf(each)))) {
                all.add(each);
            }
        }
        set("--header", all);
    }

    private static String nameOf(String header) {
        return header.substring(0, Math.max(0, header.indexOf('=')));
    }

    private void give(String option, Object value) {
        if (!isGiven(option)) {
            set(option, value);
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private void set(String option, Object value) {
        spec.findOption(option).setValue(value);
    }
}
