// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.internal.Sha256;
import io.loadharness.internal.TarWriter;
import io.loadharness.internal.TemporaryFolders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The files of a program that a launcher copies to other machines: the entries of a class path, a script that runs the program, and a list
 * of hashes. Folders of the class path are packed as temporary jars, which {@link #close} deletes.
 */
final class ProgramBundle implements AutoCloseable {

    private record Entry(String name, Path file, String hash) {}

    private final List<Entry> entries = new ArrayList<>();
    private final Path temporary;
    private final String hash;

    private ProgramBundle(List<Path> classPath, String runScript) throws IOException {
        temporary = Files.createTempDirectory("loadharness-");
        try {
            int number = 0;
            StringBuilder names = new StringBuilder();
            for (Path part : classPath) {
                if (!Files.exists(part)) {
                    continue;
                }
                String name = String.format("%03d-%s", number++, shortName(part));
                names.append(name).append('\n');
                Path file = Files.isDirectory(part) ? pack(part, temporary.resolve(name)) : part;
                entries.add(new Entry(name, file, Sha256.of(file)));
            }
            write("class-path", names.toString());
            write("worker.sh", runScript);
            StringBuilder hashes = new StringBuilder();
            for (Entry entry : entries) {
                hashes.append(entry.hash).append("  ").append(entry.name).append('\n');
            }
            write("files.sha256", hashes.toString());
            hash = entries.get(entries.size() - 1).hash.substring(0, 32);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    static ProgramBundle of(List<Path> classPath, String runScript) throws IOException {
        return new ProgramBundle(classPath, runScript);
    }

    /** Returns the hash of all files. It is the name of the bundle. */
    String hash() {
        return hash;
    }

    int files() {
        return entries.size();
    }

    long megabytes() throws IOException {
        long bytes = 0;
        for (Entry entry : entries) {
            bytes += Files.size(entry.file);
        }
        return bytes / 1_000_000;
    }

    /** Writes all files as a tar archive. */
    void writeTar(OutputStream out) throws IOException {
        TarWriter tar = new TarWriter(out, 0);
        for (Entry entry : entries) {
            try (InputStream in = Files.newInputStream(entry.file)) {
                tar.file(entry.name, 0600, Files.size(entry.file), in);
            }
        }
        tar.end();
    }

    /** Returns a file name of plain characters. The name only helps readers, because a number before the name makes it unique. */
    private static String shortName(Path part) {
        Path last = part.getFileName();
        String name = (last == null ? "root" : last.toString()).replaceAll("[^A-Za-z0-9._-]", "_");
        if (Files.isDirectory(part) || !name.endsWith(".jar")) {
            name += ".jar";
        }
        return name.length() <= 80 ? name : name.substring(name.length() - 80);
    }

    private void write(String name, String text) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), text);
        entries.add(new Entry(name, file, Sha256.of(file)));
    }

    /** Packs a folder as a jar. The same content always results in the same bytes. */
    private static Path pack(Path folder, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(folder)) {
            out.setLevel(1);
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                JarEntry entry = new JarEntry(folder.relativize(file).toString());
                entry.setTimeLocal(java.time.LocalDateTime.of(2026, 1, 1, 0, 0));
                out.putNextEntry(entry);
                Files.copy(file, out);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return jar;
    }

    /** Copies all files to a folder. */
    void copyTo(Path folder) throws IOException {
        for (Entry entry : entries) {
            Files.copy(entry.file, folder.resolve(entry.name));
        }
    }

    /** Moves all files of a copy to another folder, and replaces files there. */
    void move(Path copy, Path folder) throws IOException {
        for (Entry entry : entries) {
            Files.move(copy.resolve(entry.name), folder.resolve(entry.name), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Returns true if a folder contains all files with the same content. */
    boolean isIn(Path folder) {
        try {
            for (Entry entry : entries) {
                if (!Sha256.of(folder.resolve(entry.name)).equals(entry.hash)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the names of the class path entries, in order. */
    List<String> classPathNames() {
        return entries.stream()
                .map(Entry::name)
                .filter(name -> Character.isDigit(name.charAt(0)))
                .toList();
    }

    @Override
    public void close() {
        TemporaryFolders.delete(temporary);
    }
}
