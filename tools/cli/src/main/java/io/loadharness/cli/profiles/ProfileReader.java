// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.cli.inferenceperf.EnvironmentTemplate;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlOverride;
import io.loadharness.internal.SecretText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads profiles of all {@linkplain ProfileTool tools}.
 *
 * <pre>{@code
 * InferencePerfProfile profile = ProfileReader.read(file, overrides, System.getenv());
 * }</pre>
 */
public final class ProfileReader {

    /** The paths of values that may be secret, and of sections that contain such values. */
    private static final Pattern SECRET = Pattern.compile(
            "api|api\\.headers.*|server|.*(?:key|header|token(?!s|ize)|secret|password|authorization).*",
            Pattern.CASE_INSENSITIVE);

    private ProfileReader() {}

    /**
     * Returns the tool of a profile, detected by the keys in the file; empty if the file is not a profile.
     *
     * @throws IllegalArgumentException if the file is not YAML
     * @throws IOException if the file cannot be read
     */
    public static Optional<ProfileTool> toolOf(Path file) throws IOException {
        return ProfileTool.of(Yaml.parseRepeating(file.toString(), Yaml.text(file), warning -> {}));
    }

    /**
     * Reads a file.
     *
     * @param overrides values that replace those of the file
     * @param environment the variables for {@code REPLACE_ENV_NAME}
     * @throws IllegalArgumentException if a setting is wrong or not supported; the message gives the location and the nearest allowed
     * value
     * @throws IOException if the file cannot be read
     */
    public static InferencePerfProfile read(Path file, List<YamlOverride> overrides, Map<String, String> environment)
            throws IOException {
        return read(file.toString(), Yaml.text(file), overrides, environment);
    }

    /** Reads a profile of the catalog, like {@link #read(Path, List, Map)}. */
    public static InferencePerfProfile read(
            ProfileCatalog.Entry entry, List<YamlOverride> overrides, Map<String, String> environment)
            throws IOException {
        return read(entry.source(), entry.text(), overrides, environment);
    }

    /**
     * Returns overrides that were applied to a profile, as the user wrote them. Values that may be secret are masked: headers, keys,
     * tokens, passwords, and credentials in URLs.
     */
    public static String masked(List<YamlOverride> applied) {
        return SecretText.CREDENTIALS_OF_URL
                .matcher(applied.stream()
                        .map(each -> each.masked(path -> SECRET.matcher(path).matches()))
                        .collect(Collectors.joining(",")))
                .replaceAll(SecretText.NOT_SHOWN);
    }

    /**
     * Returns overrides like {@link #masked(List)}, before the profile is read. If an override cannot be applied, the values of all later
     * overrides are masked. Its own value is masked if its complete path is unknown or may be secret.
     *
     * @param template the text of the profile
     */
    public static String masked(String template, String source, String text) {
        List<YamlOverride> overrides = YamlOverride.parse(source, text);
        try {
            YamlMap document = Yaml.parseRepeating(source, template, warning -> {});
            overrides.forEach(each -> each.applyTo(document, message -> {}));
        } catch (IllegalArgumentException e) {
            // The run reports the error. Overrides that were not applied are masked.
        }
        return masked(overrides);
    }

    /**
     * Returns true if a text of overrides sets a value that may be secret. Without the profile, only the keys in the text show this.
     *
     * @throws IllegalArgumentException if the text is not a list of overrides
     */
    public static boolean mayContainSecret(String source, String text) {
        return YamlOverride.parse(source, text).stream()
                .anyMatch(each -> SECRET.matcher(each.path()).matches());
    }

    private static InferencePerfProfile read(
            String source, String template, List<YamlOverride> overrides, Map<String, String> environment) {
        String text = new EnvironmentTemplate(source, environment).fill(template);
        List<String> warnings = new ArrayList<>();
        YamlMap document = Yaml.parseRepeating(source, text, warnings::add);
        overrides.forEach(each -> each.applyTo(document, warnings::add));
        ProfileTool tool = ProfileTool.of(document).orElse(ProfileTool.INFERENCE_PERF);
        if (tool != ProfileTool.INFERENCE_PERF) {
            warnings.add(source + " is a profile of " + tool.id() + ", which is translated; see docs/guides/llm-d.md");
        }
        return tool.read(document, warnings);
    }
}
