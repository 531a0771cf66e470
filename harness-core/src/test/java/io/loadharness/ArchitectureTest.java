package io.loadharness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Which package may know which. That everything public has Javadoc is doclint's to see: it is not in class files. */
class ArchitectureTest {

    private static final String ROOT = "io.loadharness";

    /** Below the root package; each knows only itself, the root and those before it. A package may be missing. */
    private static final List<String> PACKAGES = List.of(
            "internal",
            "generator",
            "health",
            "inference",
            "http",
            "dataset",
            "workload",
            "schedule",
            "record",
            "scrape",
            "metrics",
            "report",
            "server");

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyClassIsInAPackageOfTheDesign() {
        classes().should().resideInAnyPackage(withRoot(PACKAGES)).check(CORE);
    }

    @Test
    void theRootPackageKnowsNoOther() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(names(PACKAGES))
                .check(CORE);
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageKnowsOnlyThoseBeforeIt(String name) {
        List<String> later = PACKAGES.subList(PACKAGES.indexOf(name) + 1, PACKAGES.size());
        noClasses()
                .that()
                .resideInAPackage(name(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(names(later))
                .allowEmptyShould(true)
                .check(CORE);
    }

    @ParameterizedTest
    @CsvSource({"dataset, http", "workload, http", "schedule, inference", "schedule, http", "server, schedule"})
    void aPackageKnowsNothingOf(String name, String other) {
        noClasses()
                .that()
                .resideInAPackage(name(name))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(name(other))
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void nothingKnowsLoadGenOrNativeCode() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(name("loadgen"), "org.bytedeco..")
                .check(CORE);
    }

    @Test
    void onlyPackagesWithFilesAndProtocolsKnowJackson() {
        noClasses()
                .that()
                .resideOutsideOfPackages(name("http"), name("dataset"), name("record"), name("scrape"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(CORE);
    }

    @Test
    void onlyTheJdkTransportKnowsTheJdksClient() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.Jdk\\w+(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .check(CORE);
    }

    private static String name(String below) {
        return ROOT + "." + below + "..";
    }

    private static String[] names(List<String> below) {
        return below.stream().map(ArchitectureTest::name).toArray(String[]::new);
    }

    private static String[] withRoot(List<String> below) {
        return Stream.concat(Stream.of(ROOT), Stream.of(names(below))).toArray(String[]::new);
    }
}
