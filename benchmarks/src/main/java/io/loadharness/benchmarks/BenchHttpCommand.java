// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench http}. */
@Command(
        name = "http",
        description = {
            "Compares LoadHarness's HTTP clients with clients that only count events. The compared values are the"
                    + " requests and the events per CPU-second. LoadHarness also creates the requests and parses the"
                    + " responses. Netty is compared with a plain epoll client in C++, and java.net.http with a minimal"
                    + " client of java.net.http.",
            "All clients use the same simulated server. Each client runs in a separate process. Requires Linux."
        })
final class BenchHttpCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = Sides.class,
            description = "The transport to measure: netty or jdk. Default: both")
    private List<HttpSide> transports = new ArrayList<>();

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            converter = Figures.class,
            description =
                    "Measure only the value with this name, for example requests-ratio. The name does not contain the"
                            + " transport. May be repeated.")
    private List<HttpFigure> figures = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Set<HttpFigure> selected = figures.isEmpty() ? EnumSet.allOf(HttpFigure.class) : EnumSet.copyOf(figures);
        HttpBench bench = new HttpBench(selected, options.pairs(), options.quick(), options.progress());
        Set<HttpSide> sides = transports.isEmpty() ? EnumSet.allOf(HttpSide.class) : EnumSet.copyOf(transports);
        List<FigureSpread> spreads = new ArrayList<>();
        for (HttpSide side : sides) {
            spreads.addAll(bench.measure(side));
        }
        options.print(spreads);
        return 0;
    }

    private static final class Sides implements ITypeConverter<HttpSide> {
        @Override
        public HttpSide convert(String name) throws Exception {
            return EnumNames.reader(HttpSide.class, "transport").convert(name);
        }
    }

    private static final class Figures implements ITypeConverter<HttpFigure> {
        @Override
        public HttpFigure convert(String name) throws Exception {
            return EnumNames.reader(HttpFigure.class, "figure").convert(name);
        }
    }
}
