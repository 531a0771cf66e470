// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.loadharness.Reason;
import io.loadharness.dataset.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The accuracy of a run: the content of {@code accuracy.json}. Immutable.
 *
 * <pre>{@code
 * AccuracyResult result = accuracy.score(folder);
 * if (!result.passed()) {
 *     result.reasons().forEach(System.err::println);
 * }
 * }</pre>
 *
 * @param metric the name of the metric
 * @param model MLPerf's name of the model; empty if no model is known
 * @param targets the name of the file with the targets
 * @param totals the scores by name, the most important score first
 * @param bounds the comparisons with the bounds
 * @param samples the number of samples of the run
 * @param scored the number of samples with a response
 * @param duplicates the number of responses that were ignored, because their samples already had responses
 * @param problems the reasons why the scores do not count, for example missing samples, one sentence each
 * @param warnings warnings that do not change the result, one sentence each
 * @param referenceLine the line that MLPerf's script for this metric prints
 */
public record AccuracyResult(
        String metric,
        Optional<String> model,
        String targets,
        Map<String, Double> totals,
        List<AccuracyBound.Check> bounds,
        int samples,
        int scored,
        int duplicates,
        List<String> problems,
        List<String> warnings,
        String referenceLine) {

    /** The name of the file that contains a result. */
    public static final String FILE_NAME = "accuracy.json";

    /** The name of the file that MLPerf's submission checker reads. */
    public static final String REFERENCE_FILE_NAME = "accuracy.txt";

    private static final JsonFactory JSON = new JsonFactory();

    public AccuracyResult {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(targets, "targets");
        totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
        bounds = List.copyOf(bounds);
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(referenceLine, "referenceLine");
    }

    /** Returns true if the log is complete, and no score is below its bound. */
    public boolean passed() {
        return reasons().isEmpty();
    }

    /** Returns the reasons why the accuracy does not pass; empty if it passes. */
    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        problems.forEach(each -> reasons.add(new Reason(Reason.Code.ACCURACY_UNKNOWN, each)));
        bounds.stream()
                .filter(each -> !each.met())
                .forEach(each -> reasons.add(
                        new Reason(Reason.Code.ACCURACY_BELOW_BOUND, "the accuracy is too low: " + each.sentence())
                                .with("actual", each.actual())
                                .with("min", each.min())));
        return List.copyOf(reasons);
    }

    /**
     * Writes {@code accuracy.json} and, if the scores count, {@code accuracy.txt} for MLPerf's submission checker. Replaces existing files.
     *
     * @return the files
     */
    public List<Path> write(Path folder) throws IOException {
        Path json = folder.resolve(FILE_NAME);
        try (AtomicFile file = new AtomicFile(json)) {
            try (JsonGenerator out =
                    JSON.createGenerator(Files.newOutputStream(file.temporaryPath()), JsonEncoding.UTF8)) {
                out.setPrettyPrinter(new DefaultPrettyPrinter());
                write(out);
            }
            file.finish();
        }
        Path text = folder.resolve(REFERENCE_FILE_NAME);
        if (!problems.isEmpty()) {
            Files.deleteIfExists(text);
            return List.of(json);
        }
        Files.writeString(text, referenceLine + "\n");
        return List.of(json, text);
    }

    private void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("metric", metric);
        if (model.isPresent()) {
            out.writeStringField("model", model.get());
        }
        out.writeStringField("targets", targets);
        out.writeObjectFieldStart("totals");
        for (Map.Entry<String, Double> each : totals.entrySet()) {
            out.writeNumberField(each.getKey(), each.getValue());
        }
        out.writeEndObject();
        out.writeArrayFieldStart("bounds");
        for (AccuracyBound.Check each : bounds) {
            out.writeStartObject();
            out.writeStringField("score", each.score());
            out.writeNumberField("actual", each.actual());
            out.writeNumberField("min", each.min());
            out.writeBooleanField("met", each.met());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeNumberField("samples", samples);
        out.writeNumberField("scored", scored);
        out.writeNumberField("duplicates", duplicates);
        write(out, "problems", problems);
        write(out, "warnings", warnings);
        out.writeStringField("reference_line", referenceLine);
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, String name, List<String> texts) throws IOException {
        out.writeArrayFieldStart(name);
        for (String each : texts) {
            out.writeString(each);
        }
        out.writeEndArray();
    }
}
