// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that all types behind the command line have different simple names, to avoid confusion. */
class UniqueNamesTest {

    @Test
    void simpleNamesAreUnique() {
        Map<String, List<String>> byName = new TreeMap<>();
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.loadharness")) {
            if (each.isTopLevelClass() && !each.getSimpleName().endsWith("-info")) {
                byName.computeIfAbsent(each.getSimpleName(), name -> new ArrayList<>())
                        .add(each.getPackageName());
            }
        }

        assertThat(byName).hasSizeGreaterThan(800);
        assertThat(byName.entrySet().stream()
                        .filter(each -> each.getValue().size() > 1)
                        .toList())
                .isEmpty();
    }
}
