// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Tests the dependencies between packages. */
class RecordsArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.loadharness.record", "io.loadharness.metrics", "io.loadharness.servermetrics");

    @Test
    void recordsDoNotNeedMetrics() {
        noClasses()
                .that()
                .resideInAPackage("io.loadharness.record..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.loadharness.metrics..", "io.loadharness.servermetrics..")
                .check(CLASSES);
    }

    @Test
    void metricsReadNoFilesThemselves() {
        noClasses()
                .that()
                .resideInAPackage("io.loadharness.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "io.loadharness.servermetrics..")
                .check(CLASSES);
    }

    @Test
    void serverMetricsDoNotNeedMetrics() {
        noClasses()
                .that()
                .resideInAPackage("io.loadharness.servermetrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.loadharness.metrics..")
                .check(CLASSES);
    }
}
