// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Metric;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes a comparison as JSON with a versioned schema. Unknown numbers are null. */
public final class ComparisonJson {

    private static final String SCHEMA = "loadharness-comparison";
    private static final int VERSION = 1;
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();

    private ComparisonJson() {}

    /**
     * Writes a comparison. Does not close the writer.
     *
     * @param findings the findings of a regression check; empty without a regression check
     */
    public static void write(Comparison comparison, Optional<List<String>> findings, Writer out) throws IOException {
        MAPPER.writerWithDefaultPrettyPrinter()
                .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writeValue(out, document(comparison, findings));
    }

    static ObjectNode document(Comparison comparison, Optional<List<String>> findings) {
        ObjectNode document = NODES.objectNode();
        document.put("schema", SCHEMA).put("version", VERSION);
        ArrayNode runs = document.putArray("runs");
        comparison.runs().forEach(run -> runs.add(run(run)));
        ObjectNode settings = document.putObject("settings");
        comparison.differingSettings().forEach((name, values) -> {
            ArrayNode array = settings.putArray(name);
            values.forEach(value -> array.add(value.orElse(null)));
        });
        ArrayNode figures = document.putArray("figures");
        comparison.known(ComparedFigures.all()).forEach(figure -> figures.add(figure(comparison, figure)));
        ArrayNode phases = document.putArray("phases");
        for (int i = 1; i < comparison.runs().size(); i++) {
            comparison.phases(i).ifPresentOrElse(known -> phases.add(phases(known)), phases::addNull);
        }
        findings.ifPresent(found -> found.forEach(document.putArray("findings")::add));
        return document;
    }

    private static ObjectNode run(ComparedRun run) {
        ObjectNode node = NODES.objectNode();
        node.put("name", run.name()).put("tool", run.tool());
        node.put("verdict", run.verdict().map(Enum::name).orElse(null));
        run.reasons().forEach(node.putArray("reasons")::add);
        put(node, "completed", run.completed());
        put(node, "failed", run.failed());
        ObjectNode failures = node.putObject("failures");
        run.failures().forEach(failures::put);
        run.warnings().forEach(node.putArray("warnings")::add);
        return node;
    }

    private static void put(ObjectNode node, String name, OptionalLong value) {
        node.put(name, value.isPresent() ? (Long) value.getAsLong() : null);
    }

    private static ObjectNode figure(Comparison comparison, ComparedFigure figure) {
        ObjectNode node = NODES.objectNode();
        node.put("id", figure.id()).put("title", figure.title()).put("unit", figure.unit());
        node.put("better", figure.better().name().toLowerCase(Locale.ROOT));
        ArrayNode values = node.putArray("values");
        comparison.runs().forEach(run -> values.add(boxed(figure.of(run))));
        ArrayNode differences = node.putArray("differences");
        comparison.others().forEach(other -> comparison
                .difference(figure, other)
                .ifPresentOrElse(known -> differences.add(difference(known)), differences::addNull));
        return node;
    }

    private static ObjectNode phases(PhaseComparison comparison) {
        ObjectNode node = NODES.objectNode();
        node.put("unit", Metric.Unit.NANOSECONDS.symbol()).put("summary", comparison.summary());
        comparison.notes().forEach(node.putArray("notes")::add);
        ArrayNode phases = node.putArray("phases");
        comparison.phases().forEach(each -> phases.add(phase(each)));
        node.set("total", phase(comparison.total()));
        return node;
    }

    private static ObjectNode phase(PhaseComparison.Phase phase) {
        ObjectNode node = NODES.objectNode();
        node.put("id", phase.id()).put("title", phase.title());
        node.putArray("means").add(phase.base().mean()).add(phase.other().mean());
        node.putArray("medians").add(phase.base().median()).add(phase.other().median());
        node.set("difference", difference(phase.difference()));
        node.putArray("parts").add(parts(phase.base())).add(parts(phase.other()));
        return node;
    }

    private static ArrayNode parts(PhaseComparison.Times times) {
        ArrayNode parts = NODES.arrayNode();
        times.parts()
                .forEach((title, mean) -> parts.addObject().put("title", title).put("mean", mean));
        return parts;
    }

    private static ObjectNode difference(Difference difference) {
        ObjectNode node = NODES.objectNode();
        node.put("absolute", difference.absolute());
        node.put("relative", boxed(difference.relative()));
        ArrayNode interval = NODES.arrayNode();
        difference.interval().ifPresent(known -> interval.add(known.low()).add(known.high()));
        node.set("interval", interval.isEmpty() ? NODES.nullNode() : interval);
        node.put("significant", difference.isSignificant());
        return node;
    }

    private static @Nullable Double boxed(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
