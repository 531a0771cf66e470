// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.compare;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.PercentText;
import io.loadharness.report.compare.ComparableRuns;
import io.loadharness.report.compare.ComparedFigures;
import io.loadharness.report.compare.ComparedRun;
import io.loadharness.report.compare.Comparison;
import io.loadharness.report.compare.ComparisonJson;
import io.loadharness.report.compare.ComparisonMarkdown;
import io.loadharness.report.compare.ComparisonPage;
import io.loadharness.report.compare.RegressionCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness compare}. */
@Command(
        name = "compare",
        description = {
            "Compares runs with a base run, and marks differences that are statistically significant. The first run is"
                    + " the base run.",
            "Reads run folders, result.json files, the JSON results of inference-perf, guidellm and vllm bench serve, and"
                    + " LoadGen's mlperf_log_detail.txt."
        })
public final class CompareCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "A run folder or a result file. The first RUN is the base run.")
    private List<Path> results;

    @Option(
            names = "--fail-on-regression",
            paramLabel = "PERCENT",
            converter = PercentText.class,
            description =
                    "Exit with code 5 if a watched metric (see --watch) of a run is worse than in the base run by more"
                            + " than PERCENT, for example 5%%. A difference with a confidence interval counts only if it"
                            + " is significant. The exit code is also 5 if a run is not valid or lacks a watched metric.")
    private @Nullable Double tolerance;

    @Option(
            names = "--watch",
            paramLabel = "METRIC",
            split = ",",
            description = "The metrics that --fail-on-regression checks, for example ttft.p99,tpot.p99. Default:"
                    + " requests_per_second, output_tokens_per_second, failure_rate, ttft.p99, tpot.p99 and"
                    + " latency.p99, if the base run has these metrics")
    private List<String> watched = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write an HTML page with charts to this file. The page works without a network connection.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Optional<RegressionCheck> check = check();
        Comparison comparison = comparison();
        Optional<List<String>> findings = check.map(each -> each.findings(comparison));
        print(comparison, findings);
        if (html != null) {
            ComparisonPage.write(comparison, findings, html);
        }
        return findings.map(List::isEmpty).orElse(true) ? ExitCode.OK : ExitCode.REGRESSION;
    }

    private Optional<RegressionCheck> check() {
        if (tolerance == null) {
            if (!watched.isEmpty()) {
                throw new IllegalArgumentException(
                        "--watch needs --fail-on-regression, for example --fail-on-regression 5%");
            }
            return Optional.empty();
        }
        return Optional.of(new RegressionCheck(
                tolerance, watched.stream().map(ComparedFigures::named).toList()));
    }

    private Comparison comparison() throws IOException {
        List<ComparedRun> runs = new ArrayList<>();
        for (Path each : results) {
            runs.addAll(ComparableRuns.in(each));
        }
        if (runs.size() < 2) {
            throw new IllegalArgumentException("there is only one run: give a second run to compare with the first");
        }
        return new Comparison(runs);
    }

    private void print(Comparison comparison, Optional<List<String>> findings) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ComparisonJson.write(comparison, findings, out);
            out.println();
        } else {
            ComparisonMarkdown.print(comparison, out);
            findings.ifPresent(found -> ComparisonMarkdown.print(found, out));
        }
    }
}
