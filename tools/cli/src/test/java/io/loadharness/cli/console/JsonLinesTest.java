// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.RequestObserver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JsonLinesTest {

    private static final RunProgress PROGRESS =
            new RunProgress(Scenario.SERVER, new Progress(50, 40, 3, Duration.ofSeconds(4), Optional.empty()), false);

    private final StringWriter out = new StringWriter();
    private final JsonLines display = new JsonLines(new PrintWriter(out), OptionalDouble.empty(), () -> false);

    private JsonNode shown() throws Exception {
        display.progress(PROGRESS);
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void withoutOwnRequestsTheValuesAreThoseOfTheProgress() throws Exception {
        JsonNode event = shown();

        assertThat(event.get("in_flight").asInt()).isEqualTo(7);
        assertThat(event.get("completed_per_second").asDouble()).isEqualTo(10);
        assertThat(event.fieldNames())
                .toIterable()
                .doesNotContain("sent_per_second", "tokens_per_second", "failures", "cpu_share", "gc_share");
    }

    @Test
    void ownRequestsHaveRatesAndShares() throws Exception {
        RequestObserver observer = display.observe(Scenario.SERVER);
        observer.sending(InferenceRequest.of(0, Prompt.of("a")), "http://a");

        JsonNode event = shown();

        assertThat(event.get("in_flight").asInt()).isEqualTo(1);
        assertThat(event.fieldNames())
                .toIterable()
                .contains("sent_per_second", "tokens_per_second", "failures", "cpu_share", "gc_share");
    }
}
