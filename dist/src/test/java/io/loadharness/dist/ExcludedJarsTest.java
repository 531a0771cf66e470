// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Jars that the archive does not contain. */
class ExcludedJarsTest {

    private static final Pattern EXCLUSION =
            Pattern.compile("<exclusion>\\s*<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>");
    private static final Pattern WITHOUT =
            Pattern.compile("<classpathDependencyExclude>(.*?):(.*?)</classpathDependencyExclude>");

    private static Set<String> jars(String module, Pattern pattern) throws IOException {
        Set<String> jars = new TreeSet<>();
        pattern.matcher(Files.readString(Path.of("..").resolve(module).resolve("pom.xml")))
                .results()
                .forEach(each -> jars.add(each.group(1) + ":" + each.group(2)));
        return jars;
    }

    @Test
    void theTestsOfThePluginsRunWithoutThem() throws IOException {
        Set<String> tested = jars("plugins/kubernetes", WITHOUT);
        tested.addAll(jars("plugins/micrometer", WITHOUT));

        assertThat(jars("dist", EXCLUSION)).isNotEmpty().isEqualTo(tested);
    }
}
