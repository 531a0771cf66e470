// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cluster.SliceRequest;
import io.loadharness.http.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Creates the arguments with which each worker runs its slice. They contain the options of this command from all sources, except for
 * options that apply only to the coordinator. Files of this machine are sent to the workers. The path of such a file starts with the name
 * of its option.
 */
final class SliceArguments {

    private static final String HEADER_VARIABLE = "--header-env";
    private static final String HEADER_FILE = "--header-file";
    private static final String KEY_VARIABLE = "--api-key-env";
    private static final String KEY_FILE = "--api-key-file";

    /** The folders of input files with secrets. */
    static final List<String> SECRET_FILES = List.of(folder(HEADER_FILE), folder(KEY_FILE));

    /** Options whose value is a text that may be the path of a file. */
    private static final Set<String> TEXT_OR_FILE = Set.of("--tokenizer", "--chat-template");

    /** The options that do not apply to slices, and the reasons. A name that ends with a hyphen means all names that start with it. */
    private static final Map<String, String> REFUSED = refused();

    private SliceArguments() {}

    private static Map<String, String> refused() {
        Map<String, String> all = new LinkedHashMap<>();
        String ownSlices = "all workers get their slices and their start from --slices";
        all.put("--slice", ownSlices);
        all.put("--start-at", ownSlices);
        String profile = "the stages of a profile have no slices; give its load with --load";
        all.put("--profile-file", profile);
        all.put("--override", profile);
        all.put("--rules", "the rules apply to LoadGen, which has no slices");
        String plugin = "plug-ins are not copied to the workers";
        all.put("--engine", plugin);
        all.put("--client", plugin);
        all.put("--generator", plugin);
        all.put(
                "--server-config",
                "every worker would start the servers; start them before with 'harness server start', and give their --url");
        all.put("--enable-metrics", "every worker would record the metrics of the servers");
        all.put("--scrape-", "every worker would record the metrics of the servers");
        all.put("--server-profile", "every worker would start the profilers of the servers");
        all.put("--server-profile-", "every worker would start the profilers of the servers");
        all.put("--metrics-", "this process sends no requests that it could count");
        return all;
    }

    /**
     * Checks that the load has slices, and that all options apply to slices.
     *
     * @param hasSlices true if the load has slices
     * @throws IllegalArgumentException if there are no slices, or an option does not apply
     */
    static void check(CommandSpec command, boolean hasSlices) {
        for (OptionSpec each : given(command)) {
            String name = OptionNames.of(each);
            boolean isOff = name.equals("--enable-metrics") && !Boolean.TRUE.equals(each.getValue());
            REFUSED.forEach((start, why) -> {
                boolean isRefused = name.equals(start) || (start.endsWith("-") && name.startsWith(start));
                if (isRefused && !isOff) {
                    throw new IllegalArgumentException("--slices and " + name + " contradict each other: " + why
                            + "; leave out " + name + " or --slices");
                }
            });
        }
        if (!hasSlices) {
            throw new IllegalArgumentException("--slices needs --load with another value than sweep: LoadGen and sweeps"
                    + " have no slices; leave out --slices");
        }
    }

    private static List<OptionSpec> given(CommandSpec command) {
        return OptionNames.own(command).stream()
                .filter(each -> command.commandLine().getParseResult().hasMatchedOption(each))
                .toList();
    }

    /**
     * Returns the arguments and files of the slices. Secrets in environment variables are sent as files.
     *
     * @throws IOException if a file cannot be read
     */
    static SliceRequest request(CommandSpec command) throws IOException {
        Set<OptionSpec> here = new LinkedHashSet<>(OptionGroup.CLUSTER.options(command));
        here.addAll(OptionGroup.OUTPUT.options(command));
        List<String> arguments = new ArrayList<>();
        List<SliceRequest.Input> inputs = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        for (OptionSpec each : given(command)) {
            String name = OptionNames.of(each);
            if (here.contains(each) || name.equals("--enable-metrics")) {
                continue;
            }
            if (name.equals(KEY_VARIABLE)) {
                inputs.add(SliceRequest.Input.of(path(KEY_FILE, "token"), secret(each.getValue())));
            } else if (name.equals(HEADER_VARIABLE)) {
                for (Object header : (List<?>) each.getValue()) {
                    String text = String.valueOf(header);
                    int equals = text.indexOf('=');
                    headers.add(text.substring(0, equals) + ": " + secret(text.substring(equals + 1)));
                }
            } else if (name.equals(HEADER_FILE)) {
                headers.addAll(Files.readAllLines((Path) each.getValue()));
            } else {
                add(each, name, arguments, inputs);
            }
        }
        if (!headers.isEmpty()) {
            inputs.add(SliceRequest.Input.of(path(HEADER_FILE, "headers"), String.join("\n", headers)));
        }
        return new SliceRequest(arguments, inputs);
    }

    private static String secret(Object variable) {
        return Secret.fromEnvironment(String.valueOf(variable)).value();
    }

    private static void add(OptionSpec option, String name, List<String> arguments, List<SliceRequest.Input> inputs)
            throws IOException {
        boolean isPath = option.type() == Path.class || TEXT_OR_FILE.contains(name);
        List<String> values = OptionNames.arguments(option);
        String text = isPath ? values.get(0).substring(name.length() + 1) : "";
        if (!isPath || !exists(text)) {
            arguments.addAll(values);
            return;
        }
        Path file = Path.of(text);
        if (Files.isDirectory(file)) {
            arguments.add(name + "=" + file.toAbsolutePath().normalize());
        } else {
            inputs.add(SliceRequest.Input.of(path(name, String.valueOf(file.getFileName())), file));
        }
    }

    private static boolean exists(String text) {
        try {
            return Files.isDirectory(Path.of(text)) || Files.isRegularFile(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String path(String option, String file) {
        return folder(option) + "/" + file;
    }

    private static String folder(String option) {
        return option.substring(2);
    }
}
