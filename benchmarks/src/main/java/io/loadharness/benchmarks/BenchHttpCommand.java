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

/** {@code harness bench http}. */
@Command(
        name = "http",
        description = {
            "Compares what a client of ours does for a CPU-second, from the request to the recorded answer, with one that only counts"
                    + " events: over Netty with a plain client by epoll in C++, over java.net.http with a bare loop.",
            "All ask the same simulated server, each in a process of its own. Linux only."
        })
final class BenchHttpCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = Sides.class,
            description = "netty or jdk. Default: both")
    private List<HttpSide> transports = new ArrayList<>();

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            converter = Figures.class,
            description =
                    "Only this one, without the transport in its name, as in requests-ratio. Any number of times.")
    private List<HttpFigure> figures = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Set<HttpFigure> wanted = figures.isEmpty() ? EnumSet.allOf(HttpFigure.class) : EnumSet.copyOf(figures);
        HttpBench bench = new HttpBench(wanted, options.pairs(), options.quick(), options.progress());
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
