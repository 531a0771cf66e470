// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlOverride;
import io.loadharness.cli.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The supported settings of an inference-perf profile. Other settings cause a warning or an error.
 *
 * @param tokenizer the name of a model or a path; empty if there is none
 * @param outputFolder the folder for results; empty if there is none
 * @param warnings the warnings about ignored settings, one sentence each
 */
public record InferencePerfProfile(
        ApiPart api,
        ServerPart server,
        ProfilePrompts data,
        LoadKeys load,
        Optional<String> tokenizer,
        Optional<Path> outputFolder,
        List<String> warnings) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /**
     * Reads a file.
     *
     * @param overrides values that replace those of the file
     * @param environment the variables for {@code REPLACE_ENV_NAME}
     * @throws IllegalArgumentException if a setting is wrong or not supported; the message contains the location and the nearest allowed
     * value
     * @throws IOException if the file cannot be read
     */
    public static InferencePerfProfile read(Path file, List<YamlOverride> overrides, Map<String, String> environment)
            throws IOException {
        String source = file.toString();
        String text = new EnvironmentTemplate(source, environment).fill(Yaml.text(file));
        List<String> warnings = new ArrayList<>();
        YamlMap top = Yaml.parseRepeating(source, text, warnings::add);
        overrides.forEach(each -> each.applyTo(top));
        return of(top, warnings);
    }

    private static InferencePerfProfile of(YamlMap top, List<String> warnings) {
        warnings.addAll(ProfileKeys.warnings(top));
        top.allowOnly("api", "data", "load", "server", "tokenizer", "metrics", "report", "storage");
        YamlMap load = top.section("load");
        ProfilePrompts data = DataKeys.source(top.section("data"), LoadKeys.seed(load), warnings);
        InferencePerfProfile profile = new InferencePerfProfile(
                ApiPart.of(top.section("api")),
                ServerPart.of(top.section("server")),
                data,
                LoadKeys.of(load, data.trace(), warnings),
                top.section("tokenizer").find("pretrained_model_name_or_path").map(YamlValue::text),
                top.section("storage").section("local_storage").find("path").map(InferencePerfProfile::folder),
                List.copyOf(warnings));
        top.requireAllRead();
        return profile;
    }

    private static Path folder(YamlValue value) {
        String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        return value.convert(() -> Path.of(value.text().replace("{timestamp}", time)));
    }
}
