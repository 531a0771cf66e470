// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.inference.HeldBackend.Held;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class BackendSystemUnderTestTest {

    private final RecordedSamples samples = new RecordedSamples();
    private final HeldBackend a = new HeldBackend("a");
    private final HeldBackend b = new HeldBackend("b");
    private final HeldBackend c = new HeldBackend("c");

    @Test
    void reportsTokenIds() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(5));
        Held request = a.held.get(0);
        request.listener().firstToken(System.nanoTime(), Output.of(11));
        request.complete(11, 12);

        assertThat(request.request().sampleIndex()).isEqualTo(5);
        assertThat(samples.first(5)).isEqualTo("ids 11");
        assertThat(samples.end(5)).isEqualTo("ids 11 12 of 2");
    }

    @Test
    void reportsTextIfConfigured() {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.TEXT).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().firstToken(System.nanoTime(), Output.of("é"));
        a.held.get(0).listener().end(text("été", 3, TokenSource.USAGE));

        assertThat(samples.first(0)).isEqualTo("text é");
        assertThat(samples.end(0)).isEqualTo("text été of 3");
    }

    @Test
    void failsResponseWithoutRequiredTokenIds() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("text", 3, TokenSource.USAGE));

        assertThat(samples.end(0)).startsWith("MALFORMED_RESPONSE: the response has no token ids");
    }

    @ParameterizedTest
    @CsvSource({
        "USAGE, 4, ended",
        "USAGE, 5, 'MALFORMED_RESPONSE: the response has 5 tokens, but the request allows at most 4'",
        "CONTRADICTORY_USAGE, 5, 'MALFORMED_RESPONSE: the response has 5 tokens, but the request allows at most 4'",
        "IDS, 5, 'MALFORMED_RESPONSE: the response has 5 tokens, but the request allows at most 4'",
        "TOKENIZER, 5, ended"
    })
    void failsResponseWithMoreTokensThanRequested(TokenSource source, int tokens, String end) {
        GenerationParameters four = GenerationParameters.builder().maxTokens(4).build();
        BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                        "test", index -> new InferenceRequest(index, Prompt.of("?"), four))
                .backend(a)
                .responseForm(ResponseForm.TEXT)
                .build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("text", tokens, source));

        assertThat(samples.end(0)).isEqualTo(end.equals("ended") ? "text text of " + tokens : end);
    }

    /** A response of three tokens, to requests with different limits. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            IDS       | 4 | - | true  | 4; remove ignoreEos (--ignore-eos)
            USAGE     | 4 | 1 | true  | 4; remove ignoreEos (--ignore-eos)
            USAGE     | 3 | - | true  | -
            USAGE     | 4 | - | false | -
            TOKENIZER | 4 | 4 | true  | -
            IDS       | - | 4 | true  | 4; remove minTokens (--min-tokens)
            USAGE     | 9 | 4 | false | 4; remove minTokens (--min-tokens)
            IDS       | 4 | 3 | false | -
            """)
    void failsResponseWithFewerTokensThanDemanded(
            TokenSource source, Integer maxTokens, Integer minTokens, boolean ignoreEos, String demand) {
        GenerationParameters.Builder parameters = GenerationParameters.builder().ignoreEos(ignoreEos);
        if (maxTokens != null) {
            parameters.maxTokens(maxTokens);
        }
        if (minTokens != null) {
            parameters.minTokens(minTokens);
        }

        String end = endOfThreeTokens(source, parameters);

        assertThat(end)
                .isEqualTo(
                        demand == null
                                ? "text text of 3"
                                : "MALFORMED_RESPONSE: the response has 3 tokens, but the request demands at least "
                                        + demand + " if the engine does not support it");
    }

    @Test
    void otherConditionsMayEndAResponseEarlier() {
        for (GenerationParameters.Builder each : List.of(
                GenerationParameters.builder().stop("x"),
                GenerationParameters.builder().extra("stop_token_ids", List.of(7)),
                GenerationParameters.builder().extra("regex", "[a-z]+"),
                GenerationParameters.builder().extra("guided_json", "{}"))) {
            String end = endOfThreeTokens(
                    TokenSource.USAGE, each.maxTokens(4).minTokens(4).ignoreEos(true));

            assertThat(end).isEqualTo("text text of 3");
        }
    }

    @Test
    void otherFieldsDoNotEndAResponseEarlier() {
        GenerationParameters parameters =
                GenerationParameters.builder().minTokens(4).extra("min_p", 0.1).build();

        assertThat(parameters.demandedTokens()).isEqualTo(4);
    }

    /** A data set can give a request a maximum below the minimum of all requests. */
    @Test
    void maximumOfARequestLimitsItsMinimum() {
        GenerationParameters parameters =
                GenerationParameters.builder().minTokens(4).build();

        assertThat(parameters.withMaxTokens(3).demandedTokens()).isEqualTo(3);
    }

    private String endOfThreeTokens(TokenSource source, GenerationParameters.Builder parameters) {
        GenerationParameters built = parameters.build();
        HeldBackend backend = new HeldBackend("held");
        RecordedSamples recorded = new RecordedSamples();
        BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                        "test", index -> new InferenceRequest(index, Prompt.of("?"), built))
                .backend(backend)
                .responseForm(ResponseForm.TEXT)
                .build();
        sut.issueQuery(recorded.query(0));
        backend.held.get(0).listener().end(text("text", 3, source));
        return recorded.end(0);
    }

    @ParameterizedTest
    @CsvSource({
        "4, ended",
        "-1, ended",
        "5, 'MALFORMED_RESPONSE: the response has 4 token ids, but its usage has 5 completion tokens'",
        "3, 'MALFORMED_RESPONSE: the response has 4 token ids, but its usage has 3 completion tokens'"
    })
    void failsResponseWhoseUsageContradictsItsTokenIds(int completion, String end) {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.TEXT).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0)
                .listener()
                .end(new Response(
                        Output.of(new int[] {1, 2, 3, 4}, "text"),
                        4,
                        TokenSource.IDS,
                        Usage.UNKNOWN,
                        new Usage(1, 0, completion, Usage.UNKNOWN),
                        "stop",
                        Timeline.endedAt(System.nanoTime())));

        assertThat(samples.end(0)).isEqualTo(end.equals("ended") ? "text text of 4" : end);
    }

    @Test
    void failsResponseWhoseCountContradictsItsTokenIds() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0)
                .listener()
                .end(new Response(
                        Output.of(1, 2),
                        99,
                        TokenSource.IDS,
                        Usage.UNKNOWN,
                        Usage.NONE,
                        "stop",
                        Timeline.endedAt(System.nanoTime())));

        assertThat(samples.end(0)).isEqualTo("MALFORMED_RESPONSE: the response has 2 token ids, but counts 99 tokens");
    }

    @Test
    void failsResponseWithUnknownTokenCount() {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.TEXT).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("text", 0, TokenSource.NONE));

        assertThat(samples.end(0)).startsWith("MALFORMED_RESPONSE: the number of tokens is unknown");
        assertThat(sut.endpointCounts().get(0).failures()).isEqualTo(Map.of(Failure.Kind.MALFORMED_RESPONSE, 1L));
    }

    @Test
    void failsResponseWithoutTokens() {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.TEXT).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("", 0, TokenSource.USAGE));

        assertThat(samples.end(0)).isEqualTo("MALFORMED_RESPONSE: the response has no tokens");
    }

    @Test
    void failsEmptyResponseEvenIfTokensAreOptional() {
        BackendSystemUnderTest sut = system().backend(a)
                .responseForm(ResponseForm.TEXT)
                .tokensRequired(false)
                .build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("", 0, TokenSource.NONE));

        assertThat(samples.end(0)).isEqualTo("MALFORMED_RESPONSE: the response is empty");
    }

    @Test
    void acceptsAResponseWithoutBytesOfAModelThatReturnsBytes() {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.BYTES).build();
        assertThat(sut.allowsEmptyResponses()).isTrue();

        sut.issueQuery(samples.query(0));
        sut.issueQuery(samples.query(1));
        a.held.get(0).listener().end(Response.ofBytes(new byte[0], now()));
        a.held.get(1).listener().end(text("text", 1, TokenSource.USAGE));

        assertThat(samples.end(0)).doesNotContain("MALFORMED_RESPONSE").endsWith(" of 0");
        assertThat(samples.end(1)).isEqualTo("MALFORMED_RESPONSE: the response has no bytes");
    }

    @Test
    void acceptsUnknownTokenCountIfTokensAreOptional() {
        BackendSystemUnderTest sut = system().backend(a)
                .responseForm(ResponseForm.TEXT)
                .tokensRequired(false)
                .build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("text", 0, TokenSource.NONE));

        assertThat(samples.end(0)).isEqualTo("text text of 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abort", "error", "cancelled", "timeout"})
    void failsResponseThatWasAborted(String finishReason) {
        BackendSystemUnderTest sut =
                system().backend(a).responseForm(ResponseForm.TEXT).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(ended(finishReason));

        assertThat(samples.end(0)).isEqualTo("IN_BAND_ERROR: the response was aborted: finish reason " + finishReason);
        assertThat(sut.endpointCounts().get(0).failures()).isEqualTo(Map.of(Failure.Kind.IN_BAND_ERROR, 1L));
    }

    @Test
    void countsTokensThatTheServerDidNotReport() {
        RecordedEnds observed = new RecordedEnds();
        BackendSystemUnderTest sut = system().backend(a)
                .responseForm(ResponseForm.TEXT)
                .tokenCounter(String::length)
                .observer((request, endpoint) -> observed)
                .build();

        sut.issueQuery(samples.query(0, 2));
        a.held.get(0).listener().end(text("four", 0, TokenSource.NONE));
        a.held.get(1).listener().end(text("four", 9, TokenSource.USAGE));

        assertThat(samples.end(0)).isEqualTo("text four of 4");
        assertThat(samples.end(1)).isEqualTo("text four of 9");
        assertThat(observed.responses)
                .extracting(Response::tokenSource)
                .containsExactly(TokenSource.TOKENIZER, TokenSource.USAGE);
    }

    /** A backend may report a chunk without tokens, for example an empty one at the end. */
    @ParameterizedTest
    @EnumSource(
            value = TokenSource.class,
            names = {"IDS", "USAGE", "CONTRADICTORY_USAGE"})
    void keepsTheSourceOfATokenCountBelowTheNumberOfChunks(TokenSource source) {
        RecordedEnds observed = new RecordedEnds();
        BackendSystemUnderTest sut = system().backend(a)
                .responseForm(ResponseForm.TEXT)
                .observer((request, endpoint) -> observed)
                .build();

        sut.issueQuery(samples.query(0));
        ResponseListener listener = a.held.get(0).listener();
        listener.firstToken(System.nanoTime(), Output.of("a"));
        listener.tokens(System.nanoTime(), 0);
        listener.tokens(System.nanoTime(), 0);
        listener.end(text("ab", 2, source));

        assertThat(samples.end(0)).isEqualTo("text ab of 2");
        assertThat(observed.responses).extracting(Response::tokenSource).containsExactly(source);
    }

    @Test
    void failsSampleIfTokenCounterThrows() {
        BackendSystemUnderTest sut = system().backend(a)
                .responseForm(ResponseForm.TEXT)
                .tokenCounter(text -> {
                    throw new IllegalStateException("no vocabulary");
                })
                .build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(text("text", 0, TokenSource.NONE));

        assertThat(samples.end(0)).startsWith("BACKEND_EXCEPTION").contains("no vocabulary");
        assertThat(sut.endpointCounts().get(0).inFlight()).isZero();
    }

    @Test
    void reportsIssueTimeToObserver() {
        RecordedEnds observed = new RecordedEnds();
        BackendSystemUnderTest sut =
                system().backend(a).observer((request, endpoint) -> observed).build();

        long before = System.nanoTime();
        sut.issueQuery(samples.query(0, 2));
        a.held.get(0).complete(1);
        a.held.get(1).fail(Failure.Kind.TIMEOUT);

        assertThat(observed.responses.get(0).timeline().issued()).isBetween(before, System.nanoTime());
        assertThat(observed.failures).containsExactly(Failure.Kind.TIMEOUT);
    }

    @Test
    void reportsFailureUnchanged() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).fail(Failure.Kind.TRUNCATED_STREAM);

        assertThat(samples.end(0)).isEqualTo("TRUNCATED_STREAM: test failure");
    }

    @Test
    void failsSampleThatEndsWithNull() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(0));
        a.held.get(0).listener().end(null);

        assertThat(samples.end(0)).isEqualTo("BACKEND_EXCEPTION: the backend called end(null) instead of failed(...)");
        assertThat(sut.endpointCounts().get(0).failures()).isEqualTo(Map.of(Failure.Kind.BACKEND_EXCEPTION, 1L));
        assertThat(sut.endpointCounts().get(0).inFlight()).isZero();
    }

    @Test
    void failsSampleWhoseFailureOrTimelineIsNull() {
        BackendSystemUnderTest sut = system().backend(a).build();

        sut.issueQuery(samples.query(0, 2));
        a.held.get(0).listener().failed(null, null);
        a.held.get(1).listener().failed(new Failure(Failure.Kind.TIMEOUT, "late"), null);

        assertThat(samples.end(0))
                .isEqualTo("BACKEND_EXCEPTION: the backend called failed(null, ...) without a failure");
        assertThat(samples.end(1)).isEqualTo("TIMEOUT: late");
        assertThat(sut.endpointCounts().get(0).inFlight()).isZero();
    }

    @Test
    void failsWarmUpRequestThatEndsWithNull() throws Exception {
        InferenceBackend ending = new InstantBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                listener.end(null);
            }
        };

        List<WarmUpReport> reports = system().backend(ending)
                .build()
                .warmUp(List.of(InferenceRequest.of(0, Prompt.of("x"))), Duration.ofDays(1));

        assertThat(reports).extracting(WarmUpReport::failed).containsExactly(1);
    }

    @Test
    void failsWarmUpRequestThatWasAborted() throws Exception {
        InferenceBackend aborting = new InstantBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                listener.end(ended("abort"));
            }
        };

        List<WarmUpReport> reports = system().backend(aborting)
                .build()
                .warmUp(List.of(InferenceRequest.of(0, Prompt.of("x"))), Duration.ofDays(1));

        assertThat(reports)
                .extracting(each -> each.firstFailure().orElseThrow().kind())
                .containsExactly(Failure.Kind.IN_BAND_ERROR);
    }

    @Test
    void failsWarmUpRequestWhoseFailureIsNull() throws Exception {
        InferenceBackend failing = new InstantBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                listener.failed(null, null);
            }
        };

        List<WarmUpReport> reports = system().backend(failing)
                .build()
                .warmUp(List.of(InferenceRequest.of(0, Prompt.of("x"))), Duration.ofDays(1));

        assertThat(reports).singleElement().satisfies(each -> assertThat(each.firstFailure())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("failed(null, ...)")));
    }

    @Test
    void rejectsSecondEndAndSecondFirstToken() {
        BackendSystemUnderTest sut = system().backend(a).build();
        sut.issueQuery(samples.query(0));
        Held request = a.held.get(0);

        request.listener().firstToken(System.nanoTime(), Output.of(1));
        assertThatIllegalStateException()
                .isThrownBy(() -> request.listener().firstToken(System.nanoTime(), Output.of(1)))
                .withMessage("sample 0 has already reported its first token");
        request.complete(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> request.complete(1))
                .withMessage("sample 0 has already ended");
        assertThatIllegalStateException().isThrownBy(() -> request.fail(Failure.Kind.TIMEOUT));

        EndpointCounts counts = sut.endpointCounts().get(0);
        assertThat(counts.completed()).isEqualTo(1);
        assertThat(counts.inFlight()).isZero();
        assertThat(counts.repeatedResults()).isEqualTo(2);
    }

    @Test
    void failsSampleIfBackendOrDataSetThrows() {
        BackendSystemUnderTest sut = BackendSystemUnderTest.builder("test", index -> {
                    if (index == 1) {
                        throw new IllegalArgumentException("no such sample");
                    }
                    return index == 2 ? null : InferenceRequest.of(index, Prompt.of("x"));
                })
                .backend(new ThrowingBackend())
                .build();

        sut.issueQuery(samples.query(0, 3));

        assertThat(samples.end(0)).startsWith("BACKEND_EXCEPTION").contains("cannot send");
        assertThat(samples.end(1)).startsWith("BACKEND_EXCEPTION").contains("no such sample");
        assertThat(samples.end(2)).startsWith("BACKEND_EXCEPTION").contains("no request for sample 2");
        assertThat(sut.endpointCounts().get(0).failures()).isEqualTo(Map.of(Failure.Kind.BACKEND_EXCEPTION, 3L));
    }

    @Test
    void sendsAwaitedQueriesAsAWhole() {
        RecordedSamples awaited = new RecordedSamples(() -> {}, true);
        BackendSystemUnderTest inBatches = system().backend(a).batchSize(4).build();
        BackendSystemUnderTest oneByOne = system().backend(b).build();

        inBatches.issueQuery(awaited.query(0, 3));
        inBatches.issueQuery(samples.query(3, 4));
        oneByOne.issueQuery(awaited.query(4, 6));
        oneByOne.issueQuery(awaited.query(6));

        assertThat(a.awaited).containsExactly(3);
        assertThat(b.awaited).containsExactly(1);
        assertThat(b.indices()).containsExactly(4, 5, 6);
    }

    @Test
    void usesBackendsInTurn() {
        BackendSystemUnderTest sut = system().backend(a).backend(b).backend(c).build();

        for (int i = 0; i < 7; i++) {
            sut.issueQuery(samples.query(i));
        }

        assertThat(a.indices()).containsExactly(0, 3, 6);
        assertThat(b.indices()).containsExactly(1, 4);
        assertThat(c.indices()).containsExactly(2, 5);
    }

    @Test
    void distributesByWeightEvenlyMixed() {
        BackendSystemUnderTest sut = system().backend(a, 3, 100)
                .backend(b, 1, 100)
                .routing(Routing.WEIGHTED)
                .build();

        sut.issueQuery(samples.query(0, 8));

        assertThat(a.indices()).hasSize(6);
        assertThat(b.indices()).hasSize(2);
        assertThat(b.indices().get(1) - b.indices().get(0)).isEqualTo(4);
    }

    @Test
    void partitionsAnyNumberOfSamplesEvenly() {
        for (int count = 1; count < 30; count++) {
            List<HeldBackend> backends = List.of(new HeldBackend("x"), new HeldBackend("y"), new HeldBackend("z"));
            BackendSystemUnderTest.Builder builder = system().routing(Routing.SAMPLE_PARTITIONED);
            backends.forEach(builder::backend);
            BackendSystemUnderTest sut = builder.build();

            sut.issueQuery(new RecordedSamples().query(0, count));
            sut.issueQuery(new RecordedSamples().query(0));

            List<Integer> sizes =
                    backends.stream().map(each -> each.held.size()).toList();
            assertThat(sizes.get(0) - 1).isBetween(count / 3, (count + 2) / 3);
            assertThat(sizes.get(1)).isBetween(count / 3, (count + 2) / 3);
            assertThat(sizes.get(2)).isBetween(count / 3, (count + 2) / 3);
            assertThat(backends.get(0).indices()).endsWith(0);
        }
    }

    @Test
    void sendsSampleToLeastBusyBackend() {
        BackendSystemUnderTest sut = system().backend(a)
                .backend(b)
                .routing(Routing.LEAST_OUTSTANDING)
                .build();

        sut.issueQuery(samples.query(0, 4));
        assertThat(a.held).hasSize(2);
        b.held.get(0).complete(1);
        b.held.get(1).complete(1);
        sut.issueQuery(samples.query(4, 6));

        assertThat(a.held).hasSize(2);
        assertThat(b.held).hasSize(4);
    }

    @Test
    void respectsLimitAndRefillsFreeSlots() {
        BackendSystemUnderTest sut =
                system().backend(a).backend(b).concurrency(2).build();

        sut.issueQuery(samples.query(0, 10));
        assertThat(a.indices()).containsExactly(0, 2);
        assertThat(b.indices()).containsExactly(1, 3);
        a.held.get(0).complete(1);
        a.held.get(1).fail(Failure.Kind.HTTP_ERROR);

        assertThat(a.indices()).containsExactly(0, 2, 4, 6);
        assertThat(b.indices()).containsExactly(1, 3);
        assertThat(sut.endpointCounts().get(0))
                .isEqualTo(new EndpointCounts("a", 4, 1, Map.of(Failure.Kind.HTTP_ERROR, 1L), 1, 0, 2, 2, 0));
    }

    /** The end of the last sample may end the run. A caller that waits for the end of the run reads the counts immediately. */
    @Test
    void countsSampleBeforeItsEndIsReported() {
        BackendSystemUnderTest sut = system().backend(a).build();
        List<EndpointCounts> counts = new ArrayList<>();
        RecordedSamples counting =
                new RecordedSamples(() -> counts.add(sut.endpointCounts().get(0)));

        sut.issueQuery(counting.query(0, 2));
        a.held.get(0).complete(1, 2);
        a.held.get(1).fail(Failure.Kind.TIMEOUT);

        assertThat(counts)
                .containsExactly(
                        new EndpointCounts("a", 2, 1, Map.of(), 2, 0, 1, 2, 0),
                        new EndpointCounts("a", 2, 1, Map.of(Failure.Kind.TIMEOUT, 1L), 2, 0, 0, 2, 0));
    }

    @Test
    void fastBackendGetsWaitingSamples() {
        BackendSystemUnderTest sut = system().backend(a)
                .backend(b)
                .concurrency(1)
                .routing(Routing.LEAST_OUTSTANDING)
                .build();

        sut.issueQuery(samples.query(0, 6));
        for (int i = 0; i < 4; i++) {
            b.held.get(i).complete(1);
        }

        assertThat(a.indices()).containsExactly(0);
        assertThat(b.indices()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void sendsNextBatchWhenAllSamplesOfOneHaveEnded() {
        BackendSystemUnderTest sut = system().backend(a).batchSize(4).build();

        sut.issueQuery(samples.query(0, 10));
        assertThat(a.batches).containsExactly(4);
        for (int i = 0; i < 3; i++) {
            a.held.get(i).complete(1);
        }
        assertThat(a.batches).containsExactly(4);
        a.held.get(3).complete(1);
        assertThat(a.batches).containsExactly(4, 4);
        IntStream.range(4, 8).forEach(i -> a.held.get(i).complete(1));

        assertThat(a.batches).containsExactly(4, 4, 2);
    }

    /** Records the limits of queries between the requests. */
    private static final class QueriesBackend extends HeldBackend {

        private final List<String> calls = new ArrayList<>();

        QueriesBackend() {
            super("queries");
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            calls.add("send " + request.sampleIndex());
            super.send(request, listener);
        }

        @Override
        public void beginQuery() {
            calls.add("begin");
        }

        @Override
        public void endQuery() {
            calls.add("end");
        }
    }

    @Test
    void backendKnowsThatFurtherRequestsOfAQueryFollow() {
        QueriesBackend queries = new QueriesBackend();
        BackendSystemUnderTest sut =
                system().backend(queries).backend(a).concurrency(2).build();

        sut.issueQuery(samples.query(0, 6));
        sut.issueQuery(samples.query(6));
        queries.held.get(0).complete(1);

        assertThat(queries.calls).containsExactly("begin", "send 0", "send 2", "end", "send 4");
    }

    @Test
    void oneCallForAWholeQueryNeedsNoEnd() {
        QueriesBackend queries = new QueriesBackend();
        BackendSystemUnderTest sut = system().backend(queries).batchSize(4).build();

        sut.issueQuery(samples.query(0, 4));

        assertThat(queries.calls).doesNotContain("begin", "end");
    }

    /** A backend that knows its number of sessions after its start. */
    private static final class SessionsBackend extends HeldBackend {

        private final int sessions;
        private boolean started;

        SessionsBackend(int sessions) {
            super("sessions");
            this.sessions = sessions;
        }

        @Override
        public void start() {
            started = true;
        }

        @Override
        public int concurrentBatches() {
            return started ? sessions : 1;
        }
    }

    @Test
    void sendsAsManyBatchesAsTheBackendProcessesAtTheSameTime() throws Exception {
        HeldBackend sessions = new SessionsBackend(3);
        BackendSystemUnderTest sut =
                system().backend(sessions, 2).backend(a, 1).batchSize(2).build();
        sut.start(Duration.ofMinutes(1));

        sut.issueQuery(samples.query(0, 20));
        assertThat(sessions.batches).containsExactly(2, 2, 2);
        assertThat(a.batches).containsExactly(2);
        sessions.held.get(2).complete(1);
        assertThat(sessions.batches).containsExactly(2, 2, 2);
        sessions.held.get(3).complete(1);

        assertThat(sessions.batches).containsExactly(2, 2, 2, 2);
        assertThat(a.batches).containsExactly(2);
    }

    @Test
    void concurrencyLimitsTheBatchesOfABackendWithSeveralSessions() throws Exception {
        HeldBackend sessions = new SessionsBackend(3);
        BackendSystemUnderTest sut =
                system().backend(sessions).batchSize(2).concurrency(2).build();
        sut.start(Duration.ofMinutes(1));

        sut.issueQuery(samples.query(0, 20));

        assertThat(sessions.batches).containsExactly(2, 2);
    }

    @Test
    void backendWithSeveralSessionsHasNoLimitWithoutBatches() throws Exception {
        HeldBackend sessions = new SessionsBackend(3);
        BackendSystemUnderTest sut = system().backend(sessions).build();
        sut.start(Duration.ofMinutes(1));

        sut.issueQuery(samples.query(0, 20));

        assertThat(sessions.held).hasSize(20);
    }

    private static BackendSystemUnderTest.Builder ofLengths(int... lengths) {
        return BackendSystemUnderTest.builder(
                "test", index -> InferenceRequest.of(index, Prompt.of(new int[lengths[index]])));
    }

    @Test
    void formsBatchesByTokensOfPrompts() {
        BackendSystemUnderTest sut = ofLengths(3, 4, 3, 12, 1, 9, 1)
                .backend(a)
                .batchTokens(10)
                .concurrency(9)
                .build();

        sut.issueQuery(samples.query(0, 7));

        assertThat(a.indices()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(a.batches).containsExactly(3, 2); // and the prompts of 12 tokens and of the last token alone
    }

    @Test
    void limitsBatchesByTokensAndByCount() {
        BackendSystemUnderTest sut =
                ofLengths(1, 1, 1, 8, 8).backend(a).batchTokens(10).batchSize(2).build();

        sut.issueQuery(samples.query(0, 5));
        assertThat(a.batches).as("one batch in flight").containsExactly(2);
        for (int i = 0; i < 4; i++) {
            a.held.get(i).complete(1);
        }

        assertThat(a.batches).containsExactly(2, 2);
        assertThat(a.indices()).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void refusesToCountTokensOfText() {
        BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                        "test", index -> InferenceRequest.of(index, Prompt.of("text")))
                .backend(a)
                .batchTokens(10)
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sut.issueQuery(samples.query(0, 2)))
                .withMessage(
                        "batchTokens needs prompts of token ids, but sample 0 has none: use token ids, or batchSize");
    }

    @Test
    void keepsTheOrderOfTheCopiesOfADataSet() {
        ofLengths(3, 9, 5).backend(a).order(SampleOrder.LONGEST_FIRST).build().issueQuery(Query.of(samples, new long[] {
            1, 0, 2, 2, 3, 1, 4, 1, 5, 0, 6, 2, 7, 2, 8, 0
        }));

        assertThat(a.indices()).containsExactly(1, 2, 0, 1, 2, 0, 2, 0);
    }

    @Test
    void ordersSamplesOfQuery() {
        int[] lengths = {3, 9, 1, 9, 5};
        BackendSystemUnderTest.Builder byLength = BackendSystemUnderTest.builder(
                "test", index -> InferenceRequest.of(index, Prompt.of(new int[lengths[index]])));

        byLength.backend(a).order(SampleOrder.LONGEST_FIRST).build().issueQuery(samples.query(0, 5));
        system().backend(b).order(SampleOrder.DATASET).build().issueQuery(Query.of(samples, new long[] {1, 7, 2, 3, 3, 5
        }));

        assertThat(a.indices()).containsExactly(1, 3, 4, 0, 2);
        assertThat(b.indices()).containsExactly(3, 5, 7);
    }

    @Test
    void sendsLongestSamplesFirstToEachOfSeveralBackends() {
        int[] lengths = {3, 9, 1, 9, 5};
        BackendSystemUnderTest.builder("test", index -> InferenceRequest.of(index, Prompt.of(new int[lengths[index]])))
                .backend(a)
                .backend(b)
                .order(SampleOrder.LONGEST_FIRST)
                .build()
                .issueQuery(samples.query(0, 5));

        assertThat(a.indices()).containsExactly(1, 4, 2);
        assertThat(b.indices()).containsExactly(3, 0);
    }

    @Test
    void doesNotRecurseIfBackendRespondsImmediately() {
        BackendSystemUnderTest sut =
                system().backend(new InstantBackend()).concurrency(1).build();

        sut.issueQuery(samples.query(0, 100_000));

        assertThat(samples.ends()).isEqualTo(100_000);
    }

    @Test
    void completesEachSampleOnceWithManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (BackendSystemUnderTest sut = system().backend(new PooledBackend(threads))
                .backend(new PooledBackend(threads))
                .concurrency(3)
                .routing(Routing.LEAST_OUTSTANDING)
                .build()) {
            for (int i = 0; i < 20_000; i += 100) {
                sut.issueQuery(samples.query(i, i + 100));
            }

            assertThat(sut.drain(Duration.ofSeconds(50))).isTrue();
            assertThat(samples.ends()).isEqualTo(20_000);
            assertThat(sut.endpointCounts()).allSatisfy(each -> {
                assertThat(each.inFlight()).isZero();
                assertThat(each.peakInFlight()).isLessThanOrEqualTo(3);
            });
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void stopsSendingQueryWhenItsRunIsOver() throws Exception {
        BackendSystemUnderTest sut = system().backend(a).concurrency(1).build();
        sut.issueQuery(samples.query(0, 100));

        samples.endRun();
        a.held.get(0).complete(1);

        assertThat(a.held).hasSize(1);
        assertThat(sut.drain(Duration.ZERO)).isTrue();
    }

    @Test
    void closeFailsWaitingSamples() throws Exception {
        BackendSystemUnderTest sut = system().backend(a).concurrency(1).build();
        sut.issueQuery(samples.query(0, 3));

        assertThat(sut.drain(Duration.ZERO)).isFalse();
        sut.close();

        assertThat(samples.end(0)).isNull();
        assertThat(samples.end(1)).startsWith("CANCELLED");
        assertThat(samples.end(2)).startsWith("CANCELLED");
        assertThat(a.isClosed()).isTrue();
    }

    @Test
    void warmsUpEveryBackendWithoutCounting() throws Exception {
        BackendSystemUnderTest sut = system().backend(new InstantBackend())
                .backend(new ThrowingBackend())
                .concurrency(2)
                .build();
        List<InferenceRequest> requests = IntStream.range(0, 5)
                .mapToObj(i -> InferenceRequest.of(i, Prompt.of("x")))
                .toList();

        List<WarmUpReport> reports = sut.warmUp(requests, Duration.ofSeconds(10));

        assertThat(reports).extracting(WarmUpReport::requests).containsExactly(5, 5);
        assertThat(reports).extracting(WarmUpReport::failed).containsExactly(0, 5);
        assertThat(reports.get(1).firstFailure().orElseThrow().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
        assertThat(sut.endpointCounts())
                .allSatisfy(each -> assertThat(each.sent()).isZero());
    }

    @ParameterizedTest
    @CsvSource({"tensors, 3, 6", "text, 1, 5"})
    void warmsUpTensorsInFullBatches(String kind, int batch, int sent) throws Exception {
        List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
        InstantBackend backend = new InstantBackend() {
            @Override
            public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
                batches.add(requests.size());
                super.sendTogether(requests, listeners);
            }
        };
        ByteBuffer data = ByteBuffer.allocateDirect(1).order(ByteOrder.nativeOrder());
        Prompt prompt = kind.equals("text")
                ? Prompt.of("x")
                : new Prompt.Tensors(List.of(new Tensor("x", Tensor.Type.INT8, new long[] {1}, data)));
        List<InferenceRequest> requests = IntStream.range(0, 5)
                .mapToObj(i -> InferenceRequest.of(i, prompt))
                .toList();

        List<WarmUpReport> reports =
                system().backend(backend).batchSize(3).build().warmUp(requests, Duration.ofMinutes(1));

        assertThat(reports).extracting(WarmUpReport::requests).containsExactly(sent);
        assertThat(reports).extracting(WarmUpReport::failed).containsExactly(0);
        assertThat(batches).isEqualTo(batch == 1 ? List.of() : List.of(3, 3));
    }

    @Test
    void namesBackendThatDoesNotWarmUp() {
        BackendSystemUnderTest sut = system().backend(a).build();

        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> sut.warmUp(List.of(InferenceRequest.of(0, Prompt.of("x"))), Duration.ofMillis(1)))
                .withMessageContaining("a completed 0 of 1 warm-up requests");
    }

    @Test
    void waitsUntilBackendsAreReady() throws Exception {
        LoadingBackend loading = new LoadingBackend(3);
        system().backend(loading).build().start(Duration.ofSeconds(30));

        assertThat(loading.checks).isEqualTo(3);
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> system().backend(new LoadingBackend(Integer.MAX_VALUE))
                        .build()
                        .start(Duration.ofDays(1), Duration.ZERO, message -> {}))
                .withMessage("loading is not ready after 0 s: still reading weights");
    }

    /** A backend whose start waits for a latch, and which takes the lock of the start to close, as engines do. */
    private static final class HangingBackend extends InstantBackend {

        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);
        private final boolean endsWhenInterrupted;

        HangingBackend(boolean endsWhenInterrupted) {
            this.endsWhenInterrupted = endsWhenInterrupted;
        }

        @Override
        public synchronized void start() throws InterruptedException {
            boolean waits = true;
            while (waits) {
                try {
                    released.await();
                    waits = false;
                } catch (InterruptedException e) {
                    if (endsWhenInterrupted) {
                        throw e;
                    }
                }
            }
        }

        @Override
        public synchronized void close() {
            closed.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void startThatHangsEndsAtItsLimit(boolean endsWhenInterrupted) throws Exception {
        HangingBackend hanging = new HangingBackend(endsWhenInterrupted);
        BackendSystemUnderTest sut = system().backend(hanging).build();

        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> sut.start(Duration.ofMillis(10)))
                .withMessage("instant did not start within 10 ms; readyTimeout (--ready-timeout) sets the limit");
        sut.close();

        hanging.released.countDown();
        assertThat(hanging.closed.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void limitsOfStartAndWaitAreSeparate() {
        LoadingBackend loading = new LoadingBackend(Integer.MAX_VALUE);

        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(
                        () -> system().backend(loading).build().start(Duration.ofDays(1), Duration.ZERO, message -> {}))
                .withMessage("loading is not ready after 0 s: still reading weights");
    }

    @Test
    void interruptEndsAStart() {
        Thread test = Thread.currentThread();
        CountDownLatch interrupted = new CountDownLatch(1);
        BackendSystemUnderTest sut = system().backend(new InstantBackend() {
                    @Override
                    public void start() throws Exception {
                        test.interrupt();
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            interrupted.countDown();
                        }
                    }
                })
                .build();

        assertThatThrownBy(() -> sut.start(Duration.ofDays(1))).isInstanceOf(InterruptedException.class);
        assertThatCode(interrupted::await).doesNotThrowAnyException();
    }

    @Test
    void throwsExceptionOfStart() {
        Error cause = new AssertionError("the header has 7 fields");
        InferenceBackend broken = new InstantBackend() {
            @Override
            public void start() {
                throw cause;
            }
        };

        assertThatThrownBy(() -> system().backend(broken).build().start(Duration.ofDays(1)))
                .isSameAs(cause);
    }

    @Test
    void backendCanLimitItsStart() throws Exception {
        List<Thread> starting = new ArrayList<>();
        InferenceBackend limited = new InstantBackend() {
            @Override
            public Optional<Duration> startLimit() {
                return Optional.of(Duration.ofHours(1));
            }

            @Override
            public void start() {
                starting.add(Thread.currentThread());
            }
        };

        system().backend(limited).build().start(Duration.ofSeconds(30));

        assertThat(starting).containsExactly(Thread.currentThread());
    }

    @Test
    void reportsEachReasonToWaitOnce() throws Exception {
        Iterator<String> reasons =
                List.of("no host", "no host", "loading", "no host", "").iterator();
        InferenceBackend starting = new InstantBackend() {
            @Override
            public Health health() {
                String reason = reasons.next();
                return reason.isEmpty() ? Health.ready("") : Health.notReady(reason);
            }
        };
        List<String> messages = new ArrayList<>();

        system().backend(starting).build().start(Duration.ofMinutes(1), messages::add);

        assertThat(messages)
                .containsExactly("Waiting up to 60 s for instant: no host", "Waiting up to 60 s for instant: loading");
    }

    @Test
    void doesNotWaitForAnUnusableBackend() {
        InferenceBackend refused = new InstantBackend() {
            @Override
            public Health health() {
                return Health.unusable("it refuses the token");
            }
        };

        assertThatThrownBy(() -> system().backend(refused).build().start(Duration.ofDays(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("instant cannot be used: it refuses the token");
    }

    @Test
    void timesOutIfHealthCheckBlocks() {
        CountDownLatch over = new CountDownLatch(1);
        InferenceBackend silent = new InstantBackend() {
            @Override
            public Health health() {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Health.ready("");
            }
        };
        BackendSystemUnderTest sut = system().backend(silent).build();

        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> sut.start(Duration.ofDays(1), Duration.ofMillis(10), message -> {}))
                .withMessageEndingWith(" is not ready after 0 s: it does not respond");
        over.countDown();
    }

    @Test
    void throwsExceptionOfHealthCheck() {
        InferenceBackend broken = new InstantBackend() {
            @Override
            public Health health() {
                throw new IllegalStateException("no driver");
            }
        };

        assertThatIllegalStateException()
                .isThrownBy(() -> system().backend(broken).build().start(Duration.ofDays(1)))
                .withMessage("no driver");
    }

    @Test
    void requiresBackend() {
        assertThatIllegalArgumentException().isThrownBy(() -> system().build()).withMessageContaining("no backend");
        assertThatIllegalArgumentException().isThrownBy(() -> system().concurrency(0));
    }

    private static BackendSystemUnderTest.Builder system() {
        return BackendSystemUnderTest.builder("test", index -> InferenceRequest.of(index, Prompt.of("prompt")));
    }

    private static Timeline now() {
        return Timeline.endedAt(System.nanoTime());
    }

    private static Response text(String text, int tokens, TokenSource source) {
        return new Response(Output.of(text), tokens, source, Usage.UNKNOWN, Usage.NONE, "stop", now());
    }

    private static Response ended(String finishReason) {
        return new Response(Output.of("text"), 3, TokenSource.USAGE, Usage.UNKNOWN, Usage.NONE, finishReason, now());
    }

    private static final class RecordedEnds implements ResponseListener {

        private final List<Response> responses = new ArrayList<>();
        private final List<Failure.Kind> failures = new ArrayList<>();

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            responses.add(response);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            failures.add(failure.kind());
        }
    }

    private static class InstantBackend implements InferenceBackend {

        @Override
        public String name() {
            return "instant";
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            listener.end(Response.of(new int[] {1}, now()));
        }

        @Override
        public void close() {}
    }

    private static final class ThrowingBackend extends InstantBackend {

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            throw new IllegalStateException("cannot send");
        }
    }

    private static final class PooledBackend extends InstantBackend {

        private final ExecutorService threads;

        PooledBackend(ExecutorService threads) {
            this.threads = threads;
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            threads.execute(() -> super.send(request, listener));
        }
    }

    private static final class LoadingBackend extends InstantBackend {

        private final int readyAt;
        private int checks;

        LoadingBackend(int readyAt) {
            this.readyAt = readyAt;
        }

        @Override
        public String name() {
            return "loading";
        }

        @Override
        public Health health() {
            return ++checks < readyAt ? Health.notReady("still reading weights") : Health.ready("");
        }
    }
}
