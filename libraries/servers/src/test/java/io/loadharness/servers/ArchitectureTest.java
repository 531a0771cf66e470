// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks that this module does not depend on loads. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.loadharness.servers");

    @Test
    void serversDoNotDependOnLoads() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.loadharness.*")
                        .and(not(resideInAnyPackage("io.loadharness.servers", "io.loadharness.internal"))))
                .check(CLASSES);
    }

    @Test
    void watchdogDependsOnNoOtherModule() {
        noClasses()
                .that()
                .haveFullyQualifiedName(Watchdog.class.getName())
                .should()
                .transitivelyDependOnClassesThat()
                .resideInAnyPackage("io.loadharness", "io.loadharness.internal")
                .check(CLASSES);
    }
}
