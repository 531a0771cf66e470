// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadharness.internal.Suggestions;
import io.loadharness.report.ReportException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Patterns for the start-up logs of some versions of a server. If the JSON file of a pack names an older pack in {@code differs}, the file
 * contains only the differences from the older pack. Immutable.
 */
public final class PatternPack {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final List<String> BUILT_IN =
            List.of("vllm-0.6.json", "vllm-0.8.json", "vllm-0.17.json", "vllm-0.19.json");

    private final String name;
    private final ServerVersion since;
    private final Map<String, List<LineTemplate>> lines;
    private final List<PhasePattern> phases;

    private PatternPack(
            String name, ServerVersion since, Map<String, List<LineTemplate>> lines, List<PhasePattern> phases) {
        this.name = name;
        this.since = since;
        this.lines = lines;
        this.phases = phases;
    }

    /** The content of the JSON file. */
    private record Content(
            String name, String since, String differs, Map<String, List<String>> lines, List<PhasePattern> phases) {}

    /** Returns the built-in packs, oldest first. */
    public static List<PatternPack> builtIn() {
        List<PatternPack> packs = new ArrayList<>();
        for (String file : BUILT_IN) {
            try (InputStream in = PatternPack.class.getResourceAsStream(file)) {
                if (in == null) {
                    throw new IOException("it is missing");
                }
                packs.add(of(file, in.readAllBytes(), packs));
            } catch (IOException e) {
                throw new IllegalStateException(
                        "the patterns " + file + " of this installation of LoadHarness cannot be read: reinstall it",
                        e);
            }
        }
        return List.copyOf(packs);
    }

    /**
     * Reads a custom pack.
     *
     * @throws ReportException if the file is invalid; the message names the problem
     */
    public static PatternPack read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new ReportException(file + " is a folder, not a pattern pack");
        }
        return of(file.toString(), Files.readAllBytes(file), builtIn());
    }

    private static PatternPack of(String file, byte[] json, List<PatternPack> older) throws IOException {
        try {
            Content content = JSON.readValue(json, Content.class);
            if (content == null || content.name == null || content.since == null) {
                throw new IllegalArgumentException("the key \"name\" or \"since\" is missing");
            }
            Map<String, List<LineTemplate>> lines = new LinkedHashMap<>();
            List<PhasePattern> phases = content.phases == null ? List.of() : content.phases;
            if (content.differs != null) {
                PatternPack base = named(content.differs, older);
                lines.putAll(base.lines);
                phases = phases.isEmpty() ? base.phases : phases;
            }
            if (content.lines != null) {
                content.lines.forEach((event, templates) -> lines.put(
                        event, templates.stream().map(LineTemplate::new).toList()));
            }
            lines.forEach((event, templates) -> templates.forEach(each -> RequiredFields.check(event, each)));
            phases.forEach(phase -> check(phase, lines));
            return new PatternPack(content.name, ServerVersion.of(content.since), lines, List.copyOf(phases));
        } catch (JsonProcessingException e) {
            throw new ReportException(file + " is not a valid pattern pack: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new ReportException(file + " is not a valid pattern pack: " + e.getMessage(), e);
        }
    }

    private static PatternPack named(String name, List<PatternPack> packs) {
        return packs.stream()
                .filter(pack -> pack.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"differs\" names the unknown pack \"" + name + "\"; available are "
                                + packs.stream().map(PatternPack::name).toList()));
    }

    private static void check(PhasePattern phase, Map<String, List<LineTemplate>> lines) {
        Stream.concat(phase.starts().stream(), phase.ends().stream())
                .filter(event -> !lines.containsKey(event))
                .findFirst()
                .ifPresent(event -> {
                    throw new IllegalArgumentException("the phase \"" + phase.title() + "\" uses the event " + event
                            + ", which has no lines"
                            + Suggestions.hintAndNames(event, new TreeSet<>(lines.keySet())));
                });
        phase.parts().forEach(part -> check(part, lines));
    }

    /** Returns the name, which is shown in reports. */
    public String name() {
        return name;
    }

    /** Returns the first server version whose logs match this pack. */
    ServerVersion since() {
        return since;
    }

    /** Returns the line templates of each event. */
    Map<String, List<LineTemplate>> lines() {
        return lines;
    }

    List<PhasePattern> phases() {
        return phases;
    }
}
