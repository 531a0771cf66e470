// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Failure;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.testkit.InferenceBackendContract;
import io.loadharness.testkit.RecordedResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlamaBackendTest extends InferenceBackendContract {

    private static final int END_OF_TEXT = 2;
    private static final int END_OF_TURN = 4;

    @TempDir
    static Path folder;

    private static Path model;

    /** True if each request is to run until the backend is closed. */
    private boolean endless;

    @BeforeAll
    static void writeModel() throws Exception {
        model = TinyModel.write(folder.resolve("tiny.gguf"));
    }

    private static LlamaBackend.Builder settings() {
        return LlamaBackend.builder(model).context(256).threads(1);
    }

    @Override
    protected boolean cancelsRequests() {
        return true;
    }

    @Override
    protected InferenceBackend create() {
        return settings().build();
    }

    @Override
    protected Optional<InferenceBackend> createSilent() {
        endless = true;
        return Optional.of(settings().context(TinyModel.MAX_CONTEXT).build());
    }

    @Override
    protected Optional<InferenceBackend> createUnavailable() {
        return Optional.of(LlamaBackend.builder(folder.resolve("missing.gguf")).build());
    }

    @Override
    protected InferenceRequest request(int sampleIndex) {
        return endless
                ? exactly(TinyModel.MAX_CONTEXT - 100, prompt(sampleIndex, 10))
                : new InferenceRequest(
                        sampleIndex, Prompt.of("hello"), parameters(20).build());
    }

    private static GenerationParameters.Builder parameters(int maxTokens) {
        return GenerationParameters.builder().maxTokens(maxTokens);
    }

    /** Returns a request whose completion has exactly this number of tokens. */
    private static InferenceRequest exactly(int tokens, int... prompt) {
        return new InferenceRequest(
                0, Prompt.of(prompt), parameters(tokens).ignoreEos(true).build());
    }

    private static int[] prompt(int seed, int length) {
        return new Random(seed).ints(length, 5, 512).toArray();
    }

    private static List<Response> responses(LlamaBackend.Builder settings, List<InferenceRequest> requests)
            throws Exception {
        try (InferenceBackend backend = settings.build()) {
            backend.start();
            List<RecordedResponse> recorded = new ArrayList<>();
            for (InferenceRequest each : requests) {
                backend.check(each);
                RecordedResponse listener = new RecordedResponse();
                recorded.add(listener);
                backend.send(each, listener);
            }
            List<Response> responses = new ArrayList<>();
            for (RecordedResponse each : recorded) {
                responses.add(each.await().response());
            }
            return responses;
        }
    }

    private static Response response(InferenceRequest request) throws Exception {
        return responses(settings(), List.of(request)).get(0);
    }

    private static List<List<Integer>> ids(List<Response> responses) {
        return responses.stream()
                .map(each -> Arrays.stream(each.output().tokenIds()).boxed().toList())
                .toList();
    }

    /** Returns the text of tokens by the vocabulary that was written. */
    private static String text(int... ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> tokens = TinyModel.tokens();
        for (int id : ids) {
            String token = tokens.get(id);
            if (token.matches("<0x..>")) {
                bytes.write(Integer.parseInt(token.substring(3, 5), 16));
            } else if (id > END_OF_TURN) {
                bytes.writeBytes(token.replace('\u2581', ' ').getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void cancelledRequestsLeaveTheirSequences() throws Exception {
        try (LlamaBackend backend =
                settings().context(TinyModel.MAX_CONTEXT).sequences(2).build()) {
            backend.start();
            List<RecordedResponse> endless = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                endless.add(new RecordedResponse());
                backend.send(exactly(TinyModel.MAX_CONTEXT - 100, prompt(i, 10)), endless.get(i));
            }
            backend.cancelRequests();

            for (RecordedResponse each : endless) {
                assertThat(each.await().failure())
                        .isEqualTo(new Failure(Failure.Kind.CANCELLED, "the run ended before the response"));
            }
            RecordedResponse next = new RecordedResponse();
            backend.send(exactly(3, prompt(7, 10)), next);
            assertThat(next.await().response().tokenCount()).isEqualTo(3);
        }
    }

    @Test
    void cancelledRequestKeepsTheOthers() throws Exception {
        InferenceRequest endless = exactly(TinyModel.MAX_CONTEXT - 100, prompt(1, 10));
        try (LlamaBackend backend =
                settings().context(TinyModel.MAX_CONTEXT).sequences(2).build()) {
            backend.start();
            List<RecordedResponse> recorded = new ArrayList<>();
            for (InferenceRequest each : List.of(endless, endless, endless, exactly(50, prompt(2, 10)))) {
                recorded.add(new RecordedResponse());
                backend.send(each, recorded.get(recorded.size() - 1));
            }
            backend.cancelRequest(recorded.get(2)); // waits for a sequence
            backend.cancelRequest(recorded.get(0)); // has a sequence

            for (int i : new int[] {0, 2}) {
                assertThat(recorded.get(i).await().failure())
                        .isEqualTo(new Failure(Failure.Kind.CANCELLED, "the request was cancelled"));
            }
            assertThat(recorded.get(3).await().response().tokenCount()).isEqualTo(50); // in the free sequence
            backend.cancelRequest(recorded.get(3)); // has ended
            backend.cancelRequests();
            assertThat(recorded.get(1).await().failure().message()).isEqualTo("the run ended before the response");
        }
    }

    @Test
    void responsesHaveIdsAndTheirText() throws Exception {
        Response response = response(exactly(100, prompt(1, 10)));

        assertThat(response.output().tokenIds()).hasSize(100);
        assertThat(response.tokenCount()).isEqualTo(100);
        assertThat(response.tokenSource()).isEqualTo(TokenSource.IDS);
        assertThat(response.usage().prompt()).isEqualTo(10);
        assertThat(response.usage().completion()).isEqualTo(100);
        assertThat(response.finishReason()).isEqualTo("length");
        assertThat(response.output().text()).isEqualTo(text(response.output().tokenIds()));
    }

    @Test
    void eachTokenIsReportedOnce() throws Exception {
        try (InferenceBackend backend = create()) {
            backend.start();
            for (int count : new int[] {1, 2, 50}) {
                RecordedResponse recorded = new RecordedResponse();
                backend.send(exactly(count, prompt(count, 5)), recorded);
                Response response = recorded.await().response();

                Output first = recorded.first().orElseThrow();
                assertThat(first.tokenIds()).containsExactly(response.output().tokenIds()[0]);
                assertThat(response.output().text()).startsWith(first.text());
                assertThat(recorded.laterChunks())
                        .hasSize(count - 1)
                        .containsOnly(
                                IntStream.range(0, count - 1).mapToObj(i -> 1).toArray(Integer[]::new));
                Timeline timeline = recorded.timeline();
                assertThat(timeline.sent()).isBetween(timeline.dequeued(), timeline.firstToken());
                assertThat(recorded.firstNanos()).isEqualTo(timeline.firstToken());
            }
        }
    }

    @Test
    void textPromptsEqualTheirTokens() throws Exception {
        // <s>, and a space that the tokenizer adds before the first word
        List<String> vocabulary = TinyModel.tokens();
        int[] ids = {1, vocabulary.indexOf("\u2581te"), vocabulary.indexOf("na"), vocabulary.indexOf("\u2581di")};
        assertThat(ids).doesNotContain(-1);

        Response ofText = response(new InferenceRequest(
                0, Prompt.of("tena di"), parameters(30).ignoreEos(true).build()));
        Response ofIds = response(exactly(30, ids));

        assertThat(ofText.usage().prompt()).isEqualTo(4);
        assertThat(ids(List.of(ofText))).isEqualTo(ids(List.of(ofIds)));
    }

    @Test
    void chatPromptsUseTheTemplateOfTheModel() throws Exception {
        Prompt chat = Prompt.of(List.of(new ChatMessage("system", "sa"), new ChatMessage("user", "tena")));
        Response ofChat = response(new InferenceRequest(0, chat, parameters(10).build()));
        Response ofText = response(new InferenceRequest(
                0,
                Prompt.of(
                        "<|im_start|>system\nsa<|im_end|>\n<|im_start|>user\ntena<|im_end|>\n<|im_start|>assistant\n"),
                parameters(10).build()));

        assertThat(ofChat.usage().prompt())
                .isGreaterThan(10)
                .isEqualTo(ofText.usage().prompt());
        assertThat(ids(List.of(ofChat))).isEqualTo(ids(List.of(ofText)));
    }

    @Test
    void greedyIdsAreTheSameForAnyNumberOfSequences() throws Exception {
        List<InferenceRequest> requests = IntStream.range(0, 12)
                .mapToObj(i -> exactly(60, prompt(i, 5 + 3 * i)))
                .toList();

        List<List<Integer>> alone = ids(responses(settings().sequences(1), requests));

        assertThat(alone).doesNotHaveDuplicates();
        assertThat(ids(responses(settings().sequences(1), requests))).isEqualTo(alone);
        assertThat(ids(responses(settings().sequences(4), requests))).isEqualTo(alone);
        assertThat(ids(responses(settings().sequences(12), requests))).isEqualTo(alone);
    }

    @Test
    void longPromptsAreProcessedInParts() throws Exception {
        List<InferenceRequest> requests =
                IntStream.range(0, 8).mapToObj(i -> exactly(40, prompt(i, 200))).toList();

        assertThat(ids(responses(settings().batch(7), requests))).isEqualTo(ids(responses(settings(), requests)));
    }

    @Test
    void requestsOfAllLengthsFillTheContext() throws Exception {
        Random random = new Random(5);
        List<InferenceRequest> requests = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int length = 1 + random.nextInt(255);
            requests.add(exactly(256 - length, prompt(i, length)));
        }

        List<Response> responses = responses(settings().sequences(4), requests);

        for (int i = 0; i < requests.size(); i++) {
            int length = requests.get(i).prompt().length();
            assertThat(responses.get(i).usage().prompt()).isEqualTo(length);
            assertThat(responses.get(i).output().tokenIds()).hasSize(256 - length);
        }
    }

    @Test
    void withoutALimitTheContextIsTheLimit() throws Exception {
        Response response = response(new InferenceRequest(
                0,
                Prompt.of(prompt(1, 6)),
                GenerationParameters.builder().ignoreEos(true).build()));

        assertThat(response.tokenCount()).isEqualTo(250);
        assertThat(response.finishReason()).isEqualTo("length");
    }

    @Test
    void theEndTokenEndsTheCompletion() throws Exception {
        List<InferenceRequest> requests =
                IntStream.range(0, 30).mapToObj(seed -> sampled(seed, 0, false)).toList();
        List<Response> responses = responses(settings(), requests);
        Response ended = responses.stream()
                .filter(each -> each.finishReason().equals("stop"))
                .findFirst()
                .orElseThrow();
        int seed = responses.indexOf(ended);
        int count = ended.tokenCount();
        int[] ids = ended.output().tokenIds();

        assertThat(ids[count - 1]).isIn(END_OF_TEXT, END_OF_TURN);
        assertThat(Arrays.copyOf(ids, count - 1)).doesNotContain(END_OF_TEXT, END_OF_TURN);
        assertThat(ended.output().text()).isEqualTo(text(ids));
        assertThat(response(sampled(seed, 0, false)).output().tokenIds()).containsExactly(ids);
        assertThat(response(sampled(seed, count + 5, false)).tokenCount()).isGreaterThan(count + 5);
        Response ignoring = response(sampled(seed, 0, true));
        assertThat(ignoring.tokenCount()).isEqualTo(200);
        assertThat(Arrays.copyOf(ignoring.output().tokenIds(), count)).containsExactly(ids);
    }

    private static InferenceRequest sampled(long seed, int minTokens, boolean ignoreEos) {
        return new InferenceRequest(
                0,
                Prompt.of(5, 6, 7),
                parameters(200)
                        .temperature(1)
                        .seed(seed)
                        .minTokens(minTokens)
                        .ignoreEos(ignoreEos)
                        .build());
    }

    @Test
    void samplingFollowsTheParameters() throws Exception {
        int[] greedy = response(exactly(30, 5, 6, 7)).output().tokenIds();
        GenerationParameters.Builder hot =
                parameters(30).ignoreEos(true).temperature(2).seed(1);

        assertThat(withParameters(hot.build())).isNotEqualTo(greedy);
        assertThat(withParameters(hot.topK(1).build())).isEqualTo(greedy);
        assertThat(withParameters(hot.topK(-1).topP(1e-6).build())).isEqualTo(greedy);
        assertThat(withParameters(hot.topP(1).seed(2).build()))
                .isNotEqualTo(withParameters(hot.seed(3).build()))
                .isEqualTo(withParameters(hot.seed(2).build()));
    }

    private static int[] withParameters(GenerationParameters parameters) throws Exception {
        return response(new InferenceRequest(0, Prompt.of(5, 6, 7), parameters))
                .output()
                .tokenIds();
    }

    @Test
    void stopTextsEndTheCompletionAndAreNotPartOfIt() throws Exception {
        Response whole = response(exactly(100, prompt(3, 10)));
        String text = whole.output().text();
        String stop = text.substring(40, 45);
        int expected = text.indexOf(stop);

        Response stopped = response(new InferenceRequest(
                0,
                Prompt.of(prompt(3, 10)),
                parameters(100).ignoreEos(true).stop("never", stop).build()));

        assertThat(stopped.finishReason()).isEqualTo("stop");
        assertThat(stopped.output().text()).isEqualTo(text.substring(0, expected));
        int[] ids = stopped.output().tokenIds();
        assertThat(stopped.tokenCount()).isEqualTo(ids.length).isLessThan(100);
        assertThat(Arrays.copyOf(whole.output().tokenIds(), ids.length)).containsExactly(ids);
        assertThat(text(ids)).contains(stop);
        assertThat(text(Arrays.copyOf(ids, ids.length - 1))).doesNotContain(stop);
    }

    @Test
    void impossibleRequestsAreRejected() throws Exception {
        assertRejected(exactly(57, prompt(1, 200)), "the prompt has 200 tokens and the completion up to 57", "256");
        assertRejected(exactly(1, 5, 512), "token 512 at position 1", "vocabulary", "512 tokens");
        assertRejected(exactly(1, -1), "token -1 at position 0");
        assertRejected(exactly(1), "the prompt has no tokens");
        assertRejected(
                new InferenceRequest(
                        0, Prompt.of(5), parameters(1).extra("best_of", 2).build()),
                "'best_of'");
    }

    private static void assertRejected(InferenceRequest request, String... words) throws Exception {
        try (LlamaBackend backend = settings().build()) {
            backend.start();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> backend.check(request))
                    .satisfies(e -> assertThat(e.getMessage()).contains(words));
            RecordedResponse rejected = new RecordedResponse();
            RecordedResponse next = new RecordedResponse();
            backend.send(request, rejected);
            backend.send(exactly(3, 5), next);

            assertThat(rejected.await().failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
            assertThat(rejected.failure().message()).contains(words);
            assertThat(next.await().response().tokenCount()).isEqualTo(3);
        }
    }

    @Test
    void aListenerThatThrowsDoesNotHarmOthers() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        try (LlamaBackend backend = settings().sequences(1).build()) {
            backend.start();
            backend.send(exactly(10, 5), new ResponseListener() {
                @Override
                public void firstToken(long nanos, Output first) {
                    throw new IllegalStateException("broken listener");
                }

                @Override
                public void end(Response response) {}

                @Override
                public void failed(Failure failure, Timeline timeline) {
                    failed.countDown();
                    throw new IllegalStateException("broken listener");
                }
            });
            RecordedResponse other = new RecordedResponse();
            backend.send(exactly(10, 5), other);

            assertThat(other.await().response().tokenCount()).isEqualTo(10);
            assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anErrorOfAListenerEndsTheEngineWithAReason() throws Exception {
        endless = true;
        Failure reason = new Failure(
                Failure.Kind.BACKEND_EXCEPTION,
                "the llama engine has ended: java.lang.OutOfMemoryError: thrown by a test");
        LlamaBackend backend =
                settings().context(TinyModel.MAX_CONTEXT).sequences(2).build();
        backend.start();
        assertThat(backend.lost()).isEmpty();
        List<RecordedResponse> others = new ArrayList<>();
        backend.send(request(0), throwing(new OutOfMemoryError("thrown by a test"), new RecordedResponse()));
        for (int i = 1; i < 5; i++) {
            others.add(new RecordedResponse());
            backend.send(request(i), others.get(i - 1));
        }

        for (RecordedResponse each : others) {
            assertThat(each.await().failure()).isEqualTo(reason);
        }
        assertThat(backend.lost()).contains(reason.message());
        assertThat(backend.health().ready()).isFalse();
        assertThat(backend.health().detail()).isEqualTo(reason.message());
        backend.close();
        RecordedResponse later = new RecordedResponse();
        backend.send(request(0), later);
        assertThat(later.await().failure()).isEqualTo(reason);
        assertThat(backend.lost()).contains(reason.message());
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("llama");
    }

    @Test
    void aResponseThatEndsWithAnErrorEndsOnce() throws Exception {
        RecordedResponse ended = new RecordedResponse();
        LlamaBackend backend = settings().build();
        backend.start();
        backend.send(exactly(1, 5), throwing(new AssertionError("thrown by a test"), ended));
        ended.await();
        for (int i = 0; i < 1000 && backend.lost().isEmpty(); i++) {
            Thread.sleep(10); // the listener throws after it has recorded the end
        }
        backend.close();

        assertThat(ended.await().response().tokenCount()).isEqualTo(1);
        assertThat(backend.lost()).contains("the llama engine has ended: java.lang.AssertionError: thrown by a test");
    }

    /** Returns a listener that throws an error at the second token and at the end. */
    private static ResponseListener throwing(Error error, RecordedResponse recorded) {
        return new ResponseListener() {
            @Override
            public void firstToken(long nanos, Output first) {
                recorded.firstToken(nanos, first);
            }

            @Override
            public void tokens(long nanos, int tokenIds) {
                throw error;
            }

            @Override
            public void end(Response response) {
                recorded.end(response);
                throw error;
            }

            @Override
            public void failed(Failure failure, Timeline timeline) {
                recorded.failed(failure, timeline);
                throw error;
            }
        };
    }

    /** The missing request is a fault that the engine does not expect, like an exhausted heap. */
    @Test
    void aRequestThatEndsTheEngineFails() throws Exception {
        try (LlamaBackend backend = settings().build()) {
            backend.start();
            RecordedResponse faulty = new RecordedResponse();
            backend.send(null, faulty);

            assertThat(faulty.await().failure().message()).startsWith("java.lang.NullPointerException");
            RecordedResponse later = new RecordedResponse();
            backend.send(exactly(1, 5), later);
            assertThat(later.await().failure().message())
                    .startsWith("the llama engine has ended: java.lang.NullPointerException")
                    .isEqualTo(backend.lost().orElseThrow());
        }
    }

    @Test
    void aListenerCanCloseTheBackend() throws Exception {
        endless = true;
        LlamaBackend backend = settings().context(TinyModel.MAX_CONTEXT).build();
        backend.start();
        RecordedResponse closing = new RecordedResponse(backend::close);
        RecordedResponse other = new RecordedResponse();
        backend.send(request(0), other);
        backend.send(request(1), closing);

        assertThat(closing.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(other.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
        backend.close();
        assertThat(backend.health().ready()).isFalse();
        assertThat(backend.lost()).isEmpty();
    }

    @Test
    void closingReleasesTheModel() throws Exception {
        Path large = TinyModel.write(folder.resolve("large.gguf"), 4, 256);
        for (int i = 0; i < 40; i++) {
            LlamaBackend backend =
                    LlamaBackend.builder(large).sequences(8).threads(1).build();
            backend.start();
            backend.send(exactly(2000, 5), new RecordedResponse());
            backend.close();
            backend.close();
        }

        // 40 models and caches would have more than 40 * 130 MiB
        assertThat(residentMegabytes()).isLessThan(2000);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("llama");
    }

    private static long residentMegabytes() throws Exception {
        String status = java.nio.file.Files.readString(Path.of("/proc/self/status"));
        return Long.parseLong(status.replaceAll("(?s).*VmRSS:\\s*(\\d+) kB.*", "$1")) / 1024;
    }
}
