// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the poms for the rules of Maven Central. The script {@code .ci/consumers} checks the files that a release deploys. */
class PublishedModulesTest {

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern MODULE_NAME =
            Pattern.compile("<Automatic-Module-Name>(io\\.loadharness\\.\\w+(?:\\.\\w+)*)</Automatic-Module-Name>");
    private static final Pattern VERSION_OF_PLUGIN =
            Pattern.compile("<artifactId>([\\w-]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern EXCLUDED = Pattern.compile("<excludeArtifact>([^<]+)</excludeArtifact>");
    private static final Pattern MANAGED = Pattern.compile("(?s)<dependency>.*?</dependency>");

    @Test
    void everyPublishedModuleHasANameAndADescription() throws IOException {
        assertThat(published()).hasSizeGreaterThan(20).allSatisfy((folder, pom) -> assertThat(
                        PARENT.matcher(pom).replaceFirst(""))
                .as(folder)
                .contains("<name>LoadHarness")
                .containsPattern("<description>[A-Z][^<]{20,}\\.</description>"));
    }

    @Test
    void everyPublishedJarHasAModuleName() throws IOException {
        Map<String, String> jars = published();
        jars.remove("bom");

        assertThat(jars).allSatisfy((folder, pom) -> assertThat(
                        Files.exists(Pages.ROOT.resolve(folder).resolve("src/main/java/module-info.java"))
                                || MODULE_NAME.matcher(pom).find())
                .as(folder + " has a module-info.java or an Automatic-Module-Name")
                .isTrue());
    }

    @Test
    void theBomListsEveryPublishedModule() throws IOException {
        Map<String, String> poms = published();
        String bom = poms.remove("bom");

        assertThat(MANAGED.matcher(bom).results().map(found -> value(found.group(), "artifactId")))
                .containsExactlyInAnyOrderElementsOf(poms.values().stream()
                        .map(PublishedModulesTest::artifact)
                        .toList());
    }

    @Test
    void theParentAndTheBomHaveWhatMavenCentralRequires() throws IOException {
        for (String folder : List.of("", "bom")) {
            assertThat(pom(folder))
                    .contains(
                            "<url>https://", "<licenses>", "<developers>", "<scm", "<id>sign</id>", "<id>central</id>");
        }
    }

    @Test
    void theBomPinsPluginsAsTheParentDoes() throws IOException {
        String parent = pom("");
        List<MatchResult> plugins =
                VERSION_OF_PLUGIN.matcher(pom("bom")).results().toList();

        assertThat(plugins).hasSizeGreaterThan(4).allSatisfy(plugin -> assertThat(plugin.group(2))
                .as(plugin.group(1))
                .isEqualTo(version(parent, plugin.group(1))));
    }

    @Test
    void modulesThatAreNotPublishedAreNotUploaded() throws IOException {
        List<String> unpublished = new ArrayList<>(List.of("loadharness"));
        for (String folder : modules().toList()) {
            if (!isPublished(pom(folder)) && !folder.equals("stress")) {
                unpublished.add(artifact(pom(folder)));
            }
        }

        assertThat(EXCLUDED.matcher(pom("")).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(unpublished);
    }

    /** Returns the version of a plug-in in the parent, which sets most of them by a property. */
    private static String version(String parent, String plugin) {
        String version = VERSION_OF_PLUGIN
                .matcher(parent)
                .results()
                .filter(found -> found.group(1).equals(plugin))
                .findFirst()
                .orElseThrow()
                .group(2);
        return version.startsWith("${") ? value(parent, version.substring(2, version.length() - 1)) : version;
    }

    /** Returns the poms of all published modules by their folders. */
    private static Map<String, String> published() throws IOException {
        Map<String, String> published = new TreeMap<>();
        for (String folder : modules().toList()) {
            String pom = pom(folder);
            if (isPublished(pom)) {
                published.put(folder, pom);
            }
        }
        return published;
    }

    private static boolean isPublished(String pom) {
        return !pom.contains("<maven.deploy.skip>true</maven.deploy.skip>");
    }

    private static Stream<String> modules() throws IOException {
        return MODULE.matcher(pom("")).results().map(found -> found.group(1));
    }

    private static String pom(String folder) throws IOException {
        return Files.readString(Pages.ROOT.resolve(folder).resolve("pom.xml"));
    }

    private static String artifact(String pom) {
        return value(PARENT.matcher(pom).replaceFirst(""), "artifactId");
    }

    /** Returns the text of the first element with a name. */
    private static String value(String xml, String name) {
        int start = xml.indexOf("<" + name + ">") + name.length() + 2;
        return xml.substring(start, xml.indexOf("</" + name + ">"));
    }
}
