// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.report.AtomicFileWriter;
import io.loadharness.report.YamlText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Writes {@code result.yaml} in the format of llm-d's harness {@code nop}. Times are in seconds, sizes are in GiB, and unknown values are
 * 0.
 */
public final class LlmdStartup {

    private static final String VERSION = "0.1";
    private static final double NANOS = 1e9;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Startup startup;

    private LlmdStartup(Startup startup) {
        this.startup = startup;
    }

    /**
     * Writes the data of a server start to a file. Replaces an existing file.
     *
     * @param name the name of the engine
     */
    public static void write(Startup startup, String name, Path file) throws IOException {
        AtomicFileWriter.write(file, out -> {
            StringWriter text = new StringWriter();
            print(startup, name, new PrintWriter(text));
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        });
    }

    /**
     * Prints the data of a server start. Does not close the writer.
     *
     * @param name the name of the engine
     */
    public static void print(Startup startup, String name, PrintWriter out) {
        YamlText.print(out, new LlmdStartup(startup).document(name));
    }

    private ObjectNode document(String name) {
        ObjectNode document = NODES.objectNode();
        document.put("version", VERSION);
        document.set("scenario", scenario(name));
        document.putArray("vllm_metrics").add(metrics(name));
        document.putArray("extra_metrics");
        document.putObject("time")
                .put("start", seconds(startup.start()))
                .put("stop", seconds(startup.span().end()))
                .put("duration", StartupAmount.seconds(startup.span().length()));
        return document;
    }

    private ObjectNode scenario(String name) {
        StartedServer server = startup.server();
        ObjectNode scenario = NODES.objectNode();
        scenario.put("deploy_methods", "");
        scenario.put("load_format", server.loadFormat().orElse("unknown"));
        scenario.put("sleep_mode", server.sleepMode().orElse(false));
        scenario.put("max_instances", 0);
        scenario.putObject("model").put("name", server.model().orElse(""));
        ObjectNode engine = scenario.putObject("platform").putArray("engines").addObject();
        engine.put("name", name)
                .put("image", "")
                .put("version", server.version().orElse(""));
        JsonNode arguments = server.arguments()
                .flatMap(PythonValue::read)
                .map(StartupJson::masked)
                .orElseGet(NODES::objectNode);
        engine.set("args", arguments);
        ArrayNode devices = scenario.putArray("gpus");
        for (Device each : server.devices()) {
            devices.addObject()
                    .put("uuid", each.uuid())
                    .put("name", each.name())
                    .put("compute_cap", each.computeCapability())
                    .put("persistence_mode", each.persistenceMode());
        }
        return scenario;
    }

    private ObjectNode metrics(String name) {
        ObjectNode metrics = NODES.objectNode();
        metrics.put("name", name);
        metrics.put("pod_start", 0.0);
        metrics.put("vllm_start_timestamp", seconds(startup.start()));
        metrics.put(
                "vllm_ready_timestamp",
                startup.ready().map(LlmdStartup::seconds).orElse(0.0));
        metrics.putObject("load")
                .put("time", value(Fact.LOAD_TIME))
                .put("size", size(startup.fact(Fact.LOAD_SIZE)))
                .put("transfer_rate", size(startup.loadRate()));
        metrics.put("size", 0.0);
        metrics.put(Fact.DYNAMO.id(), value(Fact.DYNAMO));
        Stream.of(Fact.CACHED_GRAPHS, Fact.COMPILED_GRAPHS)
                .filter(fact -> startup.fact(fact).isPresent())
                .forEach(fact -> metrics.put(fact.id(), value(fact)));
        metrics.put(Fact.TORCH_COMPILE.id(), value(Fact.TORCH_COMPILE));
        metrics.putObject("memory_profiling")
                .put("initial_free", size(startup.fact(Fact.INITIAL_FREE)))
                .put("after_free", size(startup.fact(Fact.AFTER_FREE)))
                .put("time", value(Fact.MEMORY_PROFILING))
                .put("available_kv_cache", size(startup.fact(Fact.KV_CACHE_MEMORY)));
        ArrayNode sleeps = metrics.putArray("sleep_wake");
        startup.sleeps().forEach(sleep -> sleeps.add(sleep(sleep)));
        metrics.set("categories", categories(startup.phases()));
        return metrics;
    }

    private static ObjectNode sleep(SleepWake sleep) {
        ObjectNode node = NODES.objectNode();
        node.put("timestamp", seconds(sleep.at()));
        node.put("type", sleep.isSleep() ? "sleep" : "wake");
        node.put("time", sleep.seconds());
        if (sleep.isSleep()) {
            node.put("gpu_freed", size(sleep.freedBytes()));
            node.put("gpu_in_use", size(sleep.inUseBytes()));
        }
        return node;
    }

    private static ArrayNode categories(List<Phase> phases) {
        ArrayNode categories = NODES.arrayNode();
        for (Phase each : phases) {
            ObjectNode category = categories.addObject();
            category.put("title", each.title());
            if (each.process().pid() != 0) {
                category.putObject("process")
                        .put("name", each.process().name())
                        .put("pid", each.process().pid());
            }
            category.put("elapsed", StartupAmount.seconds(each.elapsed()));
            if (!each.parts().isEmpty()) {
                category.set("categories", categories(each.parts()));
            }
        }
        return categories;
    }

    private double value(Fact fact) {
        return startup.fact(fact).orElse(0);
    }

    private static double size(OptionalDouble bytes) {
        return bytes.orElse(0) / StartupAmount.GIBI;
    }

    private static double seconds(Instant time) {
        return time.getEpochSecond() + time.getNano() / NANOS;
    }
}
