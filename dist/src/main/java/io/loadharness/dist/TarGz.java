// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import io.loadharness.internal.TarWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Writes a folder as a compressed tar archive. The same files always result in the same archive: sorted, without owners and times. */
final class TarGz {

    private static final int NAME_LENGTH = 100;
    private static final long TIME = LocalDateTime.of(2026, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);

    private TarGz() {}

    /** Writes a folder as the only folder at the top of an archive. The files in its folder {@code bin} can be executed. */
    static void write(Path folder, Path archive) throws IOException {
        try (OutputStream file = Files.newOutputStream(archive);
                OutputStream out = new BufferedOutputStream(new Best(file), 1 << 16);
                Stream<Path> walk = Files.walk(folder)) {
            TarWriter tar = new TarWriter(out, TIME);
            String top = String.valueOf(folder.getFileName());
            for (Path each : walk.sorted().toList()) {
                String name = folder.relativize(each).toString();
                if (name.length()
                        > NAME_LENGTH) { // the format allows more, but then the folder could not get a longer name
                    throw new IOException("the name " + name + " is longer than " + NAME_LENGTH + " characters");
                }
                String member = name.isEmpty() ? top : top + "/" + name;
                if (Files.isDirectory(each)) {
                    tar.folder(member);
                } else {
                    try (InputStream in = Files.newInputStream(each)) {
                        tar.file(member, name.startsWith("bin/") ? 0755 : 0644, Files.size(each), in);
                    }
                }
            }
            tar.end();
        }
    }

    private static final class Best extends GZIPOutputStream {

        Best(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
