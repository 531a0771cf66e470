// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with NumPy arrays whose rows are padded on the left. */
@Timeout(600)
class PaddedPromptsTest {

    private static final String WARNING = "2 of 3 rows of input_ids begin with id 0, 1 of them with several. If this is"
            + " padding, --pad-id=0 removes it.";
    private static final String NEXT_TO_THE_VERDICT = "Possible padding in the prompts: " + WARNING;

    @TempDir
    Path folder;

    @Test
    void causeAWarningNextToTheVerdict() throws IOException {
        Path run = folder.resolve("run");

        Session session = run(array("0, 0, 5, 6", "0, 7, 8, 9", "4, 5, 6, 7"), run);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains("Warning: " + WARNING)
                .containsPattern("\\*\\*VALID\\*\\*.*\\n\\n- \\Q" + NEXT_TO_THE_VERDICT + "\\E\\n");
        for (String file : List.of("result.json", "report.html", "summary.md")) {
            assertThat(run.resolve(file)).content().contains(NEXT_TO_THE_VERDICT);
        }
        assertThat(Session.of("report", run.toString()).out()).containsOnlyOnce(NEXT_TO_THE_VERDICT);
        String result = run.resolve("result.json").toString();
        assertThat(Session.of("compare", result, result).out()).contains("- " + NEXT_TO_THE_VERDICT);
    }

    @Test
    void causeNoWarningIfTheyAreCutOrAreAStartToken() throws IOException {
        Path array = array("0, 0, 5, 6", "0, 7, 8, 9", "4, 5, 6, 7");

        assertThat(run(array, folder.resolve("cut"), "--pad-id=0").out())
                .contains("**VALID**")
                .doesNotContain("padding");
        assertThat(run(array("1, 4, 5, 6", "1, 7, 8, 9", "1, 5, 6, 7"), folder.resolve("start-token"))
                        .out())
                .contains("**VALID**")
                .doesNotContain("padding");
    }

    private Path array(String... rows) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String each : rows) {
            lines.add("{\"input_ids\": [" + each + "]}");
        }
        Path lists = Files.write(folder.resolve("ids.jsonl"), lines);
        Path array = folder.resolve("ids-" + rows[0].charAt(0) + ".npy");
        Session session = Session.of("dataset", "convert", lists.toString(), array.toString(), "--only", "input_ids");
        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        return array;
    }

    private static Session run(Path array, Path output, String... options) {
        List<String> arguments = new ArrayList<>(LenientClient.OPTIONS);
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            arguments.addAll(0, List.of("run", "--url", server.uri().toString(), "--max-tokens", "3"));
            arguments.addAll(List.of("--dataset-path", array.toString(), "--output-dir", output.toString()));
            arguments.addAll(List.of("--load", "constant", "--rate", "1000", "--requests", "3"));
            arguments.addAll(List.of(options));
            return Session.of(arguments.toArray(String[]::new));
        }
    }
}
