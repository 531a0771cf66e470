package io.loadharness.cli.bench;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.cli.server.TokenCounting;
import io.loadharness.health.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.Buffer;
import java.util.List;

/** All that a run does to a request: what {@code harness run} measures, with this in the place of LoadGen. */
final class OwnLoop extends ClosedLoop implements SampleSink {

    private final ServerUnderTest server;
    private Watchers watchers;

    OwnLoop(String transport, URI uri, HttpWorkload workload) {
        super(workload);
        Dialect dialect = Dialect.VLLM_COMPLETIONS;
        OpenAiBackend backend = OpenAiBackend.builder(uri.toString())
                .dialect(dialect)
                .model(HttpWorkload.MODEL)
                .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                .build();
        server = new ServerUnderTest(
                List.of(backend),
                dialect,
                TokenCounting.BY_SERVER,
                ServerUnderTest.Spread.upTo(ServerUnderTest.Spread.UNLIMITED),
                ClientLimits.NONE,
                new RequestSet(workload.name(), List.of(workload.request())));
    }

    /** The same with all that watches a run. */
    static OwnLoop watched(String transport, URI uri, HttpWorkload workload) throws IOException {
        OwnLoop loop = new OwnLoop(transport, uri, workload);
        loop.watchers = new Watchers(loop.server);
        return loop;
    }

    @Override
    void send() {
        server.system().issueQuery(Query.of(this, 0, 0));
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        return true;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        answered(tokenCount);
        return true;
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        throw new IllegalStateException("these samples complete one by one");
    }

    @Override
    public boolean fail(long id, int index, Failure failure) {
        failed(failure.toString());
        return true;
    }

    @Override
    public void close() {
        server.close();
        if (watchers != null) {
            watchers.close();
        }
    }
}
