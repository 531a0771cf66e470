package io.loadharness.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness bench loadgen}. */
@Command(
        name = "loadgen",
        description =
                "Compares a system under test that does nothing, in Java, with the same in C++ on the same LoadGen.")
final class BenchLoadGenCommand implements Callable<Integer> {

    private static final int QUICK_PAIRS = 2;

    @Spec
    private CommandSpec spec;

    @Option(names = "--pairs", paramLabel = "N", description = "Runs of each side for each figure. Default: 5, quick 2")
    private Integer pairs;

    @Option(names = "--quick", description = "Short runs, for a look at whether it works; the figures are rough.")
    private boolean quick;

    @Option(names = "--json", description = "Print one line of JSON for each figure instead of a table.")
    private boolean json;

    @Option(
            names = "--python",
            description = "Compare with LoadGen's Python binding too, installed by pip into a folder that is removed.")
    private boolean python;

    @Override
    public Integer call() throws IOException {
        if (pairs != null && pairs < 1) {
            throw new ParameterException(spec.commandLine(), "--pairs is " + pairs + " and must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (Workplace workplace = new Workplace()) {
            LoadGenBench bench = new LoadGenBench(workplace, pairs(), quick, err);
            List<Spread> spreads = bench.measure(python);
            if (json) {
                FigureReport.printJson(out, spreads);
            } else {
                FigureReport.printTable(out, spreads);
            }
        }
        return 0;
    }

    private int pairs() {
        int usual = quick ? QUICK_PAIRS : LoadGenBench.PAIRS;
        return pairs == null ? usual : pairs;
    }
}
