// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** A request in flight. Only the thread of its {@link EngineLink} calls the listener. */
final class Flight {

    private static final int MAX_TEXT = 1 << 26;

    /** A limit for requests without a maximum, so that an endless response does not fill the memory. */
    private static final int MAX_TOKENS = 1 << 24;

    private static final int INITIAL_IDS = 64;

    private final ResponseListener listener;
    private final int maxTokens;
    private final @Nullable EngineRequestEvent event;
    final long dequeued;
    volatile long sent;
    long id;

    private int[] ids;
    private int idCount;
    private int count;
    private boolean hasUncounted;
    private StringBuilder text = new StringBuilder(0);
    private long firstByte = Timeline.UNKNOWN;
    private long firstToken = Timeline.UNKNOWN;
    private long lastToken = Timeline.UNKNOWN;
    private boolean ended;

    Flight(int process, InferenceRequest request, ResponseListener listener, long now) {
        this.listener = listener;
        this.maxTokens = request.parameters().maxTokens().orElse(MAX_TOKENS);
        this.ids = new int[Math.min(maxTokens, INITIAL_IDS)];
        this.dequeued = now;
        this.sent = now;
        this.event = event(process, request);
    }

    private static @Nullable EngineRequestEvent event(int process, InferenceRequest request) {
        if (!FlightRecorder.isInitialized()) {
            return null; // the first use of a class of an event starts the Flight Recorder, which takes 200 ms
        }
        EngineRequestEvent event = new EngineRequestEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.process = process;
        event.sample = request.sampleIndex();
        event.begin();
        return event;
    }

    private void commitEvent(String outcome, Timeline times) {
        if (event != null) {
            event.request = id;
            event.commit(outcome, times);
        }
    }

    /** Returns true if the result was reported, but the worker has not yet ended the request. */
    boolean isEnded() {
        return ended;
    }

    /** Adds token ids. Returns false if they are more than the request allows; the request has then failed. */
    boolean addIds(long nanos, ByteBuffer from, int position, int number) {
        if (!addCount(nanos, number)) {
            return false;
        }
        int before = idCount;
        int total = before + number;
        idCount = total;
        if (total > ids.length) {
            ids = Arrays.copyOf(ids, Math.max(total, (int) Math.min(maxTokens, 2L * ids.length)));
        }
        if (number == 1) { // most frames of most engines
            ids[before] = from.getInt(position);
        } else {
            for (int i = 0; i < number; i++) {
                ids[before + i] = from.getInt(position + 4 * i);
            }
        }
        report(nanos, number, number, "");
        return true;
    }

    /**
     * Adds text. Empty text without tokens has no effect, because it does not contain a part of the output.
     *
     * @param tokens the number of tokens; 0 if the number is unknown; {@link WorkerProtocol#UNSENT_TEXT} if the text is unknown too
     * @return false if there are more tokens than the request allows; the request has then failed
     */
    boolean addText(long nanos, String chunk, int tokens) {
        if (tokens == 0 && chunk.isEmpty()) {
            return true;
        }
        int number = Math.max(0, tokens);
        if (!addCount(nanos, number)) {
            return false;
        }
        if (chunk.length() > MAX_TEXT - text.length()) {
            fail(
                    new Failure(
                            Failure.Kind.MALFORMED_RESPONSE,
                            "the engine sent more than " + MAX_TEXT + " characters in one response"),
                    nanos);
            return false;
        }
        text.append(chunk);
        hasUncounted |= number == 0;
        report(nanos, 0, number, chunk);
        return true;
    }

    private boolean addCount(long nanos, int number) {
        if (number > maxTokens - count) {
            fail(
                    new Failure(
                            Failure.Kind.MALFORMED_RESPONSE,
                            "the engine sent " + ((long) count + number) + " tokens, but the request allows at most "
                                    + maxTokens),
                    nanos);
            return false;
        }
        count += number;
        return true;
    }

    private void report(long nanos, int firstIds, int number, String chunk) {
        lastToken = nanos;
        if (firstToken != Timeline.UNKNOWN) {
            listener.tokens(nanos, number);
            return;
        }
        firstByte = nanos;
        firstToken = nanos;
        listener.firstToken(
                nanos,
                firstIds > 0
                        ? Output.of(Arrays.copyOf(ids, firstIds))
                        : chunk.isEmpty() ? Output.NOTHING : Output.of(chunk));
    }

    /**
     * Ends the request. The ids and the text of the end replace those that were streamed. Fewer ids than streamed tokens fail the request.
     *
     * @param finalIds the ids; empty if they were streamed
     * @param finalText the text; empty if it was streamed
     */
    void end(long nanos, int[] finalIds, String finalText, Usage usage, String finishReason) {
        if (finalIds.length > 0 && finalIds.length < count) {
            fail(
                    new Failure(
                            Failure.Kind.MALFORMED_RESPONSE,
                            "the engine streamed " + count + " tokens, but its complete response has only "
                                    + finalIds.length),
                    nanos);
            return;
        }
        int[] all = finalIds.length > 0 || idCount < count ? finalIds : Arrays.copyOf(ids, idCount);
        String allText = finalText.isEmpty() ? text.toString() : finalText;
        int counted = usage.completion() >= 0 ? usage.completion() : count; // the worker counted the tokens of text
        TokenSource source = all.length > 0 ? TokenSource.IDS : sourceOfCount(usage);
        int tokens = source == TokenSource.IDS ? all.length : counted;
        end(new Response(
                Output.of(all, allText), tokens, source, usage.reasoning(), usage, finishReason, timeline(nanos)));
    }

    /** Returns the source of the count of a response without ids. The numbers of tokens of its chunks can contradict the usage. */
    private TokenSource sourceOfCount(Usage usage) {
        if (usage.completion() < 0) {
            return count > 0 ? TokenSource.USAGE : TokenSource.NONE;
        }
        boolean isContradictory =
                usage.completion() < count || (count > 0 && !hasUncounted && usage.completion() > count);
        return isContradictory ? TokenSource.CONTRADICTORY_USAGE : TokenSource.USAGE;
    }

    /** Ends the request of a model that is not a language model. */
    void end(long nanos, byte[] output) {
        end(Response.ofBytes(output, timeline(nanos)));
    }

    private void end(Response response) {
        ended = true;
        try {
            listener.end(response);
        } finally {
            commitEvent("OK", response.timeline());
        }
    }

    /** Fails the request, unless it has ended. */
    void fail(Failure failure, long nanos) {
        if (!ended) {
            ended = true;
            Timeline times = timeline(nanos);
            try {
                listener.failed(failure, times);
            } finally {
                commitEvent(failure.kind().name(), times);
            }
        }
    }

    /** Sets the time at which the last bytes of the request were written, unless the worker has already begun its response. */
    void written(long nanos) {
        if (firstByte == Timeline.UNKNOWN) {
            sent = nanos;
        }
    }

    @SuppressWarnings("ReferenceEquality") // a request is known by the identity of its listener
    boolean isFor(ResponseListener other) {
        return listener == other;
    }

    boolean hasTokens() {
        return firstToken != Timeline.UNKNOWN;
    }

    private Timeline timeline(long done) {
        return Timeline.builder()
                .dequeued(dequeued)
                .sent(sent)
                .firstByte(firstByte == Timeline.UNKNOWN ? done : firstByte)
                .firstToken(firstToken)
                .firstContent(firstToken)
                .lastToken(lastToken)
                .done(done)
                .build();
    }
}
