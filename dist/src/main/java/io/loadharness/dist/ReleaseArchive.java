// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import io.loadharness.cli.Harness;
import io.loadharness.cli.completion.CompletionScript;
import io.loadharness.internal.Sha256;
import io.loadharness.internal.TemporaryFolders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import picocli.CommandLine;

/** Builds {@code loadharness-VERSION-PLATFORM.tar.gz} from the jars of the command line. The same jars always result in the same archive. */
public final class ReleaseArchive {

    private static final String PLATFORM = "linux-x86_64";
    private static final String PROGRAM = "loadharness";

    private final Path checkout;
    private final Path home;

    private ReleaseArchive(Path checkout, Path home) {
        this.checkout = checkout;
        this.home = home;
    }

    /**
     * Builds the archive.
     *
     * @param arguments the folder of the checkout, the class path of all jars including the jar of this class, the SBOM, the version, the
     *     platform, and the folder for the archive
     */
    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of(arguments[0]);
        String version = arguments[3];
        if (!arguments[4].equals(PLATFORM)) {
            throw new IOException("an archive can be built on " + PLATFORM + " only, not on " + arguments[4]);
        }
        System.setProperty("loadharness.command", PROGRAM);
        Path sbom = Path.of(arguments[2]);
        if (!Files.exists(sbom)) {
            throw new IOException(sbom + " does not exist: Maven makes it only if it is online, so run it without -o");
        }
        Path out = Path.of(arguments[5]);
        Path home = out.resolve(PROGRAM + "-" + version + "-" + PLATFORM);
        TemporaryFolders.delete(home);
        new ReleaseArchive(checkout, home).assemble(jars(arguments[1]), sbom, version);
        TarGz.write(home, out.resolve(home.getFileName() + ".tar.gz"));
    }

    private void assemble(List<Path> jars, Path sbom, String version) throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        for (Path each : jars) {
            Path copy = lib.resolve(each.getFileName());
            if (each.getFileName().toString().equals("loadgen-jni-" + version + "-" + PLATFORM + ".jar")) {
                unpack(each, lib.resolve("native")); // LoadGen is then loaded without a copy
            } else {
                PlatformJar.copy(each, copy);
            }
        }
        Path sources = checkout.resolve("dist/src/main");
        copy(sources.resolve("bin/" + PROGRAM), home.resolve("bin"));
        copy(checkout.resolve("LICENSE"), home);
        copy(checkout.resolve("NOTICE"), home);
        for (Path each : sorted(sources.resolve("licenses"))) {
            if (each.toString().endsWith(".txt")) {
                copy(each, home.resolve("licenses"));
            }
        }
        Files.copy(sbom, home.resolve("sbom.cyclonedx.json"));
        Files.writeString(
                home.resolve("THIRD-PARTY.txt"),
                ThirdPartyNotices.of(sbom, lib, sources.resolve("licenses/copyrights.properties")));

        CommandLine commands = Harness.commandLine();
        ManualPages.write(commands, version, home.resolve("share/man/man1"));
        Path completions = Files.createDirectories(home.resolve("share/bash-completion/completions"));
        Files.writeString(completions.resolve(PROGRAM), CompletionScript.of(PROGRAM, commands));
        Files.writeString(lib.resolve("build-id"), hash(lib) + "\n");
    }

    private static List<Path> jars(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(Path::of)
                .sorted(Comparator.comparing(each -> each.getFileName().toString()))
                .toList();
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void copy(Path file, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void unpack(Path jar, Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (entry.getName().endsWith(".so") && file.startsWith(folder)) {
                    Files.createDirectories(file.resolveSibling(""));
                    Files.copy(zip, file);
                }
            }
        }
    }

    /** Returns a hash of all files. The start script uses it to recognize class archives of other versions. */
    private static String hash(Path folder) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (Stream<Path> files = Files.walk(folder);
                OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.write(folder.relativize(each).toString().getBytes(StandardCharsets.UTF_8));
                Files.copy(each, out);
            }
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }
}
