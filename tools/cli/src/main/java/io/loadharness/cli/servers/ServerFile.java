// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.config.References;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Servers to start as a file of YAML describes them: the whole file, or what stands under {@code server.start} in a run file. */
final class ServerFile {

    private static final int MOST_PORT = 65_535;

    private final References references;
    private final boolean shown;

    private ServerFile(Map<String, String> environment, boolean shown) {
        references = new References(environment);
        this.shown = shown;
    }

    /**
     * Reads one.
     *
     * @throws io.loadharness.cli.yaml.YamlException if it is none, or has a key that means nothing; says where and why
     * @throws IOException if it cannot be read
     */
    static ServerSpec read(Path file, Map<String, String> environment) throws IOException {
        return read(file, new ServerFile(environment, false));
    }

    /** The same for people, with references instead of their values in the words of command lines: those may be tokens. */
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
     * Reads where the logs are, whatever else the file says: it may have changed since servers were started by it.
     *
     * @throws io.loadharness.cli.yaml.YamlException if it is no YAML, or this cannot be understood; says where and why
     * @throws IOException if it cannot be read
     */
    static Path logFolder(Path file, Map<String, String> environment) throws IOException {
        YamlMap document = Yaml.read(file);
        YamlMap described =
                document.keys().contains("server") ? document.section("server").section("start") : document;
        return new ServerFile(environment, false).logFolder(described).orElse(ServerSpec.USUAL_LOG_FOLDER);
    }

    private Optional<Path> logFolder(YamlMap map) {
        return map.find("log_folder").map(this::text).map(Path::of);
    }

    private ServerSpec spec(YamlMap map) {
        YamlValue backend = map.require("backend");
        ServerSpec.Builder spec = ServerSpec.builder(backend.made(() -> {
            String name = text(backend);
            ServerBackends.named(name);
            return name;
        }));
        map.find("model").map(this::word).ifPresent(spec::model);
        map.find("host").map(this::text).ifPresent(spec::host);
        map.find("port").map(each -> (int) each.wholeNumber(0, MOST_PORT)).ifPresent(spec::port);
        map.section("environment").entries().forEach((name, value) -> spec.environment(name, text(value)));
        map.find("working_folder").map(this::text).map(Path::of).ifPresent(spec::workingFolder);
        logFolder(map).ifPresent(spec::logFolder);
        map.find("executable")
                .map(each -> each.isList() ? words(each) : List.of(word(each)))
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
        map.find("fatal_lines").ifPresent(each -> each.made(() -> spec.fatalLines(texts(each))));
        map.requireAllRead();
        try {
            ServerSpec built = spec.build();
            ServerBackends.named(built.backend()).command(built, built.port());
            return built;
        } catch (IllegalArgumentException e) {
            throw map.wrong(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
    }

    /** A flag for each key, as the server spells it. Nothing is known of what they mean. */
    private List<String> engineArgs(YamlValue value) {
        if (value.isList()) {
            return words(value);
        }
        if (!value.isMap()) {
            throw value.wrong("must be a list of words, or a map of flags");
        }
        List<String> args = new ArrayList<>();
        value.map().entries().forEach((key, each) -> {
            String flag = key.startsWith("-") ? key : "--" + key;
            if (each.isList()) {
                args.add(flag);
                args.addAll(words(each));
            } else if (each.isNothing() || (each.isFlag() && each.flag())) {
                args.add(flag);
            } else if (!each.isFlag()) {
                args.add(flag);
                args.add(word(each));
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

    private List<String> words(YamlValue value) {
        return value.list().stream().map(this::word).toList();
    }

    /** A word of a command line. */
    private String word(YamlValue value) {
        return shown ? References.shown(value.written()) : text(value);
    }

    private String text(YamlValue value) {
        return references.resolve(value.written(), value);
    }
}
