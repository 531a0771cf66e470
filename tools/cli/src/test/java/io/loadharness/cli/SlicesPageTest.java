// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/guides/slices.md}, with a shorter load and in one process. */
@Tag("load")
@Timeout(300)
class SlicesPageTest {

    private static final Path PAGE = Path.of("../../docs/guides/slices.md");
    private static final Pattern RUN = Pattern.compile("(?m)^ +ssh n\\$RANK \\./harness (run .+) &$");
    private static final Pattern JOIN = Pattern.compile("(?m)^\\./harness (aggregate slice-0 .+)$");

    @TempDir
    Path folder;

    @Test
    void theCommandsOfThePageSendAndJoinALoad() throws Exception {
        String page = Files.readString(PAGE);
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        SimulatorConfig config = SimulatorConfig.builder().pace(pace).build();
        try (SimulatedServer server = SimulatedServer.start(config)) {
            String run = found(RUN, page)
                    .replace("http://server:8000", server.uri().toString())
                    .replace("--duration 5m", "--duration 1s --max-tokens 4")
                    .replace("$START", "" + (Instant.now().getEpochSecond() + 20));
            List<CompletableFuture<Session>> runs = IntStream.range(0, 3)
                    .mapToObj(rank -> Session.start(() -> session(run.replace("$RANK", "" + rank))))
                    .toList();
            for (CompletableFuture<Session> each : runs) {
                assertThat(each.get().err()).isEmpty();
            }
        }

        Session joined = session(found(JOIN, page));

        assertThat(joined.err()).isEmpty();
        assertThat(joined.exitCode()).isIn(ExitCode.OK, ExitCode.INVALID);
        assertThat(joined.out()).doesNotContain("have no record", "more than once", "are missing");
        assertThat(folder.resolve("joined/slice-2/summary.txt")).isNotEmptyFile();
    }

    private static String found(Pattern pattern, String page) {
        Matcher matcher = pattern.matcher(page);
        assertThat(matcher.find()).as(pattern.pattern()).isTrue();
        return matcher.group(1);
    }

    private Session session(String command) {
        String inFolder = command.replaceAll("(?<= )(?=(slice-\\d|joined))", folder + "/");
        List<String> words = new ArrayList<>(List.of(inFolder.split(" ")));
        if (words.get(0).equals("run")) {
            words.addAll(LenientClient.OPTIONS);
        }
        return Session.of(words.toArray(String[]::new));
    }
}
