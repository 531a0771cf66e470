// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.plugins;

import io.loadharness.accuracy.AccuracyMetric;
import io.loadharness.benchmark.BenchmarkClient;
import io.loadharness.benchmark.GeneratorProvider;
import io.loadharness.cli.ExitCode;
import io.loadharness.dataset.Compression;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetQuery;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.TokenizerProvider;
import io.loadharness.report.Table;
import io.loadharness.servers.ServerBackend;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness plugins}. */
@Command(
        name = "plugins",
        description = {
            "Lists the engines, clients, load generators, file formats and other services that options select by"
                    + " name.",
            "The list includes the plug-ins in the folder of --plugins, see docs/guides/plugins.md."
        })
public final class PluginsCommand implements Callable<Integer> {

    private static final String UNNAMED = "-";

    private static final List<Kind<?>> KINDS = List.of(
            new Kind<>("engine", EngineProvider.class, EngineProvider::name),
            new Kind<>("client", BenchmarkClient.class, BenchmarkClient::name),
            new Kind<>("generator", GeneratorProvider.class, GeneratorProvider::name),
            new Kind<>("server", ServerBackend.class, ServerBackend::name),
            new Kind<>("accuracy metric", AccuracyMetric.class, AccuracyMetric::name),
            new Kind<>("preprocessor", SamplePreprocessor.class, SamplePreprocessor::name),
            new Kind<>("transport", HttpTransportProvider.class, HttpTransportProvider::name),
            new Kind<>("read format", DatasetFormat.class, DatasetFormat::name),
            new Kind<>("written format", WritableFormat.class, WritableFormat::name),
            new Kind<>("compression", Compression.class, each -> UNNAMED),
            new Kind<>("SQL", DatasetQuery.class, each -> UNNAMED),
            new Kind<>("tokenizer", TokenizerProvider.class, each -> UNNAMED));

    @Spec
    private CommandSpec spec;

    /** A service interface, and the label of its providers in the table. */
    private record Kind<T>(String label, Class<T> type, Function<T, String> name) {

        void list(Table table) {
            ServiceLoader.load(type).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(name))
                    .forEach(each ->
                            table.row(label, name.apply(each), each.getClass().getName(), sourceOf(each.getClass())));
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("llll", "Kind", "Name", "Class", "Source");
        KINDS.forEach(kind -> kind.list(table));
        table.print(out);
        return ExitCode.OK;
    }

    private static String sourceOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        boolean isPlugin = type.getClassLoader() != PluginsCommand.class.getClassLoader();
        if (source == null || (!isPlugin && type.getName().startsWith("io.loadharness."))) {
            return "built in";
        }
        return Path.of(URI.create(source.getLocation().toString())).toString();
    }
}
