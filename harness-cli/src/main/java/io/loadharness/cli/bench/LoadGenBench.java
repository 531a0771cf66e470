package io.loadharness.cli.bench;

import io.loadharness.cli.console.Quantity;
import io.loadharness.cli.run.JvmShutdown;
import io.loadharness.loadgen.MlperfLoadGen;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Measures all figures. Both sides of a pair run one right after the other, and every second pair the other way round, so that
 * whatever else the machine does meets both.
 */
final class LoadGenBench {

    static final int PAIRS = 5;

    private static final int WARM_UPS = 2;

    private final Workplace workplace;
    private final int pairs;
    private final boolean quick;
    private final PrintWriter progress;

    LoadGenBench(Workplace workplace, int pairs, boolean quick, PrintWriter progress) {
        this.workplace = workplace;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** The figures, each once, in the order of {@link Figure}; those of Python if asked for and if it can be installed. */
    List<Spread> measure(boolean python) throws IOException {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            JavaContender java = new JavaContender(loadGen, workplace, quick);
            List<Spread> spreads = new ArrayList<>(measureNative(java));
            if (python) {
                spreads.addAll(measurePython(java));
            }
            return spreads;
        }
    }

    private List<Spread> measureNative(JavaContender java) throws IOException {
        Contender cpp = new NativeContender(Checkout.find(), workplace, quick);
        List<Pair> singleStream = pairs(Workload.SINGLE_STREAM, java, cpp);
        return List.of(
                ratio(Figure.SINGLE_STREAM_RATIO, singleStream),
                ratio(Figure.SERVER_RATIO, pairs(Workload.SERVER, java, cpp)),
                ratio(Figure.OFFLINE_BULK_RATIO, pairs(Workload.OFFLINE_BULK, java, cpp)),
                ratio(Figure.OFFLINE_EACH_RATIO, pairs(Workload.OFFLINE_EACH, java, cpp)),
                ratio(Figure.ACCURACY_8K_RATIO, pairs(Workload.ACCURACY_8K, java, cpp)),
                addedNanos(singleStream),
                bytesPerQuery(java));
    }

    private List<Spread> measurePython(JavaContender java) throws IOException {
        PythonContender python;
        try {
            say("installing LoadGen's Python binding");
            python = PythonContender.install(workplace, quick);
        } catch (IOException e) {
            if (JvmShutdown.hasBegun()) {
                throw e;
            }
            progress.println("The figures of Python are left out: " + e.getMessage());
            return List.of();
        }
        return List.of(
                ratio(Figure.PYTHON_SINGLE_STREAM_RATIO, pairs(Workload.SINGLE_STREAM, java, python)),
                ratio(Figure.PYTHON_SERVER_RATIO, pairs(Workload.SERVER, java, python)),
                ratio(Figure.PYTHON_OFFLINE_RATIO, pairs(Workload.OFFLINE_BULK, java, python)));
    }

    private record Pair(Measurement java, Measurement other) {}

    private List<Pair> pairs(Workload workload, Contender java, Contender other) throws IOException {
        say(workload.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + pairs + " pairs");
        for (int i = 0; i < WARM_UPS; i++) {
            java.run(workload);
        }
        List<Pair> measured = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            if (i % 2 == 0) {
                Measurement others = other.run(workload);
                measured.add(new Pair(java.run(workload), others));
            } else {
                measured.add(new Pair(java.run(workload), other.run(workload)));
            }
        }
        return measured;
    }

    private static Spread ratio(Figure figure, List<Pair> pairs) {
        String note = String.format(
                Locale.ROOT,
                "%s / %s per second",
                Quantity.number(median(pairs, pair -> pair.java().perSecond())),
                Quantity.number(median(pairs, pair -> pair.other().perSecond())));
        return Spread.of(
                figure,
                pairs.stream()
                        .map(pair -> pair.java().perSecond() / pair.other().perSecond())
                        .toList(),
                note);
    }

    private static Spread addedNanos(List<Pair> pairs) {
        String note = String.format(
                Locale.ROOT,
                "%s ns, C++ %s ns",
                Quantity.number(median(pairs, pair -> pair.java().medianNanos())),
                Quantity.number(median(pairs, pair -> pair.other().medianNanos())));
        return Spread.of(
                Figure.ADDED_NS,
                pairs.stream()
                        .map(pair -> pair.java().medianNanos() - pair.other().medianNanos())
                        .toList(),
                note);
    }

    private static double median(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Spread.median(pairs.stream().mapToDouble(value).boxed().toList());
    }

    private Spread bytesPerQuery(JavaContender java) throws IOException {
        say("allocation, " + pairs + " times");
        List<Double> singleStream = new ArrayList<>();
        List<Double> server = new ArrayList<>();
        List<Double> larger = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            singleStream.add(java.bytesPerQuery(Workload.SINGLE_STREAM));
            server.add(java.bytesPerQuery(Workload.SERVER));
            larger.add(Math.max(singleStream.get(i), server.get(i)));
        }
        String note = "SingleStream " + Quantity.number(Spread.median(singleStream)) + ", Server "
                + Quantity.number(Spread.median(server));
        return Spread.of(Figure.BYTES_PER_QUERY, larger, note);
    }

    private void say(String what) {
        progress.println("Measuring: " + what);
        progress.flush();
    }
}
