// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Issues the samples of a run on one thread. A late sample is issued immediately. No sample is skipped or rescheduled. */
final class Issuer {

    private final PreparedSchedule prepared;
    private final Pacer pacer;
    private final IntSupplier samples;
    private final SampleTable table;
    private final ResultSink sink;
    private final Callbacks callbacks;
    private final BooleanSupplier ending;
    private long start;

    Issuer(PreparedSchedule prepared, SampleTable table, ResultSink sink, Callbacks callbacks, BooleanSupplier ending) {
        this.prepared = prepared;
        this.pacer = prepared.pacer();
        this.samples = prepared.samples().choice(prepared.settings());
        this.table = table;
        this.sink = sink;
        this.callbacks = callbacks;
        this.ending = ending;
    }

    /** Issues all samples and waits until they have ended, unless the run ends early. */
    void run() {
        pacer.begin();
        start = pacer.now();
        sink.begin(start);
        Optional<Sessions> sessions = prepared.schedule().sessions();
        if (sessions.isPresent()) {
            runSessions(sessions.get(), prepared.schedule().stages().get(0).traffic());
        } else if (prepared.schedule().isOpen()) {
            runArrivals(prepared.arrivals());
        } else {
            prepared.schedule().stages().forEach(this::runLoop);
        }
    }

    private void runArrivals(ArrivalSequence arrivals) {
        while (!ending.getAsBoolean() && arrivals.next()) {
            await(arrivals.offset());
            if (!ending.getAsBoolean()) {
                int requested = arrivals.sample();
                issue(
                        0,
                        requested == ArrivalTimes.ANY_SAMPLE ? samples.getAsInt() : requested,
                        arrivals.offset(),
                        now(),
                        false);
            }
        }
        finish();
    }

    private void runLoop(Stage stage) {
        Concurrency concurrency = (Concurrency) stage.traffic();
        long from = now() + stage.pauseNanos();
        long until = stage.nanos() == Stage.UNBOUNDED ? Long.MAX_VALUE : from + stage.nanos();
        FreeSlots slots = new FreeSlots(concurrency.level(), from - concurrency.thinkNanos());
        sink.onEnd((session, time, completed) -> slots.free(time));
        for (long number = 0; number < stage.samples() && !ending.getAsBoolean(); number++) {
            long ready = slots.take(ending) + concurrency.thinkNanos();
            if (ready < until) {
                await(ready);
            }
            long now = now();
            if (ready >= until || now >= until || ending.getAsBoolean()) {
                break;
            }
            issue(0, samples.getAsInt(), now, now, number < concurrency.level());
        }
        finish();
    }

    private void runSessions(Sessions sessions, Traffic starts) {
        SessionLoop loop = new SessionLoop(
                sessions,
                new SessionLoop.Run() {
                    @Override
                    public long now() {
                        return Issuer.this.now();
                    }

                    @Override
                    public void await(long time, BooleanSupplier condition) {
                        pacer.await(start + time, condition);
                    }

                    @Override
                    public void issue(int session, int sample, long scheduled, boolean startsLoop) {
                        Issuer.this.issue(session, sample, scheduled, Issuer.this.now(), startsLoop);
                    }
                },
                ending);
        sink.onEnd(loop::ended);
        if (starts instanceof Concurrency concurrency) {
            loop.run(concurrency.level());
        } else {
            loop.run(prepared.arrivals());
        }
        finish();
    }

    private long now() {
        return pacer.now() - start;
    }

    private void await(long time) {
        pacer.await(start + time, ending);
    }

    private void issue(int session, int index, long scheduled, long now, boolean startsLoop) {
        int number = table.add(index, scheduled, now);
        SystemUnderTest sut = prepared.sut();
        Query query = Query.of(
                sink, ResultSink.id(session, number), index, start + Math.min(scheduled, now), start + now, startsLoop);
        callbacks.call("issueQuery", () -> sut.issueQuery(query));
    }

    private void finish() {
        if (!ending.getAsBoolean()) {
            callbacks.call("flushQueries", prepared.sut()::flushQueries);
            sink.await(table.size(), ending);
        }
    }
}
