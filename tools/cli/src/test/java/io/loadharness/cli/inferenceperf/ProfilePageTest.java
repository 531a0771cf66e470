// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.yaml.YamlOverride;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about profiles says of each key what the code does with it. */
class ProfilePageTest {

    private static final Path PAGE = Path.of("../../docs/profiles.md");
    private static final Path SAMPLES = Path.of("src/test/resources/io/loadharness/cli/inferenceperf");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| (.*) \\|$");
    private static final List<String> FILES = List.of(
            "random_concurrency.yaml",
            "shared_prefix.yaml",
            "constant_chat.yaml",
            "sweep.yaml",
            "sharegpt.yaml",
            "trace.yaml");

    @Test
    void whatIsRemarkedUponIsThere() throws IOException {
        assertThat(table("| key | what happens instead |")).isEqualTo(ProfileKeys.REMARKED);
    }

    @Test
    void whatIsRefusedIsThere() throws IOException {
        assertThat(table("| key | reason |")).isEqualTo(ProfileKeys.REFUSED);
        assertThat(table("| value | reason |")).isEqualTo(ProfileKeys.REFUSED_VALUES);
    }

    @Test
    void whatIsSaidToBeReadIsKnownToTheCode() throws IOException {
        assertThat(table("| key | means |").keySet()).hasSizeGreaterThan(30).allSatisfy(key -> assertThat(FILES)
                .anyMatch(file -> isKnown(file, key.replace("*", "0"))));
    }

    @Test
    void aKeyThatIsNotThereIsNotKnownToTheCode() {
        assertThat(FILES).noneMatch(file -> isKnown(file, "load.rate"));
    }

    /** Whether a value that no key may have is refused for what it is, and not for its key. */
    private static boolean isKnown(String file, String key) {
        try {
            InferencePerfProfile.read(
                    SAMPLES.resolve(file), YamlOverride.parse("-o", key + "=no-such-value"), Map.of());
            return true;
        } catch (IllegalArgumentException e) {
            return !e.getMessage().contains("unknown key") && !e.getMessage().contains("has no meaning");
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
                .forEach(row -> rows.put(row.group(1), row.group(2)));
        return rows;
    }
}
