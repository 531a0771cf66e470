// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.completion;

import io.loadharness.cli.options.EnumNames;
import io.loadharness.report.ReportFormat;
import io.loadharness.report.ReportFormats;
import io.loadharness.workload.WorkloadProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The completion script for bash and zsh.
 *
 * <p>The script of picocli offers wrong words: options with the same label share their values, and a value such as {@code server} selects
 * the command with this name.
 */
public final class CompletionScript {

    private static final String TEMPLATE = "completion.bash";

    /** The labels of files and folders in options that are texts, because they also take other values such as {@code -}. */
    private static final Set<String> FILE_LABELS = Set.of("FILE", "FOLDER", "DIR", "LOG");

    /** The names of built-in plug-ins and formats by option, or by command and option. */
    static final Map<String, List<String>> NAMES = Map.of(
            "--on", List.of("local", "ssh", "slurm", "kubernetes"),
            "--transport", List.of("netty", "netty-nio", "jdk"),
            "--engine", List.of("onnx", "llama"),
            "--workload",
                    Stream.concat(
                                    WorkloadProfile.names().stream(),
                                    Stream.of("random", "shared-prefixes", "conversations", "trace"))
                            .toList(),
            "export --format", List.of("csv", "jsonl", "parquet", "otlp"),
            "report --format",
                    ReportFormats.all().stream().map(ReportFormat::name).toList());

    private CompletionScript() {}

    /**
     * Returns the script.
     *
     * @param start the words that start the program in a shell, for example {@code ./harness}
     * @param commands all commands of the program
     */
    public static String of(String start, CommandLine commands) {
        String program = start.substring(start.lastIndexOf('/') + 1);
        return template()
                .replace("COMMANDS\n", String.join("", descriptions("", commands)))
                .replace("FUNCTION", program.replaceAll("[^A-Za-z0-9_]", "_"))
                .replace("PROGRAM", program)
                .replace("START", start);
    }

    private static String template() {
        try (InputStream in = Objects.requireNonNull(CompletionScript.class.getResourceAsStream(TEMPLATE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the patterns of a command and of its subcommands. */
    private static List<String> descriptions(String path, CommandLine command) {
        List<String> all = new ArrayList<>();
        all.add(description(path, command));
        visibleSubcommands(command)
                .forEach((name, each) -> all.addAll(descriptions((path + " " + name).strip(), each)));
        return all;
    }

    private static Map<String, CommandLine> visibleSubcommands(CommandLine command) {
        Map<String, CommandLine> visible = new LinkedHashMap<>(command.getSubcommands());
        visible.values().removeIf(each -> each.getCommandSpec().usageMessage().hidden());
        return visible;
    }

    private static String description(String path, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        List<OptionSpec> options =
                spec.options().stream().filter(each -> !each.hidden()).toList();
        StringBuilder text = new StringBuilder();
        text.append("    '").append(path).append("')\n        subcommands='");
        text.append(String.join(" ", visibleSubcommands(command).keySet()));
        text.append("'\n        names='");
        text.append(options.stream().flatMap(each -> Stream.of(each.names())).collect(Collectors.joining(" ")));
        text.append("'\n        case $2 in\n");
        Map<String, List<String>> namesByEffect = new LinkedHashMap<>();
        namesByEffect
                .computeIfAbsent(effect(path, spec.positionalParameters()), key -> new ArrayList<>())
                .add("''");
        for (OptionSpec each : options) {
            if (each.arity().max() > 0) {
                namesByEffect
                        .computeIfAbsent(effect(path, List.of(each)), key -> new ArrayList<>())
                        .addAll(List.of(each.names()));
            }
        }
        namesByEffect.forEach((effect, names) -> text.append("        ")
                .append(String.join(" | ", names))
                .append(") ")
                .append(effect)
                .append(";;\n"));
        return text.append("        *) return 1 ;;\n        esac\n        ;;\n").toString();
    }

    /** Returns the assignments of the script for the values of an option or of all parameters. */
    private static String effect(String path, List<? extends ArgSpec> arguments) {
        String values =
                arguments.stream().flatMap(each -> values(path, each).stream()).collect(Collectors.joining(" "));
        boolean isList = arguments.stream().anyMatch(each -> !each.splitRegex().isEmpty());
        boolean takesFiles = arguments.stream().anyMatch(CompletionScript::takesFiles);
        return (values.isEmpty() ? "" : "values='" + values + "' ")
                + (!values.isEmpty() && isList ? "list=1 " : "")
                + (takesFiles ? "files=1 " : "");
    }

    private static List<String> values(String path, ArgSpec argument) {
        Class<?> type = type(argument);
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(each -> EnumNames.onCommandLine((Enum<?>) each))
                    .toList();
        }
        if (argument instanceof OptionSpec option) {
            return Stream.of(option.names())
                    .flatMap(name -> Stream.of(path + " " + name, name))
                    .filter(NAMES::containsKey)
                    .findFirst()
                    .map(NAMES::get)
                    .orElse(List.of());
        }
        return List.of();
    }

    private static boolean takesFiles(ArgSpec argument) {
        return type(argument) == Path.class || FILE_LABELS.contains(argument.paramLabel());
    }

    /** Returns the type of one value, for example of an element of a list; for a map, the map. */
    static Class<?> type(ArgSpec argument) {
        Class<?>[] types = argument.auxiliaryTypes();
        return types.length == 1 ? types[0] : argument.type();
    }
}
