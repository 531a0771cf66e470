// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Harness;
import io.loadharness.cli.Session;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(180)
class CalibrateTest {

    private static final String CACHE = "loadharness.cache";

    @TempDir
    Path folder;

    @BeforeEach
    void useCacheFolderOfTheTest() {
        System.setProperty(CACHE, folder.toString());
    }

    @AfterEach
    void resetCacheFolder() {
        System.clearProperty(CACHE);
    }

    @Test
    @Tag("load")
    void measuresATransportAndSavesTheResult() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine harness =
                Harness.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        CalibrateCommand command = harness.getSubcommands().get("calibrate").getCommand();
        command.maxStreams = 200;

        int exitCode = harness.execute("calibrate", "--transport", "netty-nio", "--length", "100ms");

        assertThat(err.toString()).isEmpty();
        assertThat(exitCode).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .startsWith("Calibrating netty-nio on ")
                .containsPattern("(?m)^Requests/s with responses of one token: [\\d,]+$")
                .containsPattern("(?m)^Events/s with an event every 10 ms in each stream: [\\d,]+$")
                .containsPattern("(?m)^Delay that the client adds to the time to first token, p99: \\d")
                .contains("Saved to " + folder.resolve("calibration-netty-nio.json") + ".");
        assertThat(CalibrationFile.of("netty-nio").orElseThrow().read()).isPresent();
        assertThat(CalibrationFile.of("jdk").orElseThrow().read()).isEmpty();
    }

    @Test
    void reportsUnknownTransport() {
        Session session = Session.of("calibrate", "--transport", "nety");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().asString().startsWith("unknown transport 'nety'");
    }
}
