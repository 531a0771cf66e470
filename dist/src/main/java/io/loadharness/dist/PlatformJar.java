// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Enumeration;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a jar without the native libraries of other platforms. Libraries of dependencies that LoadHarness can unpack are compressed with
 * xz; the comment of their entry is their size. All other entries are only stored, because the archive then compresses the entries of all
 * jars together, which makes it smaller. The same jar always results in the same copy.
 */
final class PlatformJar {

    private static final Pattern NATIVE = Pattern.compile(".*\\.(?:so|dll|dylib|jnilib)(?:[._][^/]*)?|.*\\.dSYM/.*");
    private static final String DUCKDB = "libduckdb_java.so_linux_amd64";

    /** The libraries that LoadHarness unpacks itself, see {@code LibraryFiles}. */
    private static final Set<String> PACKED = Set.of(
            DUCKDB,
            "ai/onnxruntime/native/linux-x64/libonnxruntime.so",
            "de/kherud/llama/Linux/x86_64/libjllama.so",
            "native/lib/linux-x86_64/cpu/libtokenizers.so");

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    private static final int CLASS_64 = 2;
    private static final int ABI_SYSTEM_V = 0;
    private static final int ABI_GNU = 3;
    private static final int MACHINE_X86_64 = 0x3e;

    private PlatformJar() {}

    /** Copies a jar. Returns false, without a copy, if the jar consists of native libraries of other platforms. */
    static boolean copy(Path from, Path to) throws IOException {
        boolean isUseful = true;
        boolean hasLost = false;
        try (ZipFile jar = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(file)) {
            boolean hasContent = false;
            for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                byte[] content = contentOf(jar, entry);
                boolean isNative = NATIVE.matcher(entry.getName()).matches() || isElf(content);
                if (isNative && !entry.isDirectory() && !isForPlatform(content)) {
                    hasLost = true;
                    continue;
                }
                hasContent |= isNative || isClass(entry.getName());
                if (PACKED.contains(entry.getName())) {
                    write(out, entry.getName() + ".xz", PackedLibrary.of(content), String.valueOf(content.length));
                    content = entry.getName().equals(DUCKDB) ? EmptyLibrary.content() : null;
                }
                if (content != null) {
                    write(out, entry.getName(), content, null);
                }
            }
            isUseful = hasContent || !hasLost;
        }
        if (!isUseful) {
            Files.delete(to);
        }
        return isUseful;
    }

    private static byte[] contentOf(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static void write(ZipOutputStream out, String name, byte[] content, @Nullable String comment)
            throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        entry.setComment(comment);
        CRC32 sum = new CRC32();
        sum.update(content);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("module-info.class");
    }

    private static boolean isElf(byte[] content) {
        return content.length >= 20
                && content[0] == ELF[0]
                && content[1] == ELF[1]
                && content[2] == ELF[2]
                && content[3] == ELF[3];
    }

    /** Returns true for a library for Linux on x86_64. The format of files for FreeBSD differs only in the number of the ABI. */
    private static boolean isForPlatform(byte[] content) {
        return isElf(content)
                && content[4] == CLASS_64
                && (content[7] == ABI_SYSTEM_V || content[7] == ABI_GNU)
                && content[18] == MACHINE_X86_64;
    }
}
