// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.Harness;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.options.DurationText;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client at full speed uses no more memory at the end than at the start, and loses nothing. With
 * {@code -Dloadharness.soak.http=10m} it runs for ten minutes with each transport. The memory after each run is in
 * {@code target/soak}.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class HttpSoakTest {

    private static final Duration SOAK = new DurationText().convert(System.getProperty("loadharness.soak.http", "1s"));
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int WARM_UP_ROUNDS = 2;
    private static final long ALLOWED_HEAP = 8 << 20;
    private static final long ALLOWED_RESIDENT = 64 << 20;
    private static final String SERVING = "Serving simulated at ";

    @TempDir
    Path logs;

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "netty"})
    void memoryIsFlat(String transport) throws Exception {
        Process server =
                jvm(List.of(), Harness.class, "simulate", "--port", "0").start();
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            String first = said.readLine();
            assertThat(first).startsWith(SERVING);
            List<ResourceSample> readings = soak(first.substring(SERVING.length()), transport);
            ResourceSample last = readings.get(readings.size() - 1);
            ResourceSample warm = readings.stream()
                    .skip(WARM_UP_ROUNDS - 1)
                    .filter(each -> each.nanos() >= SOAK.toNanos() / 4)
                    .findFirst()
                    .orElseThrow();

            assertThat(last.samples()).isGreaterThan(warm.samples());
            assertThat(last.heap()).isLessThan(warm.heap() + ALLOWED_HEAP);
            assertThat(last.resident()).isLessThan(warm.resident() + ALLOWED_RESIDENT);
            server.toHandle().destroy();
            assertThat(said.readLine())
                    .startsWith(last.samples() + " requests: " + last.samples()
                            + " succeeded, 0 faulted, 0 rejected, 0 cancelled; ")
                    .contains(" prompt tokens, " + last.tokens() + " generated tokens in ");
        } finally {
            server.destroyForcibly();
        }
    }

    private List<ResourceSample> soak(String url, String transport) throws IOException, InterruptedException {
        Path curve = Files.createDirectories(Path.of("target", "soak")).resolve("http-" + transport + ".csv");
        Process client = jvm(
                        List.of(
                                "-Xms256m",
                                "-Xmx256m",
                                "-XX:+AlwaysPreTouch"), // the resident memory includes the whole heap from the start
                        SoakClient.class,
                        url,
                        transport,
                        SOAK.toString(),
                        logs.toString())
                .redirectOutput(curve.toFile())
                .start();
        try {
            assertThat(client.waitFor(SOAK.plus(PATIENCE).toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(client.exitValue()).isZero();
        } finally {
            client.destroyForcibly();
        }
        return Files.readAllLines(curve).stream().map(ResourceSample::parse).toList();
    }

    private static ProcessBuilder jvm(List<String> options, Class<?> main, String... arguments) {
        return new ProcessBuilder(JavaCommand.of(options, main, arguments)).redirectError(Redirect.INHERIT);
    }
}
