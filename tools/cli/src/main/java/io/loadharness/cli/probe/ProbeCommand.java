// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.probe;

import io.loadharness.benchmark.endpoint.BuiltInPrompts;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.http.Dialect;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.Quantity;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness probe}. */
@Command(
        name = "probe",
        description =
                "Sends a few short requests to servers, and shows which API dialects the servers support. For each"
                        + " dialect, the command also shows the latency of a request, and whether the server supports"
                        + " streaming, token ids and usage (token counts).")
public final class ProbeCommand implements Callable<Integer> {

    private static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(5);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Mixin
    private TokenizerOptions tokenizing;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "16",
            description = "Maximum number of output tokens of a completion. Default: ${DEFAULT-VALUE}")
    private int maxTokens;

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            description = "Maximum time to wait until the servers are ready, for example 5m. With this option, the"
                    + " command also waits for hosts whose names cannot be resolved yet. Default: 5s")
    private @Nullable Duration readyTimeout;

    @Override
    public Integer call() throws Exception {
        InferenceRequest request = BuiltInPrompts.set(GenerationParameters.builder()
                        .maxTokens(maxTokens)
                        .temperature(0)
                        .build())
                .requests()
                .get(0);
        try (ShutdownGuard guard = new ShutdownGuard(spec.commandLine().getErr(), "loading the tokenizer");
                Tokenizer tokenizer =
                        tokenizing.open(server.hubOptions(), spec.commandLine().getOut())) {
            return probeAll(request, Optional.ofNullable(tokenizer), guard);
        }
    }

    private int probeAll(InferenceRequest request, Optional<TokenCounter> counter, ShutdownGuard guard)
            throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        long start = System.nanoTime();
        Endpoints unnamed = server.endpoints();
        guard.preparing("waiting for " + String.join(", ", unnamed.urls()));
        unnamed.awaitReady(
                readyTimeout == null ? DEFAULT_READY_TIMEOUT : readyTimeout, readyTimeout != null, sentence -> {
                    out.println(sentence);
                    out.flush();
                });
        unnamed.uncheckedCertificates().ifPresent(out::println);
        out.println("Ready after " + Quantity.duration(Duration.ofNanos(System.nanoTime() - start)) + ".");
        guard.preparing("probing " + String.join(", ", unnamed.urls()));
        Endpoints endpoints = unnamed.withModels(Optional.empty(), ProbeFinding.LIMIT, out::println);
        boolean allUsable = true;
        for (String url : endpoints.urls()) {
            allUsable &= probe(endpoints, url, request, counter, out);
        }
        return allUsable ? ExitCode.OK : ExitCode.FAILED;
    }

    private static boolean probe(
            Endpoints endpoints, String url, InferenceRequest request, Optional<TokenCounter> counter, PrintWriter out)
            throws InterruptedException {
        List<ProbeFinding> findings = new ArrayList<>();
        for (Dialect each : endpoints.dialects()) {
            findings.add(ProbeFinding.of(endpoints, url, each, request, counter));
            if (findings.get(findings.size() - 1).isTimeout()) {
                break;
            }
        }
        Optional<ProbeFinding> best =
                findings.stream().filter(ProbeFinding::isUsable).findFirst();
        out.println();
        out.println(url);
        ProbeTable.print(out, findings);
        out.println(best.map(each -> "Use --dialect " + EnumNames.of(each.dialect()) + ". " + ProbeTable.latency(each))
                .orElse("The server supports no known dialect."));
        if (best.isPresent() && endpoints.requestsHttp2()) {
            out.println(
                    best.get().overHttp2() > 0
                            ? "The server uses HTTP/2."
                            : "The server uses HTTP/1.1, although HTTP/2 was requested.");
        }
        out.flush();
        return best.isPresent();
    }
}
