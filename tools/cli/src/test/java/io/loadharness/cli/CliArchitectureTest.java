// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.RowSource;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.report.AtomicFileWriter;
import io.loadharness.report.ReportFormat;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.SweepReport;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLConnection;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The command line parses options and prints. The libraries do the work and do not depend on the command line. */
class CliArchitectureTest {

    private static final String CLI = "io.loadharness.cli..";

    /** Classes that write small files of the command line itself, or the standard streams. */
    private static final Set<String> WRITERS_OF_OWN_FILES = Set.of(
            "io.loadharness.cli.init.InitCommand",
            "io.loadharness.cli.calibrate.CalibrationFile",
            "io.loadharness.cli.image.BaseImage",
            "io.loadharness.cli.image.ImageLayout",
            "io.loadharness.cli.image.ImageWriter",
            "io.loadharness.cli.image.TarIndex",
            "io.loadharness.cli.output.StandardStreams");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.loadharness");

    private static final DescribedPredicate<JavaClass> THE_COMMAND_LINE = resideInAPackage(CLI);

    private static DescribedPredicate<JavaClass> named(Set<String> names) {
        return describe("are " + names, each -> names.stream()
                .anyMatch(name -> each.getName().equals(name) || each.getName().startsWith(name + "$")));
    }

    private static DescribedPredicate<JavaAccess<?>> calls(String methods, Class<?> owner) {
        return targetOwner(assignableTo(owner))
                .and(describe("whose name matches " + methods, access -> isNamed(access.getTarget(), methods)))
                .as("call " + owner.getSimpleName() + "." + methods);
    }

    private static boolean isNamed(AccessTarget target, String methods) {
        return nameMatching(methods).test(target);
    }

    @Test
    void checksTheClassesOfEveryModule() {
        for (String each : Set.of(
                "cli",
                "client",
                "dataset",
                "duckdb",
                "http",
                "inference",
                "loadgen",
                "micrometer",
                "netty",
                "record",
                "report",
                "schedule",
                "servers",
                "simulator",
                "startup",
                "tokenizers",
                "zstd")) {
            assertThat(CLASSES.containPackage("io.loadharness." + each))
                    .as(each)
                    .isTrue();
        }
    }

    @Test
    void otherModulesDoNotDependOnTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CLI, "io.loadharness.benchmarks..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, "picocli..", "org.yaml.snakeyaml..")
                .check(CLASSES);
    }

    @Test
    void commandLineImplementsNoBackend() {
        noClasses()
                .that(THE_COMMAND_LINE)
                .should()
                .beAssignableTo(InferenceBackend.class)
                .check(CLASSES);
    }

    @Test
    void commandLineReadsNoRows() {
        noClasses()
                .that(THE_COMMAND_LINE)
                .should()
                .dependOnClassesThat(assignableTo(DatasetColumn.class)
                        .or(belongToAnyOf(RowSink.class, RowSource.class, DatasetWriter.class)))
                .orShould()
                .accessTargetWhere(calls("column|find|write", Dataset.class))
                .orShould()
                .accessTargetWhere(calls("stream", DatasetReader.class))
                .orShould()
                .accessTargetWhere(calls("create|createByName", WritableFormat.class))
                .orShould()
                .accessTargetWhere(calls("writeTo", RowSource.class))
                .check(CLASSES);
    }

    @Test
    void commandLineOpensNoSockets() {
        noClasses()
                .that(THE_COMMAND_LINE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "javax.net..", "com.sun.net.httpserver..", "io.netty..")
                .orShould()
                .dependOnClassesThat(belongToAnyOf(
                        Socket.class,
                        ServerSocket.class,
                        DatagramSocket.class,
                        URLConnection.class,
                        SocketChannel.class,
                        ServerSocketChannel.class,
                        DatagramChannel.class,
                        AsynchronousSocketChannel.class,
                        AsynchronousServerSocketChannel.class))
                .check(CLASSES);
    }

    @Test
    void commandLineWritesNoReports() {
        noClasses()
                .that(THE_COMMAND_LINE)
                .should()
                .dependOnClassesThat(belongToAnyOf(AtomicFileWriter.class))
                .orShould()
                .accessTargetWhere(calls("write", ReportFormat.class))
                .orShould()
                .accessTargetWhere(calls("write", RunReport.class))
                .orShould()
                .accessTargetWhere(calls("write", SweepReport.class))
                .orShould()
                .accessTargetWhere(calls("write", RunFolder.class))
                .check(CLASSES);
    }

    @Test
    void commandLineWritesOnlyItsOwnFiles() {
        noClasses()
                .that(THE_COMMAND_LINE)
                .and(not(named(WRITERS_OF_OWN_FILES)))
                .should()
                .accessTargetWhere(calls(
                        "write|writeString|newOutputStream|newBufferedWriter|newByteChannel|copy|move|create(Temp)?File",
                        Files.class))
                .orShould()
                .dependOnClassesThat(belongToAnyOf(
                        FileOutputStream.class,
                        FileWriter.class,
                        RandomAccessFile.class,
                        FileChannel.class,
                        AsynchronousFileChannel.class))
                .check(CLASSES);
    }
}
