// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.internal.SecretText;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * Writes the data of a server start as JSON. Times are in seconds, sizes are in bytes, and unknown values are null. The schema is
 * versioned.
 */
public final class StartupJson {

    private static final String SCHEMA = "loadharness-startup";
    private static final int VERSION = 1;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Startup startup;

    private StartupJson(Startup startup) {
        this.startup = startup;
    }

    /** Writes the data of a server start. Does not close the writer. */
    public static void write(Startup startup, Writer out) throws IOException {
        MAPPER.writerWithDefaultPrettyPrinter()
                .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writeValue(out, document(startup));
    }

    static ObjectNode document(Startup startup) {
        return new StartupJson(startup).document();
    }

    private ObjectNode document() {
        StartedServer server = startup.server();
        ObjectNode document = NODES.objectNode();
        document.put("schema", SCHEMA).put("version", VERSION);
        document.put("service", server.service().orElse(null));
        document.put("server_version", server.version().orElse(null));
        document.put("model", server.model().orElse(null));
        document.put("load_format", server.loadFormat().orElse(null));
        document.put("sleep_mode", server.sleepMode().orElse(null));
        document.set(
                "arguments",
                server.arguments()
                        .flatMap(PythonValue::read)
                        .map(StartupJson::masked)
                        .orElse(NODES.nullNode()));
        ArrayNode devices = document.putArray("devices");
        for (Device each : server.devices()) {
            devices.addObject()
                    .put("uuid", each.uuid())
                    .put("name", each.name())
                    .put("compute_capability", each.computeCapability())
                    .put("persistence_mode", each.persistenceMode());
        }
        document.put("patterns", startup.patterns());
        document.put("start", startup.start().toString());
        document.put("ready", startup.ready().map(Instant::toString).orElse(null));
        document.put("seconds", StartupAmount.seconds(startup.span().length()));
        ArrayNode phases = document.putArray("phases");
        startup.phases().forEach(phase -> phases.add(phase(phase)));
        document.set("uncategorized", spans(startup.uncategorized()));
        ObjectNode facts = document.putObject("facts");
        Fact.all().forEach(fact -> put(facts, fact.id(), startup.fact(fact)));
        put(document, "load_bytes_per_second", startup.loadRate());
        ArrayNode sleeps = document.putArray("sleeps");
        startup.sleeps().forEach(sleep -> sleeps.add(sleep(sleep)));
        document.put("unfinished", startup.unfinished().orElse(null));
        document.put("failure", startup.failure().map(SecretText::maskedLine).orElse(null));
        startup.warnings().forEach(document.putArray("warnings")::add);
        return document;
    }

    /** Masks the values of arguments whose names indicate a secret, such as {@code api_key}. */
    static JsonNode masked(JsonNode arguments) {
        if (arguments instanceof ObjectNode map) {
            map.properties().forEach(each -> {
                boolean isSecret = SecretText.isSecretName(each.getKey())
                        && !each.getValue().isNull()
                        && !each.getValue().isBoolean();
                each.setValue(isSecret ? NODES.textNode(SecretText.MASK) : masked(each.getValue()));
            });
        } else {
            arguments.forEach(StartupJson::masked);
        }
        return arguments;
    }

    private ObjectNode phase(Phase phase) {
        ObjectNode node = NODES.objectNode();
        node.put("title", phase.title());
        node.put("process", phase.process().name()).put("pid", phase.process().pid());
        node.put("seconds", StartupAmount.seconds(phase.elapsed()));
        node.set("spans", spans(phase.spans()));
        ArrayNode processes = node.putArray("processes");
        phase.processes().forEach((process, spans) -> {
            ObjectNode each = processes.addObject();
            each.put("process", process.name()).put("pid", process.pid());
            each.put("seconds", StartupAmount.seconds(Span.length(spans)));
            each.set("spans", spans(spans));
        });
        ArrayNode parts = node.putArray("parts");
        phase.parts().forEach(part -> parts.add(phase(part)));
        node.set("uncategorized", spans(phase.gaps()));
        return node;
    }

    /** Returns the start and the end of each span, in seconds since the first line. */
    private ArrayNode spans(Collection<Span> spans) {
        ArrayNode all = NODES.arrayNode();
        for (Span each : spans) {
            all.addArray().add(since(each.start())).add(since(each.end()));
        }
        return all;
    }

    private ObjectNode sleep(SleepWake sleep) {
        ObjectNode node = NODES.objectNode();
        node.put("type", sleep.isSleep() ? "sleep" : "wake");
        node.put("at", since(sleep.at()));
        node.put("seconds", sleep.seconds());
        put(node, "freed_bytes", sleep.freedBytes());
        put(node, "in_use_bytes", sleep.inUseBytes());
        return node;
    }

    private double since(Instant time) {
        return StartupAmount.seconds(Duration.between(startup.start(), time));
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        node.put(name, value.isPresent() ? (Double) value.getAsDouble() : null);
    }
}
