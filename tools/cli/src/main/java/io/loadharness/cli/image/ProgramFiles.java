// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import io.loadharness.internal.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The files of LoadHarness in an image: the jars and the native library of this process, and the program {@code harness}. */
final class ProgramFiles {

    private static final String HOME = "opt/loadharness";
    private static final String PROGRAM = "harness";
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0); // the first that a jar can have
    private static final Pattern OF_CHECKOUT = Pattern.compile(".*/([^/]+)/target/classes(\\.jar)?");

    /** The modules of a checkout that no run uses. */
    private static final Pattern UNUSED = Pattern.compile(".*/(benchmarks|harness-examples|stress|testkit)/target/.*");

    private final List<Path> classPath;

    /** Uses the entries of a class path. */
    ProgramFiles(String classPath) {
        this.classPath = Stream.of(classPath.split(Pattern.quote(File.pathSeparator), -1))
                .filter(each -> !each.isEmpty()
                        && !UNUSED.matcher(each.replace('\\', '/')).matches())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** Writes the files of the layer, in the order of their names. */
    void write(TarWriter tar) throws IOException {
        Map<String, Content> files = new TreeMap<>();
        for (Path each : classPath) {
            if (Files.isDirectory(each)) {
                addFolder(each, files);
            } else {
                files.putIfAbsent(HOME + "/lib/" + name(each, each.getFileName().toString()), Content.of(each));
            }
        }
        Set<String> folders = new TreeSet<>();
        files.keySet().forEach(each -> addParents(each, HOME.length(), folders));
        for (String each : folders) {
            tar.folder(each);
        }
        for (Map.Entry<String, Content> each : files.entrySet()) {
            each.getValue().addTo(tar, each.getKey(), 0644);
        }
        Content.of(script()).addTo(tar, "usr/local/bin/" + PROGRAM, 0755);
    }

    /** Adds the folders of a file whose names have at least a length. */
    private static void addParents(String file, int length, Set<String> folders) {
        for (int end = file.lastIndexOf('/'); end >= length; end = file.lastIndexOf('/', end - 1)) {
            folders.add(file.substring(0, end));
        }
    }

    /** Returns the name of a jar in the image. The jars of the modules of a checkout all have the name classes.jar. */
    private static String name(Path entry, String otherwise) {
        Matcher module = OF_CHECKOUT.matcher(entry.toString().replace('\\', '/'));
        return module.matches() ? "loadharness-" + module.group(1) + ".jar" : otherwise;
    }

    /** Adds classes as a jar, and native libraries as files, because a library in a jar must be unpacked at each start. */
    private static void addFolder(Path folder, Map<String, Content> files) throws IOException {
        Map<String, Content> found = new LinkedHashMap<>();
        boolean isNative = true;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(each).toString().replace('\\', '/');
                isNative &= !name.endsWith(".class");
                found.put(name, Content.of(each));
            }
        }
        if (isNative) {
            found.forEach((name, content) -> files.put(HOME + "/native/" + name, content));
        } else if (!found.isEmpty()) {
            files.put(HOME + "/lib/" + name(folder, folder.getFileName() + ".jar"), Content.of(jar(found)));
        }
    }

    private static byte[] jar(Map<String, Content> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            Set<String> folders = new TreeSet<>(); // without which the JVM does not find resources that are folders
            files.keySet().forEach(each -> addParents(each, 1, folders));
            for (String each : folders) {
                add(zip, each + "/", new byte[0]);
            }
            for (Map.Entry<String, Content> each : files.entrySet()) {
                try (InputStream in = each.getValue().open()) {
                    add(zip, each.getKey(), in.readAllBytes());
                }
            }
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(checksum.getValue());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(content);
    }

    private static byte[] script() throws IOException {
        try (InputStream in = ProgramFiles.class.getResourceAsStream(PROGRAM)) {
            if (in == null) {
                throw new IllegalStateException("the jar of harness-cli lacks the program " + PROGRAM);
            }
            return in.readAllBytes();
        }
    }
}
