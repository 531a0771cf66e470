// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.config.References;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.internal.ErrorText;
import io.loadharness.servers.LogMask;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A YAML description of servers to start: a whole file, or the section {@code server.start} of a run file. */
final class ServerFile {

    private static final int MAX_PORT = 65_535;

    /** The minimum length of the variable values that are masked in logs. Shorter values are often common numbers or words. */
    private static final int MIN_SECRET_LENGTH = 8;

    /** The keys whose variable references may have secret values. */
    private static final List<String> MAY_BE_SECRET =
            List.of("environment", "before_start", "executable", "engine_args");

    /** Keys in the server files of other harnesses, with the remedy. */
    private static final Map<String, String> OTHER_HARNESSES = Map.of(
            "env_vars", "write the variables as 'environment'",
            "debug_mode", "remove it; 'log_folder' sets the folder of the complete logs of the servers",
            "config", "write the flags of the engine as 'engine_args'",
            "profile", "profile the servers with --server-profile of a run");

    private final References references;
    private final boolean shown;

    private ServerFile(Map<String, String> environment, boolean shown) {
        references = new References(environment);
        this.shown = shown;
    }

    /**
     * Reads a file.
     *
     * @throws io.loadharness.cli.yaml.YamlException if the file is not valid, or has an unknown key; the message gives the line number
     * @throws IOException if the file cannot be read
     */
    static ServerSpec read(Path file, Map<String, String> environment) throws IOException {
        return read(file, new ServerFile(environment, false));
    }

    /** Reads a file for display. The command lines of the servers keep their variable references, because the values may be secret. */
    static ServerSpec shown(Path file, Map<String, String> environment) throws IOException {
        return read(file, new ServerFile(environment, true));
    }

    private static ServerSpec read(Path file, ServerFile reader) throws IOException {
        YamlMap document = Yaml.read(file);
        YamlMap described = document.keys().contains("server")
                ? document.require("server").map().require("start").map()
                : document;
        return reader.spec(described);
    }

    /**
     * Reads only the log folder, because the rest of the file may have changed since the servers were started.
     *
     * @throws io.loadharness.cli.yaml.YamlException if the file is not YAML, or the log folder is not valid; the message gives the line
     * number
     * @throws IOException if the file cannot be read
     */
    static Path logFolder(Path file, Map<String, String> environment) throws IOException {
        return new ServerFile(environment, false)
                .logFolder(described(Yaml.read(file)))
                .orElse(ServerSpec.DEFAULT_LOG_FOLDER);
    }

    /**
     * Returns the mask for the logs of servers that were started with a file. This works even if the file has changed since then, or if
     * variables are not set.
     *
     * @throws io.loadharness.cli.yaml.YamlException if the file is not YAML
     * @throws IOException if the file cannot be read
     */
    static LogMask logMask(Path file, Map<String, String> environment) throws IOException {
        try {
            return LogMask.of(read(file, environment));
        } catch (IllegalArgumentException e) {
            return LogMask.of(new ServerFile(environment, false).secrets(described(Yaml.read(file))));
        }
    }

    /** Returns the values of variables that may be secret. Names of models and paths of existing files are not secret. */
    private Set<String> secrets(YamlMap map) {
        List<String> texts = new ArrayList<>();
        MAY_BE_SECRET.forEach(key -> map.find(key).ifPresent(each -> addTexts(each, texts)));
        List<String> model = map.find("model").stream()
                .filter(each -> !each.isList() && !each.isMap())
                .flatMap(each -> references.values(each.plainText()).stream())
                .toList();
        return texts.stream()
                .flatMap(each -> references.values(each).stream())
                .filter(each -> each.length() >= MIN_SECRET_LENGTH && !model.contains(each))
                .filter(each -> !each.startsWith("/") || !new File(each).exists())
                .collect(Collectors.toSet());
    }

    private static void addTexts(YamlValue value, List<String> texts) {
        if (value.isList()) {
            value.list().forEach(each -> addTexts(each, texts));
        } else if (value.isMap()) {
            value.map().entries().forEach((key, each) -> addTexts(each, texts));
        } else if (!value.isNull()) {
            texts.add(value.plainText());
        }
    }

    private static YamlMap described(YamlMap document) {
        return document.keys().contains("server") ? document.section("server").section("start") : document;
    }

    private Optional<Path> logFolder(YamlMap map) {
        return map.find("log_folder").map(this::text).map(Path::of);
    }

    private ServerSpec spec(YamlMap map) {
        YamlValue backend = map.require("backend");
        ServerSpec.Builder spec = ServerSpec.builder(backend.convert(() -> {
            String name = text(backend);
            ServerBackends.named(name);
            return name;
        }));
        map.find("model").map(this::argument).ifPresent(spec::model);
        map.find("host").map(this::text).ifPresent(spec::host);
        map.find("port").map(each -> (int) each.wholeNumber(0, MAX_PORT)).ifPresent(spec::port);
        map.section("environment").entries().forEach((name, value) -> spec.environment(name, text(value)));
        map.find("working_folder").map(this::text).map(Path::of).ifPresent(spec::workingFolder);
        logFolder(map).ifPresent(spec::logFolder);
        map.find("before_start")
                .map(each -> each.isList() ? texts(each) : List.of(text(each)))
                .ifPresent(spec::beforeStart);
        map.find("executable")
                .map(each -> each.isList() ? arguments(each) : List.of(argument(each)))
                .ifPresent(spec::executable);
        map.find("engine_args").map(this::engineArgs).ifPresent(spec::engineArgs);
        map.find("health_path").map(this::text).ifPresent(spec::healthPath);
        map.find("health_timeout").map(YamlValue::duration).ifPresent(spec::healthTimeout);
        map.find("heartbeat").map(YamlValue::duration).ifPresent(spec::heartbeat);
        map.find("stop_grace").map(YamlValue::duration).ifPresent(spec::stopGrace);
        map.find("replicas").map(each -> each.wholeNumber(1)).ifPresent(spec::replicas);
        map.find("devices")
                .map(each -> each.list().stream().map(this::devices).toList())
                .ifPresent(spec::devices);
        map.find("fatal_lines").ifPresent(each -> each.convert(() -> spec.fatalLines(texts(each))));
        spec.secrets(secrets(map));
        OTHER_HARNESSES.forEach((key, remedy) -> {
            if (map.keys().contains(key)) {
                throw map.require(key).error("is a key of other harnesses: " + remedy);
            }
        });
        map.requireAllRead();
        try {
            ServerSpec built = spec.build();
            ServerBackends.named(built.backend()).command(built, built.port());
            return built;
        } catch (IllegalArgumentException e) {
            throw map.error(ErrorText.of(e));
        }
    }

    /** Converts the list or map of {@code engine_args} to command-line arguments of the server, without checking them. */
    private List<String> engineArgs(YamlValue value) {
        if (value.isList()) {
            return arguments(value);
        }
        if (!value.isMap()) {
            throw value.error("must be a list of arguments or a map of flags");
        }
        List<String> args = new ArrayList<>();
        value.map().entries().forEach((key, each) -> {
            String flag = key.startsWith("-") ? key : "--" + key;
            if (each.isList()) {
                args.add(flag);
                args.addAll(arguments(each));
            } else if (each.isNull() || (each.isFlag() && each.flag())) {
                args.add(flag);
            } else if (!each.isFlag()) {
                args.add(flag);
                args.add(argument(each));
            }
        });
        return args;
    }

    private List<String> devices(YamlValue value) {
        return value.isList() ? texts(value) : List.of(text(value));
    }

    private List<String> texts(YamlValue value) {
        return value.list().stream().map(this::text).toList();
    }

    private List<String> arguments(YamlValue value) {
        return value.list().stream().map(this::argument).toList();
    }

    /** Returns an argument of the server's command line; for display, the argument keeps its variable references. */
    private String argument(YamlValue value) {
        return shown ? References.shown(value.plainText()) : text(value);
    }

    private String text(YamlValue value) {
        return references.resolve(value.plainText(), value);
    }
}
