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

/** Sets options that are not given on the command line to their values in an inference-perf profile. */
final class InferencePerfDefaults {

    private static final List<Dialect> CHATS = List.of(Dialect.VLLM_CHAT, Dialect.OPENAI_CHAT);
    private static final List<Dialect> COMPLETIONS = List.of(Dialect.VLLM_COMPLETIONS, Dialect.OPENAI_COMPLETIONS);

    /** The mixins of {@link RunCommand} whose options cannot be given together with a profile. */
    private static final List<String> SET_BY_PROFILE = List.of("loadGen", "schedule", "data");

    private final CommandSpec spec;
    private final Map<String, CommandSpec> mixins;
    private final InferencePerfProfile profile;
    private final PrintWriter out;

    /**
     * Creates the defaults.
     *
     * @param spec the command that the user called
     * @param run the {@link RunCommand}, which is either {@code spec} or a mixin of {@code spec}
     */
    InferencePerfDefaults(CommandSpec spec, CommandSpec run, InferencePerfProfile profile, PrintWriter out) {
        this.spec = spec;
        this.mixins = run.mixins();
        this.profile = profile;
        this.out = out;
    }

    /**
     * Sets the options.
     *
     * @throws IllegalArgumentException if an option is given that cannot be combined with a profile
     */
    void applyTo(ServerOptions server) {
        mixins.forEach((name, mixin) -> {
            if (SET_BY_PROFILE.contains(name)) {
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
        server.setDialects(profile.api().isChat() ? CHATS : COMPLETIONS);
        if (!isGiven("--api-key-env") && !isGiven("--api-key-file")) {
            profile.server().apiKey().ifPresent(server::setBearer);
        }
    }

    private void refuse(OptionSpec option) {
        if (isGiven(option.longestName())) {
            throw new IllegalArgumentException(option.longestName()
                    + " cannot be combined with --profile-file, which sets the prompts and the load: change values"
                    + " of the profile with --override");
        }
    }

    /**
     * Sets the tokenizer, unless {@code --tokenizer} or {@code --no-token-counts} is given. Downloads the tokenizer if it is not on this
     * machine. Does not download it for completion requests that send token ids, because they do not need a tokenizer.
     */
    private void giveTokenizer(String name) {
        if (isGiven("--tokenizer") || isGiven("--no-token-counts")) {
            return;
        }
        if (isOnThisMachine(name)) {
            give("--tokenizer", name);
        } else if (profile.data().isOfIds() && !profile.api().isChat()) {
            out.println("Profile: tokenizer.pretrained_model_name_or_path: " + name
                    + " is not on this machine; set --tokenizer to a file, a folder or hub:" + name);
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

    /** Adds the headers of the profile. A header of the same name on the command line takes precedence. */
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
