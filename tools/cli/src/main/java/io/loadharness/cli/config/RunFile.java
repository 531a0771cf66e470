// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A YAML file that describes a run. It contains one map for each group of options. The keys of a map are option names without the leading
 * hyphens.
 */
final class RunFile {

    private static final String ENGINE = "on";
    private static final String START = "start";
    private static final String START_OPTION = "--server-config";

    /** Options of servers that a file without servers may write as keys of the engines. */
    private static final Set<String> OF_ENGINES_TOO =
            Set.of("--model", "--replicas", "--warm-up", "--ready-timeout", "--request-timeout");

    private final Path file;
    private final CommandSpec command;
    private final References references;
    private final Predicate<String> runsElsewhere;
    private boolean isElsewhere;
    private final Map<String, String> keyPaths = new LinkedHashMap<>();
    private final Map<String, ConfiguredValue> values = new LinkedHashMap<>();

    private RunFile(Path file, CommandSpec command, Map<String, String> environment, Predicate<String> runsElsewhere) {
        this.file = file;
        this.command = command;
        this.runsElsewhere = runsElsewhere;
        references = new References(environment);
    }

    /**
     * Reads a run file. If the whole run is submitted to a cluster, the cluster replaces references to variables that are not set here. The
     * result does not contain values with such references.
     *
     * @param runsElsewhere returns true if the engine of this name runs everything in a cluster; the name is empty if the file sets no
     * engine
     * @return the values by the name of the option
     * @throws io.loadharness.cli.yaml.YamlException if the file is not a run file, or has an unknown key; the message gives the line
     * number
     * @throws IOException if the file cannot be read
     */
    static Map<String, ConfiguredValue> read(
            Path file, CommandSpec command, Map<String, String> environment, Predicate<String> runsElsewhere)
            throws IOException {
        RunFile runFile = new RunFile(file, command, environment, runsElsewhere);
        runFile.read(Yaml.read(file));
        return runFile.values;
    }

    private void read(YamlMap document) {
        for (OptionGroup group : OptionGroup.values()) {
            for (OptionSpec option : group.options(command)) {
                keyPaths.put(key(option), group.key() + "." + key(option));
            }
        }
        requireKeyPaths(document, (key, path) -> Arrays.stream(OptionGroup.values())
                .anyMatch(group -> group.key().equals(key)));
        isElsewhere = runsElsewhere.test(document.find(OptionGroup.CLUSTER.key())
                .flatMap(each -> each.map().find(ENGINE))
                .map(YamlValue::plainText)
                .orElse(""));
        for (OptionGroup group : OptionGroup.values()) {
            document.find(group.key()).map(YamlValue::map).ifPresent(section -> {
                if (group == OptionGroup.SERVER) {
                    readStart(section);
                }
                requireKeyPaths(
                        section,
                        (key, path) -> path.startsWith(group.key() + ".")
                                || (group == OptionGroup.ENGINE && OF_ENGINES_TOO.contains("--" + key)));
                group.options(command).forEach(option -> read(group, option, section));
                if (group == OptionGroup.ENGINE) {
                    OF_ENGINES_TOO.forEach(name -> readOfEngines(command.findOption(name), section, document));
                }
            });
        }
        document.requireAllRead();
    }

    /** Sets {@code --server-config} to this file if it has the section {@code server.start}, which {@code ServerFile} reads later. */
    private void readStart(YamlMap section) {
        section.find(START).ifPresent(value -> {
            section.find(key(command.findOption(START_OPTION))).ifPresent(other -> {
                throw other.error("and " + value.path() + " both describe the servers: write only one of them");
            });
            value.map().markRead();
            values.put(START_OPTION, new ConfiguredValue(List.of(file.toString()), file + ":" + value.line()));
        });
    }

    /** Reads an option of servers from the section of the engines. It must not be in both sections. */
    private void readOfEngines(OptionSpec option, YamlMap section, YamlMap document) {
        section.find(key(option)).ifPresent(value -> {
            document.find(OptionGroup.SERVER.key())
                    .flatMap(servers -> servers.map().find(key(option)))
                    .ifPresent(other -> {
                        throw other.error("and " + value.path() + " set the same option: write only one of them");
                    });
            read(OptionGroup.ENGINE, option, section);
        });
    }

    private void read(OptionGroup group, OptionSpec option, YamlMap section) {
        section.find(key(option)).ifPresent(value -> {
            if (isElsewhere && group != OptionGroup.CLUSTER && !canResolve(value)) {
                return;
            }
            List<String> arguments = isFlag(option) ? flag(value) : texts(option, value);
            values.put(OptionNames.of(option), new ConfiguredValue(arguments, file + ":" + value.line()));
        });
    }

    private boolean canResolve(YamlValue value) {
        Collection<YamlValue> parts =
                value.isMap() ? value.map().entries().values() : value.isList() ? value.list() : List.of(value);
        return parts.stream().map(YamlValue::plainText).allMatch(references::canResolve);
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private List<String> flag(YamlValue value) {
        String text = references.resolve(value.plainText(), value);
        return switch (text) {
            case "true" -> List.of(text);
            case "false" -> List.of();
            default -> throw value.error("must be true or false: got '" + text + "'");
        };
    }

    private List<String> texts(OptionSpec option, YamlValue value) {
        List<String> texts = new ArrayList<>();
        if (value.isMap() && option.paramLabel().contains("=")) {
            value.map()
                    .entries()
                    .forEach((name, each) -> texts.add(name + "=" + references.resolve(each.plainText(), each)));
        } else if (value.isList() && option.isMultiValue()) {
            value.list().forEach(each -> texts.add(references.resolve(each.plainText(), each)));
        } else {
            texts.add(references.resolve(value.plainText(), value));
        }
        return texts;
    }

    /**
     * Checks that all known option keys are in the right map.
     *
     * @param isAllowed returns true if a key is allowed in this map; the arguments are the key and the path where the key belongs
     */
    private void requireKeyPaths(YamlMap map, BiPredicate<String, String> isAllowed) {
        for (String key : map.keys()) {
            String path = keyPaths.get(key);
            if (path != null && !isAllowed.test(key, path)) {
                throw map.require(key).error("is in the wrong place: write it as " + path);
            }
        }
    }

    private static String key(OptionSpec option) {
        return OptionNames.of(option).substring(2);
    }
}
