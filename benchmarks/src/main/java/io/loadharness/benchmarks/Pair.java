// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The results of both sides of a comparison. One side is measured directly after the other. */
record Pair<M>(M ours, M other) {

    /** Runs both sides alternately, so that other load on the machine affects both sides equally. */
    static <M> List<Pair<M>> run(int count, Contender<M> ours, Contender<M> other) throws IOException {
        List<Pair<M>> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                M others = other.run();
                pairs.add(new Pair<>(ours.run(), others));
            } else {
                pairs.add(new Pair<>(ours.run(), other.run()));
            }
        }
        return pairs;
    }

    /** Computes the ratio of the rate of LoadHarness to the rate of the other side. */
    static <M> FigureSpread ratio(BenchFigure figure, List<Pair<M>> pairs, ToDoubleFunction<M> rate, String unit) {
        return FigureSpread.of(
                figure,
                values(pairs, pair -> rate.applyAsDouble(pair.ours) / rate.applyAsDouble(pair.other)),
                Quantity.number(median(pairs, pair -> rate.applyAsDouble(pair.ours))) + " / "
                        + Quantity.number(median(pairs, pair -> rate.applyAsDouble(pair.other))) + " per " + unit);
    }

    static <M> List<Double> values(List<Pair<M>> pairs, ToDoubleFunction<Pair<M>> value) {
        return pairs.stream().mapToDouble(value).boxed().toList();
    }

    static <M> double median(List<Pair<M>> pairs, ToDoubleFunction<Pair<M>> value) {
        return FigureSpread.median(values(pairs, value));
    }
}
