// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cluster.SliceRequest;
import io.loadharness.http.Secret;
import io.loadharness.internal.ProgramName;
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
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Creates the arguments with which each worker runs its slice. They contain the options of this command from all sources, except for
 * options that apply only to the coordinator. Files of this machine are sent to the workers. The path of such a file starts with the name
 * of its option, and the argument for the option contains the rest of the path. Other files of the same option have no argument: the
 * worker finds them next to the file of the option.
 */
final class SliceArguments {

    private static final String HEADER_VARIABLE = "--header-env";
    private static final String HEADER_FILE = "--header-file";
    private static final String KEY_VARIABLE = "--api-key-env";
    private static final String KEY_FILE = "--api-key-file";
    private static final String TOKENIZER = "--tokenizer";
    private static final String DATA_SET = "--dataset-path";

    /** The folders of input files with secrets. */
    static final List<String> SECRET_FILES = List.of(folder(HEADER_FILE), folder(KEY_FILE));

    /** Options whose value is a text that may be the path of a file. */
    private static final Set<String> TEXT_OR_FILE = Set.of(TOKENIZER, "--chat-template");

    private static final String TOKENIZER_FILE = "tokenizer.json";

    /** The files next to a {@code tokenizer.json} that change its token ids or its chat template. */
    private static final List<String> TOKENIZER_FILES = List.of(
            "tokenizer_config.json",
            "special_tokens_map.json",
            "added_tokens.json",
            "config.json",
            "chat_template.jinja",
            "chat_template.json",
            "additional_chat_templates/tool_use.jinja");

    /** The maximum number of image files that are sent to the workers. The workers limit the number of all files. */
    private static final int MAX_IMAGES = 9_000;

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
                "every worker would start the servers; start them before with '" + ProgramName.NAME
                        + " server start', and give their --url");
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
     * @param images the image files of the data set, by their names in its rows
     * @throws IllegalArgumentException if the image files cannot be sent
     * @throws IOException if a file cannot be read
     */
    static SliceRequest request(CommandSpec command, Map<String, Path> images) throws IOException {
        Set<OptionSpec> here = new LinkedHashSet<>(OptionGroup.CLUSTER.options(command));
        here.addAll(OptionGroup.OUTPUT.options(command));
        List<String> arguments = new ArrayList<>();
        List<SliceRequest.Input> inputs = inputs(images);
        List<String> headers = new ArrayList<>();
        for (OptionSpec each : given(command)) {
            String name = OptionNames.of(each);
            if (here.contains(each) || name.equals("--enable-metrics")) {
                continue;
            }
            if (name.equals(KEY_VARIABLE)) {
                arguments.add(KEY_FILE + "=token");
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
            arguments.add(HEADER_FILE + "=headers");
            inputs.add(SliceRequest.Input.of(path(HEADER_FILE, "headers"), String.join("\n", headers)));
        }
        return new SliceRequest(arguments, inputs);
    }

    private static List<SliceRequest.Input> inputs(Map<String, Path> images) throws IOException {
        String remedy = ": use https URLs or data URLs in the data set, or leave out --slices";
        if (images.size() > MAX_IMAGES) {
            throw new IllegalArgumentException("the rows of " + DATA_SET + " refer to " + images.size()
                    + " image files, but at most " + MAX_IMAGES + " can be sent to the workers" + remedy);
        }
        Map<String, Path> files = new TreeMap<>();
        images.forEach((name, file) -> {
            Path relative = Path.of(name);
            if (relative.isAbsolute() || name.matches("(?s)(.*[/\\\\])?\\.\\.([/\\\\].*)?")) {
                throw new IllegalArgumentException("the rows of " + DATA_SET + " refer to the image file " + name
                        + ", but with --slices its name must be relative to the folder of the data set, without '..'"
                        + remedy);
            }
            files.put(relative.normalize().toString().replace('\\', '/'), file);
        });
        List<SliceRequest.Input> inputs = new ArrayList<>();
        for (Map.Entry<String, Path> each : files.entrySet()) {
            inputs.add(SliceRequest.Input.of(path(DATA_SET, each.getKey()), each.getValue()));
        }
        return inputs;
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
            String fileName = String.valueOf(file.getFileName());
            arguments.add(name + "=" + fileName);
            inputs.add(SliceRequest.Input.of(path(name, fileName), file));
            if (name.equals(TOKENIZER) && fileName.equals(TOKENIZER_FILE)) {
                addTokenizerFiles(file, inputs);
            }
        }
    }

    private static void addTokenizerFiles(Path tokenizer, List<SliceRequest.Input> inputs) throws IOException {
        for (String each : TOKENIZER_FILES) {
            Path file = tokenizer.resolveSibling(each);
            if (Files.isRegularFile(file)) {
                inputs.add(SliceRequest.Input.of(path(TOKENIZER, each), file));
            }
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
