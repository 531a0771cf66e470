// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Issues the samples of a run, on one thread. A sample that is late is issued at once; none is left out, and none is put off. */
final class Issuer {

    private final PreparedSchedule prepared;
    private final Pacer pacer;
    private final IntSupplier samples;
    private final SampleTable table;
    private final Intake intake;
    private final Callbacks callbacks;
    private final BooleanSupplier ending;
    private long begin;

    Issuer(PreparedSchedule prepared, SampleTable table, Intake intake, Callbacks callbacks, BooleanSupplier ending) {
        this.prepared = prepared;
        this.pacer = prepared.pacer();
        this.samples = prepared.samples().choice(prepared.settings());
        this.table = table;
        this.intake = intake;
        this.callbacks = callbacks;
        this.ending = ending;
    }

    /** Issues all there is and waits until it has ended, unless the run ends early. */
    void run() {
        pacer.begin();
        begin = pacer.now();
        intake.begin(begin);
        Optional<Sessions> sessions = prepared.schedule().sessions();
        if (sessions.isPresent()) {
            converse(sessions.get(), prepared.schedule().stages().get(0).traffic());
        } else if (prepared.schedule().isOpen()) {
            arrive(prepared.arrivals());
        } else {
            prepared.schedule().stages().forEach(this::loop);
        }
    }

    private void arrive(ArrivalSequence arrivals) {
        while (!ending.getAsBoolean() && arrivals.next()) {
            await(arrivals.offset());
            if (!ending.getAsBoolean()) {
                int named = arrivals.sample();
                issue(0, named == Offsets.ANY_SAMPLE ? samples.getAsInt() : named, arrivals.offset(), now(), false);
            }
        }
        finish();
    }

    private void loop(Stage stage) {
        Concurrency concurrency = (Concurrency) stage.traffic();
        long from = now() + stage.pauseNanos();
        long until = stage.nanos() == Stage.UNBOUNDED ? Long.MAX_VALUE : from + stage.nanos();
        Turns turns = new Turns(concurrency.level(), from - concurrency.thinkNanos());
        intake.onEnd((session, moment, well) -> turns.free(moment));
        for (long number = 0; number < stage.samples() && !ending.getAsBoolean(); number++) {
            long ready = turns.take(ending) + concurrency.thinkNanos();
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

    private void converse(Sessions sessions, Traffic starts) {
        SessionLoop loop = new SessionLoop(
                sessions,
                new SessionLoop.Run() {
                    @Override
                    public long now() {
                        return Issuer.this.now();
                    }

                    @Override
                    public void await(long moment, BooleanSupplier condition) {
                        pacer.await(begin + moment, condition);
                    }

                    @Override
                    public void issue(int session, int sample, long due, boolean startsLoop) {
                        Issuer.this.issue(session, sample, due, Issuer.this.now(), startsLoop);
                    }
                },
                ending);
        intake.onEnd(loop::ended);
        if (starts instanceof Concurrency concurrency) {
            loop.run(concurrency.level());
        } else {
            loop.run(prepared.arrivals());
        }
        finish();
    }

    private long now() {
        return pacer.now() - begin;
    }

    private void await(long moment) {
        pacer.await(begin + moment, ending);
    }

    private void issue(int session, int index, long due, long now, boolean startsLoop) {
        int number = table.add(index, due, now);
        SystemUnderTest sut = prepared.sut();
        Query query = Query.of(
                intake, Intake.id(session, number), index, begin + Math.min(due, now), begin + now, startsLoop);
        callbacks.call("issueQuery", () -> sut.issueQuery(query));
    }

    private void finish() {
        if (!ending.getAsBoolean()) {
            callbacks.call("flushQueries", prepared.sut()::flushQueries);
            intake.await(table.size(), ending);
        }
    }
}
