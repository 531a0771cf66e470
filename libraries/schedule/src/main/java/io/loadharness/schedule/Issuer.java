// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Issues the samples of a run on one thread. A late sample is issued immediately. No sample is skipped or rescheduled. */
final class Issuer {

    private final PreparedSchedule prepared;
    private final Pacer pacer;
    private final Slice slice;
    private final boolean numbered;
    private final SampleSequence samples;
    private final SampleTable table;
    private final ResultSink sink;
    private final Callbacks callbacks;
    private final BooleanSupplier ending;
    private long start;
    private long nextInLoop;
    private long loopBase;
    private boolean loopBaseKnown = true;

    Issuer(PreparedSchedule prepared, SampleTable table, ResultSink sink, Callbacks callbacks, BooleanSupplier ending) {
        this.prepared = prepared;
        this.pacer = prepared.pacer();
        this.slice = prepared.load().slice().orElse(Slice.WHOLE);
        this.numbered = prepared.load().slice().isPresent();
        this.samples = new SampleSequence(prepared.samples().choice(prepared.settings()));
        this.nextInLoop = slice.rank();
        this.table = table;
        this.sink = sink;
        this.callbacks = callbacks;
        this.ending = ending;
    }

    /** Issues all samples and waits until they have ended, unless the run ends early. */
    void run() {
        pacer.begin();
        start = prepared.load().start().map(each -> each.await(pacer, ending)).orElseGet(pacer::now);
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

    /** Issues the arrivals of the slice. Arrivals and chosen samples are numbered over the whole schedule, including the other slices. */
    private void runArrivals(ArrivalSequence arrivals) {
        long chosen = 0;
        for (long number = 0; !ending.getAsBoolean() && arrivals.next(); number++) {
            boolean isChosen = arrivals.sample() == ArrivalTimes.ANY_SAMPLE;
            if (slice.contains(number)) {
                await(arrivals.offset());
                if (!ending.getAsBoolean()) {
                    int sample = isChosen ? samples.get(chosen) : arrivals.sample();
                    issue(0, sample, arrivals.offset(), now(), false, number);
                }
            }
            chosen += isChosen ? 1 : 0;
        }
        finish();
    }

    /**
     * Issues the slice's share of a closed loop. The samples of a closed loop have no global order. Therefore each slice numbers its own
     * samples: the first number is its rank, and each further number is larger by the number of slices. If no earlier stage has a time
     * limit, the numbers of all slices together have no gaps.
     */
    private void runLoop(Stage stage) {
        Concurrency concurrency = (Concurrency) stage.traffic();
        int level = slice.shareOf(concurrency.level());
        long count = stage.samples() == Stage.UNBOUNDED
                ? Stage.UNBOUNDED
                : slice.shareOf(loopBaseKnown ? loopBase : 0, stage.samples());
        loopBaseKnown &= stage.nanos() == Stage.UNBOUNDED;
        loopBase += loopBaseKnown ? stage.samples() : 0;
        long from = now() + stage.pauseNanos();
        long until = stage.nanos() == Stage.UNBOUNDED ? Long.MAX_VALUE : from + stage.nanos();
        FreeSlots slots = new FreeSlots(level, from - concurrency.thinkNanos());
        sink.onEnd((session, time, completed) -> slots.free(time));
        for (long number = 0; number < count && !ending.getAsBoolean(); number++) {
            long ready = slots.take(ending) + concurrency.thinkNanos();
            if (ready < until) {
                await(ready);
            }
            long now = now();
            if (ready >= until || now >= until || ending.getAsBoolean()) {
                break;
            }
            issue(0, samples.get(nextInLoop), now, now, number < level, nextInLoop);
            nextInLoop += slice.count();
        }
        finish();
    }

    private void runSessions(Sessions sessions, LoadPattern starts) {
        SessionLoop loop = new SessionLoop(
                sessions,
                slice,
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
                    public void issue(int session, int sample, long scheduled, boolean startsLoop, long number) {
                        Issuer.this.issue(session, sample, scheduled, Issuer.this.now(), startsLoop, number);
                    }
                },
                ending);
        sink.onEnd(loop::ended);
        if (starts instanceof Concurrency concurrency) {
            loop.run(slice.shareOf(concurrency.level()));
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

    /** @param sequence the number of the sample in the whole schedule */
    private void issue(int session, int index, long scheduled, long now, boolean startsLoop, long sequence) {
        int number = table.add(index, scheduled, now);
        SystemUnderTest sut = prepared.sut();
        Query query = Query.of(
                sink,
                ResultSink.id(session, number),
                index,
                start + Math.min(scheduled, now),
                start + now,
                startsLoop,
                numbered ? sequence : Query.NOT_NUMBERED);
        callbacks.call("issueQuery", () -> sut.issueQuery(query));
    }

    private void finish() {
        if (!ending.getAsBoolean()) {
            callbacks.call("flushQueries", prepared.sut()::flushQueries);
            sink.await(table.size(), ending);
        }
    }
}
