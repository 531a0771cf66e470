// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.Failure;
import io.loadharness.Verdict;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.LatencyBreakdown;
import io.loadharness.metrics.Metric;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.compare.PhaseComparison.Phase;
import io.loadharness.report.compare.RecordedPhases.Target;
import io.loadharness.servermetrics.ServerMetric;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseComparisonTest {

    private static final long MICRO = 1000;
    private static final long MILLI = 1_000_000;

    @Test
    void differencesOfPhasesAddUpToTheDifferenceOfTheLatency() throws IOException {
        PhaseComparison compared = compare(engine().requests(300), server().requests(177));

        assertThat(compared.phases())
                .extracting(Phase::id)
                .containsExactly("queue", "send", "first_token", "decode", "report");
        assertThat(compared.phases().stream()
                        .mapToDouble(each -> each.difference().absolute())
                        .sum())
                .isCloseTo(compared.total().difference().absolute(), within(1e-3));
        assertThat(compared.phases().stream()
                        .mapToDouble(each -> each.other().mean())
                        .sum())
                .isCloseTo(compared.total().other().mean(), within(1e-3));
        assertThat(compared.total().id()).isEqualTo("latency_scheduled");
    }

    @Test
    void theSummaryNamesTheCostOfTheServer() throws IOException {
        assertThat(compare(engine(), server()).summary())
                .matches("HTTP, tokenization and scheduling add 3\\.\\d\\d ms to the mean latency, 2\\.\\d\\d ms of it"
                        + " before the first token\\.");
        assertThat(compare(server(), engine()).summary())
                .matches("HTTP, tokenization and scheduling add 3\\.\\d\\d ms to the mean latency, 2\\.\\d\\d ms of it"
                        + " before the first token\\.");
        assertThat(compare(server(), server().slower(MILLI)).summary())
                .matches("The mean latency of B is \\d+\\.\\d+ .s higher than that of A.*");
        assertThat(compare(engine().slower(9 * MILLI), server()).summary())
                .matches(
                        "The mean latency of B is \\d\\.\\d\\d ms lower than that of A: \\+2\\.\\d\\d ms before the first"
                                + " token, and -\\d\\.\\d\\d ms after it\\.");
        TimedRun fastServer = server().slower(-2 * MILLI);
        assertThat(compare(engine(), fastServer).summary())
                .isEqualTo(compare(fastServer, engine()).summary())
                .matches(
                        "HTTP, tokenization and scheduling add \\d\\.\\d\\d ms to the mean latency: \\+2\\.\\d\\d ms before"
                                + " the first token, and -\\d\\.\\d\\d ms after it\\.");
    }

    @Test
    void aDifferenceByChanceIsNotACost() throws IOException {
        assertThat(compare(engine(), engine().seed(2)).summary())
                .matches("The mean latencies of A and B do not differ significantly: .*with 95 % confidence\\.");
    }

    @Test
    void differentWorkIsNotedAndNotCalledTheCostOfTheServer() throws IOException {
        PhaseComparison compared = compare(
                engine(),
                server().model("other")
                        .data("long prompts")
                        .load("poisson, 5/s")
                        .tokens(9, 20));

        assertThat(compared.summary()).startsWith("The mean latency of B is ");
        assertThat(compared.notes())
                .contains(
                        "The models have different names: A has tiny, B has other.",
                        "The data differ: A has prompts, B has long prompts.",
                        "The loads differ: A has concurrent, 4, B has poisson, 5/s.",
                        "The prompts differ in length: A has 3 tokens on average, B has 9 tokens.",
                        "The outputs differ in length: A has 10 tokens on average, B has 20 tokens.");
        PhaseComparison invalid = compare(engine(), server().verdict(Verdict.INVALID));
        assertThat(invalid.summary()).startsWith("The mean latency of B is ");
        assertThat(invalid.notes()).contains("B is INVALID: its times do not count.");
        assertThat(compare(engine().model(""), server()).notes())
                .anyMatch(note -> note.startsWith("A does not name its model."));
    }

    @Test
    void runsOfTheSameWorkHaveOnlyTheNoteAboutQueues() throws IOException {
        assertThat(compare(engine(), server()).notes())
                .singleElement()
                .asString()
                .startsWith("The time in the queue of an engine");
        assertThat(compare(server(), server()).notes()).isEmpty();
    }

    @Test
    void metricsOfTheServerDivideTheFirstToken() throws IOException {
        Map<ServerMetric, Double> means = Map.of(ServerMetric.QUEUE_TIME, 1.0 * MILLI, ServerMetric.TTFT, 3.0 * MILLI);
        PhaseComparison compared = compare(engine(), server().measuring(means));

        Phase firstToken = compared.phases().get(2);
        assertThat(firstToken.base().parts()).isEmpty();
        assertThat(firstToken.other().parts())
                .containsEntry("queue of the server", 1.0 * MILLI)
                .containsEntry("work of the server", 2.0 * MILLI)
                .containsOnlyKeys("queue of the server", "work of the server", "outside the server");
        assertThat(firstToken.other().parts().values().stream()
                        .mapToDouble(each -> each)
                        .sum())
                .isCloseTo(firstToken.other().mean(), within(1e-3));
        assertThat(firstTokenParts(Map.of(ServerMetric.TTFT, 1.0)))
                .containsOnlyKeys("in the server", "outside the server");
        assertThat(firstTokenParts(Map.of(ServerMetric.QUEUE_TIME, 1.0)))
                .containsOnlyKeys("queue of the server", "after the queue");
        assertThat(firstTokenParts(Map.of(ServerMetric.LATENCY, 1.0))).isEmpty();
    }

    private static Map<String, Double> firstTokenParts(Map<ServerMetric, Double> means) throws IOException {
        return compare(engine(), server().measuring(means))
                .phases()
                .get(2)
                .other()
                .parts();
    }

    @Test
    void withoutTokensWaitingAndDecodingAreOnePhase() throws IOException {
        PhaseComparison compared = compare(
                engine(),
                server().changing(times -> times.firstToken(Timeline.UNKNOWN).lastToken(Timeline.UNKNOWN))
                        .measuring(Map.of(ServerMetric.LATENCY, 2.0 * MILLI)));

        assertThat(compared.phases())
                .extracting(Phase::title)
                .containsExactly("Client queue", "Connect and send", "First token, decoding", "Report");
        assertThat(compared.phases().get(2).other().parts()).containsOnlyKeys("in the server", "outside the server");
        assertThat(compared.summary())
                .matches("HTTP, tokenization and scheduling add 3\\.\\d\\d ms to the mean latency\\.");
        assertThat(compared.notes())
                .contains("B has no timestamp at the end of \"First token\": the time also contains the next phase.");
    }

    @Test
    void failuresAreNotPartOfThePhases() throws IOException {
        PhaseComparison compared = compare(engine(), server().failures(7));

        assertThat(compared.phases().get(2).other().mean())
                .isEqualTo(compare(engine(), server()).phases().get(2).other().mean());
        assertThat(compared.notes()).contains("The 7 failed requests of B are not part of the phases.");
    }

    @Test
    void aRunWithoutRecordsOrWithoutCompletedRequestsHasNoPhases() throws Exception {
        ComparedRun foreign =
                ComparableRuns.in(ComparableRunsTest.resource("vllm.json")).get(0);
        ComparedRun failed = server().requests(0).failures(3).run();
        Comparison comparison = new Comparison(List.of(engine().run(), foreign, failed, server().run()));

        assertThat(comparison.phases(1)).isEmpty();
        assertThat(comparison.phases(2)).isEmpty();
        assertThat(comparison.phases(3)).isPresent();
        JsonNode json = ComparisonJson.document(comparison, Optional.empty()).get("phases");
        assertThat(json).hasSize(3);
        assertThat(json.get(0).isNull()).isTrue();
        assertThat(markdown(comparison)).containsOnlyOnce("### Phases of the latency");
    }

    @Test
    void jsonAndMarkdownHaveEachPhase() throws IOException {
        Comparison comparison = new Comparison(List.of(
                engine().run(),
                server().measuring(Map.of(ServerMetric.QUEUE_TIME, 1.0 * MILLI)).run()));

        JsonNode json = ComparisonJson.document(comparison, Optional.empty()).at("/phases/0");
        assertThat(json.at("/phases")).hasSize(5);
        assertThat(json.at("/phases/2/id").asText()).isEqualTo("first_token");
        assertThat(json.at("/phases/2/means")).hasSize(2);
        assertThat(json.at("/phases/2/medians")).hasSize(2);
        assertThat(json.at("/phases/2/parts/1/0/title").asText()).isEqualTo("queue of the server");
        assertThat(json.at("/phases/2/difference/interval")).hasSize(2);
        assertThat(json.at("/total/difference/significant").asBoolean()).isTrue();
        assertThat(json.at("/summary").asText()).startsWith("HTTP, tokenization and scheduling add ");
        assertThat(json.at("/notes")).hasSize(1);
        assertThat(markdown(comparison).lines())
                .anyMatch(line -> line.matches(
                        "\\| First token +\\| +\\d.*ms \\| +\\d.*ms \\| +\\+\\d.*ms \\| +\\+.* to \\+.*ms \\| .*"))
                .anyMatch(line -> line.matches("\\| - queue of the server +\\| +- \\| +1\\.00 ms \\| .*"))
                .anyMatch(line -> line.matches("\\| All phases +\\| .*"));
    }

    @Test
    void aRecordedFolderHasPhases(@TempDir Path folder) throws Exception {
        ComparedRun run = RecordedResult.of(GeneratedRun.ended(
                GeneratedRun.of(50, 1)
                        .withFailures(3)
                        .ofModel("models/Tiny.gguf")
                        .in(folder),
                Verdict.VALID));

        RecordedPhases phases = run.phases().orElseThrow();
        assertThat(phases.times().count()).isEqualTo(47);
        assertThat(phases.target()).isEqualTo(Target.SERVERS);
        assertThat(phases.model()).isEqualTo("tiny");
        assertThat(phases.serverMeans()).isEmpty();
    }

    private static String markdown(Comparison comparison) {
        StringWriter text = new StringWriter();
        ComparisonMarkdown.print(comparison, new PrintWriter(text));
        return text.toString();
    }

    private static PhaseComparison compare(TimedRun base, TimedRun other) throws IOException {
        return new Comparison(List.of(base.run(), other.run())).phases(1).orElseThrow();
    }

    /** An engine with a mean latency of about 9.5 ms. */
    private static TimedRun engine() {
        return new TimedRun(Target.ENGINES);
    }

    /** A server that adds 2.2 ms before the first token and 0.9 ms after it. */
    private static TimedRun server() {
        return new TimedRun(Target.SERVERS);
    }

    /** A run whose times are random around fixed means. */
    private static final class TimedRun {

        private final Target target;
        private Verdict verdict = Verdict.VALID;
        private int requests = 200;
        private int failures;
        private long seed = 1;
        private long addedNanos;
        private String model = "tiny";
        private String data = "prompts";
        private String load = "concurrent, 4";
        private int promptTokens = 3;
        private int outputTokens = 10;
        private Map<ServerMetric, Double> serverMeans = Map.of();
        private UnaryOperator<Timeline.Builder> change = times -> times;

        TimedRun(Target target) {
            this.target = target;
        }

        TimedRun verdict(Verdict newVerdict) {
            verdict = newVerdict;
            return this;
        }

        TimedRun requests(int number) {
            requests = number;
            return this;
        }

        TimedRun failures(int number) {
            failures = number;
            return this;
        }

        TimedRun seed(long number) {
            seed = number;
            return this;
        }

        /** Adds a time after the first token. */
        TimedRun slower(long nanos) {
            addedNanos = nanos;
            return this;
        }

        TimedRun model(String name) {
            model = name;
            return this;
        }

        TimedRun data(String name) {
            data = name;
            return this;
        }

        TimedRun load(String text) {
            load = text;
            return this;
        }

        TimedRun tokens(int prompt, int output) {
            promptTokens = prompt;
            outputTokens = output;
            return this;
        }

        TimedRun measuring(Map<ServerMetric, Double> means) {
            serverMeans = means;
            return this;
        }

        TimedRun changing(UnaryOperator<Timeline.Builder> newChange) {
            change = newChange;
            return this;
        }

        ComparedRun run() throws IOException {
            Iterator<SampleRecord> remaining = records().iterator();
            return new ComparedRun(
                    target.name(),
                    LoadHarnessResult.TOOL,
                    Optional.of(verdict),
                    List.of(),
                    Map.of(),
                    OptionalLong.of(requests),
                    OptionalLong.of(failures),
                    Map.of(),
                    Map.of(),
                    Map.of(Metric.INPUT_TOKENS, tokens(promptTokens), Metric.OUTPUT_TOKENS, tokens(outputTokens)),
                    List.of(),
                    LatencyBreakdown.of(() -> remaining.hasNext() ? remaining.next() : null)
                            .map(times -> new RecordedPhases(times, target, model, data, load, serverMeans)));
        }

        private static MetricSummary tokens(long number) {
            return MetricSummary.of(Distribution.of(new long[] {number}).orElseThrow());
        }

        private List<SampleRecord> records() {
            SplittableRandom random = new SplittableRandom(seed);
            List<SampleRecord> records = new ArrayList<>();
            for (int i = 0; i < requests + failures; i++) {
                records.add(new SampleRecord(
                        i,
                        "a",
                        i < requests ? Optional.empty() : Optional.of(new Failure(Failure.Kind.TIMEOUT, "no answer")),
                        times(20L * i * MILLI, random),
                        new Usage(promptTokens, 0, outputTokens, 0),
                        outputTokens,
                        TokenSource.USAGE,
                        "stop",
                        new long[0]));
            }
            return records;
        }

        private Timeline times(long scheduled, SplittableRandom random) {
            boolean isServer = target == Target.SERVERS;
            long dequeued = scheduled + random.nextLong(10 * MICRO);
            long sent = dequeued + (isServer ? 200 * MICRO : 0);
            long first = sent + (isServer ? 6 : 4) * MILLI + random.nextLong(500 * MICRO);
            long last = first + 5 * MILLI + addedNanos + (isServer ? 700 * MICRO : 0) + random.nextLong(500 * MICRO);
            long done = last + (isServer ? 200 * MICRO : 0);
            return change.apply(Timeline.builder()
                            .scheduled(scheduled)
                            .issued(scheduled)
                            .dequeued(dequeued)
                            .sent(sent)
                            .firstByte(first)
                            .firstToken(first)
                            .lastToken(last)
                            .done(done)
                            .reported(done + random.nextLong(20 * MICRO)))
                    .build();
        }
    }
}
