// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cli.yaml.YamlOverride;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about profiles describes each key as the code handles it. */
class ProfilePageTest {

    private static final Path PAGE = Path.of("../../docs/guides/profiles.md");
    private static final Path SAMPLES = Path.of("src/test/resources/io/loadharness/cli/inferenceperf");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^|]+)` \\| (.*) \\|$");
    private static final List<String> FILES = List.of(
            "random_concurrency.yaml",
            "shared_prefix.yaml",
            "constant_chat.yaml",
            "sweep.yaml",
            "sharegpt.yaml",
            "trace.yaml");

    @Test
    void pageListsTheIgnoredKeys() throws IOException {
        assertThat(table("| keys | what happens instead |")).isEqualTo(ProfileKeys.IGNORED);
    }

    @Test
    void pageListsTheRejectedKeys() throws IOException {
        assertThat(table("| keys | reason |")).isEqualTo(ProfileKeys.REJECTED);
        assertThat(table("| values | reason |")).isEqualTo(ProfileKeys.REJECTED_VALUES);
    }

    @Test
    void documentedKeysAreKnown() throws IOException {
        assertThat(table("| key | means |").keySet()).hasSizeGreaterThan(30).allSatisfy(key -> assertThat(FILES)
                .anyMatch(file -> isKnown(file, key.replace("*", "0"))));
    }

    @Test
    void undocumentedKeyIsUnknown() {
        assertThat(FILES).noneMatch(file -> isKnown(file, "load.rate"));
    }

    /** Returns true if an invalid value is rejected because of its content, and not because of its key. */
    private static boolean isKnown(String file, String key) {
        try {
            ProfileReader.read(SAMPLES.resolve(file), YamlOverride.parse("-o", key + "=no-such-value"), Map.of());
            return true;
        } catch (IllegalArgumentException e) {
            return !e.getMessage().contains("unknown key") && !e.getMessage().contains("does not apply");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> table(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(heading);
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n\n", begin);
        Map<String, String> rows = new LinkedHashMap<>();
        ROW.matcher(page.substring(begin, end < 0 ? page.length() : end))
                .results()
                .forEach(row -> Stream.of(row.group(1).split("`, `", -1)).forEach(key -> rows.put(key, row.group(2))));
        return rows;
    }
}
