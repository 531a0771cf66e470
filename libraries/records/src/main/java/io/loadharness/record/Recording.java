// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the data of one request. When the request has ended, the recording is passed to a consumer and no longer changes. Only one
 * thread at a time may write to a recording.
 */
final class Recording implements ResponseListener {

    final int sampleIndex;
    final String endpoint;
    final long sequence;
    final ChunkIntervals gaps = new ChunkIntervals();
    private final int promptIds;
    private final Consumer<Recording> ended;

    @Nullable
    Failure failure;

    @Nullable
    Timeline times;

    Usage usage = Usage.NONE;
    int tokens;
    TokenSource tokenSource = TokenSource.NONE;
    String finishReason = "";

    Recording(InferenceRequest request, String endpoint, long sequence, Consumer<Recording> ended) {
        this.sampleIndex = request.sampleIndex();
        this.promptIds = idsOf(request.prompt());
        this.endpoint = endpoint;
        this.sequence = sequence;
        this.ended = ended;
    }

    /** Creates the recording of a sample that was never sent. */
    Recording(int sampleIndex, Failure failure, Timeline times, long sequence) {
        this.sampleIndex = sampleIndex;
        this.endpoint = "";
        this.sequence = sequence;
        this.promptIds = Usage.UNKNOWN;
        this.ended = recording -> {};
        this.failure = failure;
        this.times = times;
    }

    private static int idsOf(Prompt prompt) {
        return prompt instanceof Prompt.TokenIds ? prompt.length() : Usage.UNKNOWN;
    }

    @Override
    public void firstToken(long nanos, Output first) {
        gaps.begin(nanos);
    }

    @Override
    public void tokens(long nanos, int tokenIds) {
        gaps.add(nanos);
    }

    @Override
    public void end(Response response) {
        times = response.timeline();
        usage = response.usage();
        tokens = response.tokenCount();
        tokenSource = response.tokenSource();
        finishReason = response.finishReason();
        ended.accept(this);
    }

    @Override
    public void failed(Failure why, Timeline timeline) {
        failure = why;
        times = timeline;
        ended.accept(this);
    }

    /** Returns the number of prompt tokens: the number that the server reported, or else the number of token ids that were sent. */
    int promptTokens() {
        return usage.prompt() == Usage.UNKNOWN ? promptIds : usage.prompt();
    }
}
