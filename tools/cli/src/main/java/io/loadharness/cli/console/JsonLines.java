// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.RunResult;
import io.loadharness.client.Delay;
import io.loadharness.metrics.LiveView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** A display for programs. It prints one line with a JSON object per second. Not thread-safe. */
final class JsonLines extends LiveDisplay {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final PrintWriter out;
    private final OptionalDouble target;
    private Duration next = Duration.ZERO;

    JsonLines(PrintWriter out, OptionalDouble target, BooleanSupplier isBehind) {
        super(isBehind);
        this.out = out;
        this.target = target;
    }

    @Override
    public void started(Scenario scenario) {
        next = INTERVAL;
        print(event("started", scenario));
    }

    @Override
    void show(RunProgress now) {
        Scenario scenario = now.scenario();
        Progress progress = now.progress();
        if (progress.elapsed().compareTo(next) < 0) {
            return;
        }
        next = progress.elapsed().plus(INTERVAL);
        ObjectNode node = event("progress", scenario);
        counts(node, progress);
        progress.expected().ifPresent(expected -> node.put("expected_s", seconds(expected)));
        target.ifPresent(rate -> node.put("target_per_second", rate));
        node.put("stopping", now.stopping());
        LiveView view = snapshot(now);
        if (!view.endpoints().isEmpty() || view.failed() > 0) {
            requests(node, view);
        } else { // the workers send the requests, or no request was sent yet
            node.put("in_flight", Math.max(0, progress.issued() - progress.completed() - progress.failed()))
                    .put("completed_per_second", Rates.perSecond(progress));
        }
        print(node);
    }

    /** Adds the metrics of the requests that this process sent. */
    private static void requests(ObjectNode node, LiveView view) {
        node.put("in_flight", view.inFlight())
                .put("sent_per_second", view.sentPerSecond())
                .put("completed_per_second", view.completedPerSecond())
                .put("tokens_per_second", view.tokensPerSecond());
        times(node, "ttft_ns", view.firstToken());
        times(node, "tpot_ns", view.perToken());
        times(node, "latency_ns", view.latency());
        times(node, "schedule_delay_ns", view.scheduleDelay());
        ObjectNode failures = node.putObject("failures");
        view.failures().forEach((kind, count) -> failures.put(kind.name(), count));
        if (view.endpoints().size() > 1) {
            ObjectNode endpoints = node.putObject("endpoints");
            view.endpoints().forEach((name, counts) -> endpoints
                    .putObject(name)
                    .put("in_flight", counts.inFlight())
                    .put("completed", counts.completed())
                    .put("failed", counts.failed()));
        }
        node.put("cpu_share", view.cpuShare()).put("gc_share", view.gcShare());
    }

    @Override
    public void ended(RunResult run) {
        ObjectNode node = event("ended", run.scenario());
        node.put("verdict", run.verdict().name());
        run.reason().ifPresent(reason -> node.put("reason", reason.text()));
        counts(node, run.progress());
        node.put("folder", run.folder().toString());
        print(node);
    }

    private static ObjectNode event(String name, Scenario scenario) {
        return JsonNodeFactory.instance.objectNode().put("event", name).put("scenario", scenario.loadGenName());
    }

    private static void counts(ObjectNode node, Progress progress) {
        node.put("elapsed_s", seconds(progress.elapsed()))
                .put("issued", progress.issued())
                .put("completed", progress.completed())
                .put("failed", progress.failed());
    }

    /** Adds a distribution of times, unless it is empty. */
    private static void times(ObjectNode node, String name, Delay times) {
        if (times.count() > 0) {
            node.putObject(name)
                    .put("count", times.count())
                    .put("p50", times.p50Nanos())
                    .put("p99", times.p99Nanos())
                    .put("max", times.maxNanos());
        }
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    private void print(ObjectNode node) {
        out.println(node);
        out.flush();
    }
}
