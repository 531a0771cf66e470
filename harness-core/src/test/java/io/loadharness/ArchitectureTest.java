// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks the dependencies between the packages of this module. Maven checks the dependencies between modules. */
class ArchitectureTest {

    private static final String ROOT = "io.loadharness";
    private static final String CLIENT = "io.loadharness.client..";
    private static final String INFERENCE = "io.loadharness.inference..";
    private static final String GENERATOR = "io.loadharness.generator..";
    private static final String INTERNAL = "io.loadharness.internal..";

    /** The package of annotations. It is an allowed dependency, because the JVM ignores annotations whose classes are missing. */
    private static final String ANNOTATIONS = "org.jspecify.annotations";

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyClassIsInAKnownPackage() {
        classes()
                .should()
                .resideInAnyPackage(ROOT, CLIENT, GENERATOR, INFERENCE, INTERNAL)
                .check(CORE);
    }

    @Test
    void rootPackageDoesNotDependOnOthers() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLIENT, GENERATOR, INFERENCE)
                .check(CORE);
    }

    @Test
    void clientPackageDoesNotDependOnInference() {
        noClasses()
                .that()
                .resideInAPackage(CLIENT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(INFERENCE)
                .check(CORE);
    }

    @Test
    void moduleDependsOnlyOnTheJdkAtRunTime() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "jdk.jfr..", ANNOTATIONS, ROOT, CLIENT, GENERATOR, INFERENCE, INTERNAL)
                .check(CORE);
    }
}
