// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the examples of {@code docs/guides/servers.md}. */
class ServersPageTest {

    private static final Path PAGE = Path.of("../../docs/guides/servers.md");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern KEYS = Pattern.compile("(?m)^\\| (`[a-z_`, ]+) \\|");

    @TempDir
    Path folder;

    private Path block(int index) throws IOException {
        List<String> blocks = YAML.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        return Files.writeString(folder.resolve("my.yaml"), blocks.get(index));
    }

    @Test
    void runFileOfThePageIsValid() throws IOException {
        Session session = Session.of("validate", block(0).toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).first().asString().endsWith("--first-token-us 20000 --between-tokens-us 5000");
    }

    @Test
    void commandOfThePageIsValid() throws IOException {
        ServerSpec spec = ServerFile.read(block(1), Map.of());

        assertThat(spec.healthPath()).hasValue("/v1/models");
        assertThat(spec.executable()).startsWith("python3", "my_server.py");
    }

    @Test
    void tableListsEveryKey() throws IOException {
        List<String> keys = KEYS.matcher(Files.readString(PAGE))
                .results()
                .flatMap(row -> List.of(row.group(1).replace("`", "").split(", ")).stream())
                .toList();
        String source = Files.readString(Path.of("src/main/java/io/loadharness/cli/servers/ServerFile.java"));

        assertThat(Pattern.compile("(?:require|find|section)\\(\"([a-z_]+)\"\\)")
                        .matcher(source)
                        .results()
                        .map(key -> key.group(1))
                        .filter(key -> !List.of("server", "start").contains(key))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(keys);
    }
}
