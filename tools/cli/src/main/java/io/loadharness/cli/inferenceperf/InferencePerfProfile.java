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
 * A profile of inference-perf: what it says that means something here. What it says beyond that is a remark, or has been refused.
 *
 * @param tokenizer the name of a model or a path, if there is one
 * @param outputFolder where results go, if that is said
 * @param remarks what happens instead of what some keys say, a sentence each
 */
public record InferencePerfProfile(
        ApiPart api,
        ServerPart server,
        ProfilePrompts data,
        LoadKeys load,
        Optional<String> tokenizer,
        Optional<Path> outputFolder,
        List<String> remarks) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /**
     * Reads a file.
     *
     * @param overrides are put in place of what stands there
     * @param environment what {@code REPLACE_ENV_NAME} stands for, by name
     * @throws IllegalArgumentException if something in it is wrong, or not supported; says where, and the nearest right value
     * @throws IOException if it cannot be read
     */
    public static InferencePerfProfile read(Path file, List<YamlOverride> overrides, Map<String, String> environment)
            throws IOException {
        String source = file.toString();
        String text = new EnvironmentTemplate(source, environment).fill(Yaml.text(file));
        List<String> remarks = new ArrayList<>();
        YamlMap top = Yaml.parseRepeating(source, text, remarks::add);
        overrides.forEach(each -> each.applyTo(top));
        return of(top, remarks);
    }

    private static InferencePerfProfile of(YamlMap top, List<String> remarks) {
        remarks.addAll(ProfileKeys.remarks(top));
        top.only("api", "data", "load", "server", "tokenizer", "metrics", "report", "storage");
        YamlMap load = top.section("load");
        ProfilePrompts data = DataKeys.source(top.section("data"), LoadKeys.seed(load), remarks);
        InferencePerfProfile profile = new InferencePerfProfile(
                ApiPart.of(top.section("api")),
                ServerPart.of(top.section("server")),
                data,
                LoadKeys.of(load, data.trace(), remarks),
                top.section("tokenizer").find("pretrained_model_name_or_path").map(YamlValue::text),
                top.section("storage").section("local_storage").find("path").map(InferencePerfProfile::folder),
                List.copyOf(remarks));
        top.requireAllRead();
        return profile;
    }

    private static Path folder(YamlValue value) {
        String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        return value.made(() -> Path.of(value.text().replace("{timestamp}", time)));
    }
}
