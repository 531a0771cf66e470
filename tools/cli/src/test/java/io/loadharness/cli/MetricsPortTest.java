// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code harness run --metrics-port}. */
@Timeout(600)
class MetricsPortTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @Test
    void servesMetricsDuringTheRun() throws Exception {
        CountDownLatch scraped = new CountDownLatch(1);
        try (SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                GatedProxy proxy = GatedProxy.start(0, server.uri(), (path, number) -> {
                    if (number == 101) { // the last one: the search for the dialect sends the first
                        scraped.await();
                    }
                });
                PipedReader reader = new PipedReader(1 << 20);
                PrintWriter out = new PrintWriter(new PipedWriter(reader), true);
                Scanner said = new Scanner(reader)) {
            CommandLine harness = Harness.commandLine().setOut(out).setErr(out);
            CompletableFuture<Integer> run = Session.start(() -> Harness.execute(
                    harness,
                    ("run --url " + proxy.uri() + " --load constant --rate 50 --duration 2s --max-tokens 4 --warm-up 0"
                                    + " --metrics-port 0 --output-dir " + folder.resolve("logs"))
                            .split(" ")));
            String url = said.nextLine().replace("Metrics: ", "");
            while (!said.nextLine().equals("constant: started")) {
                // output before the URL
            }

            scrapeUntilAnswered(url, run);
            String meters = scrape(url); // a scrape while meters are added may lack some of them
            scraped.countDown();

            String tags = "\\{endpoint=\"" + proxy.uri() + "\",outcome=\"ok\",scenario=\"Server\"";
            assertThat(meters)
                    .containsPattern("loadharness_requests_total" + tags + "\\} [\\d.]+\n")
                    .containsPattern("loadharness_latency_seconds_bucket" + tags + ",le=\"\\+Inf\"\\} \\d+\n")
                    .containsPattern("loadharness_ttft_seconds_count\\{endpoint=.*\\} \\d+\n")
                    .containsPattern("loadharness_send_delay_seconds_count\\{")
                    .containsPattern("loadharness_tokens_output_total\\{.*\\} [\\d.]+\n")
                    .containsPattern("loadharness_requests_in_flight\\{.*\\} [\\d.]+\n");
            assertThat(run.join()).isIn(ExitCode.OK, ExitCode.INVALID); // the machine may be busy
        }
    }

    private static void scrapeUntilAnswered(String url, CompletableFuture<Integer> run) throws Exception {
        while (!scrape(url).contains("latency_seconds_bucket")) { // the meter exists after the first response
            assertThat(run).isNotDone();
        }
    }

    private static String scrape(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).get().asString().startsWith("text/plain");
        return answer.body();
    }

    @Test
    void reportsUsedPortBeforeAnyRequest() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            Session session = Session.of(
                    ("run --url http://127.0.0.1:1 --load burst --requests 1 --metrics-port " + taken.getLocalPort())
                            .split(" "));

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.errLines())
                    .containsExactly("--metrics-port: cannot listen on port " + taken.getLocalPort()
                            + " of 127.0.0.1: Address already in use.");
        }
    }

    @Test
    void hostNeedsAPort() {
        Session session =
                Session.of("run --url http://127.0.0.1:1 --load burst --requests 1 --metrics-host 0.0.0.0".split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0))
                .isEqualTo("--metrics-host sets the address of --metrics-port: give --metrics-port too.");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void rejectsPortOutOfRange(int port) {
        Session session = Session.of(
                ("run --url http://127.0.0.1:1 --load burst --requests 1 --metrics-port " + port).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0))
                .isEqualTo("--metrics-port: the port must be from 0 to 65535: got " + port + ".");
    }
}
