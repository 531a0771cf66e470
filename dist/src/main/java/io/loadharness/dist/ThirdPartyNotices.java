// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The licences of the libraries in the archive, from the software bill of materials (SBOM). The text of each licence is in a jar, or in the
 * folder {@code licenses}. The build fails for a library whose licence requires a copyright notice that is in neither place.
 */
final class ThirdPartyNotices {

    private static final String OWN_GROUP = "io.loadharness";
    private static final Pattern TEXT_IN_JAR =
            Pattern.compile("(?i)(?:META-INF/)?[\\w-]*(?:LICEN[CS]E|NOTICE)[\\w-]*(?:\\.txt|\\.md)?");

    private static final String HEAD = """
            LoadHarness is licensed under the Apache License, Version 2.0, see LICENSE and NOTICE.

            This archive also contains the libraries below. sbom.cyclonedx.json lists them in the format of CycloneDX. The jars are those of
            Maven Central, without the native libraries of other platforms. Each native library is unmodified; large ones are compressed (.xz).
            Apache-2.0 is in the file LICENSE, the other licences are in the folder licenses. Licences and notices inside the jars are
            listed with their names. The native libraries of DuckDB, ONNX Runtime, the tokenizers and llama.cpp are the builds of their
            projects. They contain code of other projects, which their source repositories list with the licences.
            """;

    private final Path lib;
    private final Properties copyrights;

    private ThirdPartyNotices(Path lib, Properties copyrights) {
        this.lib = lib;
        this.copyrights = copyrights;
    }

    /**
     * Returns the text of the notices.
     *
     * @param sbom the bill of materials in the format of CycloneDX
     * @param lib the folder of the jars in the archive; a library without a jar there is left out
     * @param copyrights a file with the copyright notices of libraries by their artifact ids
     */
    static String of(Path sbom, Path lib, Path copyrights) throws IOException {
        Properties notices = new Properties();
        try (Reader reader = Files.newBufferedReader(copyrights)) {
            notices.load(reader);
        }
        TreeMap<String, String> sections = new TreeMap<>();
        for (JsonNode each : new ObjectMapper().readTree(sbom.toFile()).path("components")) {
            if (!each.path("group").asText().equals(OWN_GROUP)) {
                String section = new ThirdPartyNotices(lib, notices).section(each);
                if (section != null) {
                    sections.put(
                            each.path("group").asText() + ":"
                                    + each.path("name").asText(),
                            section);
                }
            }
        }
        if (sections.isEmpty()) {
            throw new IOException(sbom + " lists no library of the archive");
        }
        return HEAD + sections.values().stream().distinct().collect(Collectors.joining());
    }

    private @Nullable String section(JsonNode component) throws IOException {
        String name = component.path("name").asText();
        String version = component.path("version").asText();
        List<Path> jars = jars(name + "-" + version);
        if (jars.isEmpty()) {
            return null;
        }
        List<String> texts = textsIn(jars.get(0));
        List<String> licenses = StreamSupport.stream(component.path("licenses").spliterator(), false)
                .map(ThirdPartyNotices::license)
                .toList();
        String copyright = copyrights.getProperty(name);
        if (licenses.isEmpty()) {
            throw new IOException("no licence of " + name + " " + version + " is known");
        }
        if (texts.isEmpty() && copyright == null && !licenses.contains("Apache-2.0")) {
            throw new IOException(
                    "the licence of " + name + " (" + String.join(", ", licenses)
                            + ") requires its copyright notice: add the notice to dist/src/main/licenses/copyrights.properties");
        }
        return "\n" + component.path("group").asText() + ":" + name + " " + version + "\n"
                + "  licence: " + String.join(" or ", licenses) + "\n"
                + (copyright == null ? "" : "  " + copyright.replace("\n", "\n  ") + "\n")
                + (texts.isEmpty() ? "" : "  in " + jars.get(0).getFileName() + ": " + String.join(", ", texts) + "\n");
    }

    private static String license(JsonNode choice) {
        JsonNode license = choice.path("license");
        return license.path("id")
                .asText(license.path("name").asText(choice.path("expression").asText()));
    }

    private List<Path> jars(String name) throws IOException {
        try (var files = Files.list(lib)) {
            return files.filter(each -> each.getFileName().toString().matches(Pattern.quote(name) + "(-.*)?\\.jar"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> textsIn(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<String> names = new ArrayList<>();
            zip.stream()
                    .map(ZipEntry::getName)
                    .filter(each -> TEXT_IN_JAR.matcher(each).matches() || each.equals("ThirdPartyNotices.txt"))
                    .sorted()
                    .forEach(names::add);
            return names;
        }
    }
}
