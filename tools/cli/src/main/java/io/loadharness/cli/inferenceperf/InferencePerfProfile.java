// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.report.LifecycleFiles;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * The supported settings of an inference-perf profile. Other settings cause a warning or an error. Profiles of other tools are translated
 * into this form.
 *
 * @param tokenizer the name of a model or a path; empty if there is none
 * @param outputFolder the folder for results; empty if there is none
 * @param reports the files of inference-perf to write after the run; empty for profiles of other tools
 * @param warnings the warnings about ignored settings, one sentence each
 */
public record InferencePerfProfile(
        ApiPart api,
        ServerPart server,
        ProfilePrompts data,
        LoadKeys load,
        Optional<String> tokenizer,
        Optional<Path> outputFolder,
        Optional<LifecycleFiles> reports,
        List<String> warnings) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /**
     * Reads a document.
     *
     * @param warnings the warnings so far, to which this method adds
     * @throws IllegalArgumentException if a setting is wrong or not supported; the message gives the location and the nearest allowed
     * value
     */
    public static InferencePerfProfile of(YamlMap top, List<String> warnings) {
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
                Optional.of(reports(top.section("report").section("request_lifecycle"))),
                List.copyOf(warnings));
        top.requireAllRead();
        return profile;
    }

    private static LifecycleFiles reports(YamlMap keys) {
        return new LifecycleFiles(
                keys.find("summary").map(YamlValue::flag).orElse(true),
                keys.find("per_stage").map(YamlValue::flag).orElse(true),
                keys.find("per_request").map(YamlValue::flag).orElse(false));
    }

    private static Path folder(YamlValue value) {
        String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        return value.convert(() -> Path.of(value.text().replace("{timestamp}", time)));
    }
}
