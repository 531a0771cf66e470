// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules for the dependencies between packages. */
class HttpArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.loadharness.http");

    @Test
    void onlyTheJdkTransportUsesJavaNetHttp() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.Jdk\\w+(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..")
                .check(CLASSES);
    }
}
