// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between packages. */
class DataArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.loadharness.dataset", "io.loadharness.workload");

    @Test
    void dataSetsDoNotDependOnWorkloads() {
        noClasses()
                .that()
                .resideInAPackage("io.loadharness.dataset..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.loadharness.workload..")
                .check(CLASSES);
    }

    @Test
    void workloadsDoNotDependOnJackson() {
        noClasses()
                .that()
                .resideInAPackage("io.loadharness.workload..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..")
                .check(CLASSES);
    }
}
