// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.RequestObserver;
import java.io.IOException;
import java.net.URI;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The complete client of {@code harness run}. A closed loop generates the load instead of LoadGen. */
final class HarnessLoop extends ClosedLoop implements SampleSink {

    private final BackendSystemUnderTest server;
    private volatile RequestObserver observer = RequestObserver.NONE;
    private @Nullable RunObservers runObservers;

    HarnessLoop(String transport, URI uri, HttpWorkload workload) {
        super(workload);
        Dialect dialect = Dialect.VLLM_COMPLETIONS;
        OpenAiBackend backend = OpenAiBackend.builder(uri.toString())
                .dialect(dialect)
                .model(HttpWorkload.MODEL)
                .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                .build();
        server = BackendSystemUnderTest.builder("http", index -> workload.request())
                .observer((request, endpoint) -> observer.sending(request, endpoint))
                .clientLimits(ClientLimits.NONE)
                .backend(backend)
                .build();
    }

    /** Creates a loop with the observers of a run: recording and display. */
    static HarnessLoop watched(String transport, URI uri, HttpWorkload workload) throws IOException {
        HarnessLoop loop = new HarnessLoop(transport, uri, workload);
        loop.runObservers = new RunObservers();
        loop.observer = loop.runObservers.observer();
        return loop;
    }

    @Override
    void send() {
        server.issueQuery(Query.of(this, 0, 0));
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        return true;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        completed(tokenCount);
        return true;
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        throw new IllegalStateException("completeAll is not supported: each query of this loop has only one sample");
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        failed(failure.toString());
        return true;
    }

    @Override
    public void close() {
        server.close();
        if (runObservers != null) {
            runObservers.close();
        }
    }
}
