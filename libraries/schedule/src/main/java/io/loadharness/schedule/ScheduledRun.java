// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.ClientVerdict;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestResult;
import io.loadharness.generator.EarlyEnd;
import io.loadharness.generator.GeneratorRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A run of a schedule. Its thread issues all samples. */
final class ScheduledRun extends GeneratorRun {

    private final PreparedSchedule prepared;
    private final SampleTable table = new SampleTable();
    private final ResultSink sink;
    private final Callbacks callbacks = new Callbacks(this::callbackFailed);
    private final Issuer issuer;

    ScheduledRun(PreparedSchedule prepared, String name) {
        super(
                name,
                prepared.sut(),
                prepared.schedule().scenario(),
                prepared.stallLimit(),
                prepared.files().directory());
        this.prepared = prepared;
        sink = new ResultSink(table, prepared.pacer(), this::generatorFailed);
        issuer = new Issuer(prepared, table, sink, callbacks, this::isEnding);
    }

    @Override
    protected void generate() {
        QuerySampleLibrary library = prepared.library();
        int[] indices = prepared.samples().indices();
        if (!isEnding() && callbacks.call("loadSamplesToRam", () -> library.loadSamplesToRam(indices.clone()))) {
            issuer.run();
            Thread.interrupted(); // clears an interrupt that was intended for a callback and arrived too late
            callbacks.call("unloadSamplesFromRam", () -> library.unloadSamplesFromRam(indices));
        }
    }

    @Override
    protected void close() {
        sink.close();
    }

    @Override
    protected void abandon() {
        sink.close();
    }

    @Override
    protected TestResult result(Optional<EarlyEnd> earlyEnd, ClientVerdict client) {
        try {
            return new ResultBuilder(prepared, table, sink.failures(), progress(), client).result(earlyEnd);
        } finally {
            prepared.files().release();
        }
    }

    @Override
    protected long issued() {
        return table.size();
    }

    @Override
    protected long completed() {
        return Math.max(0, sink.ended() - failed()); // negative if a sample fails between the two reads
    }

    @Override
    protected long failed() {
        return sink.failures().total();
    }

    @Override
    protected long activity() {
        return sink.started();
    }

    @Override
    protected boolean isInCallback() {
        return callbacks.isInside();
    }

    @Override
    protected List<Integer> samplesInFlight(int limit) {
        return IntStream.range(0, table.size())
                .filter(number -> !table.hasEnded(number))
                .limit(limit)
                .mapToObj(table::index)
                .toList();
    }

    @Override
    protected Optional<Duration> expectedDuration() {
        return prepared.schedule().length();
    }
}
