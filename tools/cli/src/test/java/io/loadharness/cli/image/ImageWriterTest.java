// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.internal.TarWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of a small class path. */
class ImageWriterTest {

    private static final String NAME = "example.com/loadharness:1";

    @TempDir
    Path folder;

    private Path root;
    private ProgramFiles program;

    @BeforeEach
    void write() throws IOException {
        root = tar("root.tar", "./etc/passwd", "./usr/bin/java", "./usr/bin/sh", "./usr/bin/tar");
        Path classes = Files.createDirectories(folder.resolve("tools/cli/target/classes/io"));
        Files.writeString(classes.resolve("A.class"), "a");
        Path unused =
                Files.createDirectories(folder.resolve("benchmarks/target")).resolve("classes.jar");
        Path module =
                Files.createDirectories(folder.resolve("libraries/data/target")).resolve("classes.jar");
        Path library = folder.resolve("picocli.jar");
        for (Path each : new Path[] {unused, module, library}) {
            Files.writeString(each, each.toString());
        }
        Path natives = Files.createDirectories(folder.resolve("loadgen-jni/target/native/linux"));
        Files.writeString(natives.resolve("lib.so"), "so");
        program = new ProgramFiles(String.join(
                File.pathSeparator,
                unused.toString(),
                module.toString(),
                classes.getParent().toString(),
                library.toString(),
                natives.getParent().toString(),
                folder.resolve("missing.jar").toString()));
    }

    private Path tar(String name, String... files) throws IOException {
        Path archive = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(archive)) {
            TarWriter tar = new TarWriter(out, 0);
            for (String each : files) {
                Content.of(each.getBytes(StandardCharsets.UTF_8)).addTo(tar, each, 0644);
            }
            tar.end();
        }
        return archive;
    }

    private Path write(Path base, String output) throws IOException {
        Path image = folder.resolve(output);
        new ImageWriter(program, NAME).write(base, image);
        return image;
    }

    private static JsonNode json(Map<String, Content> files, String name) throws IOException {
        try (InputStream in = files.get(name).open()) {
            return BaseImage.JSON.readTree(in);
        }
    }

    private static JsonNode manifest(Map<String, Content> files) throws IOException {
        return json(
                files,
                Digest.file(json(files, "index.json").at("/manifests/0/digest").asText()));
    }

    /** Returns the files of a layer of an image. */
    private Map<String, Content> layer(Map<String, Content> files, int index) throws IOException {
        String digest =
                manifest(files).path("layers").path(index).path("digest").asText();
        Path tar = folder.resolve("layer-" + index + ".tar");
        try (InputStream in = new GZIPInputStream(files.get(Digest.file(digest)).open())) {
            Files.write(tar, in.readAllBytes());
        }
        return TarIndex.read(tar);
    }

    /** Checks that each file of an image has the digest of its name, and each uncompressed layer that of the configuration. */
    private static void checkDigests(Map<String, Content> files) throws IOException {
        for (Map.Entry<String, Content> each : files.entrySet()) {
            if (each.getKey().startsWith("blobs/")) {
                assertThat(Digest.file(Digest.of(each.getValue()))).isEqualTo(each.getKey());
            }
        }
        JsonNode manifest = manifest(files);
        JsonNode config = json(files, Digest.file(manifest.at("/config/digest").asText()));
        JsonNode layers = manifest.path("layers");
        assertThat(config.at("/rootfs/diff_ids")).hasSameSizeAs(layers);
        for (int i = 0; i < layers.size(); i++) {
            String digest = layers.path(i).path("digest").asText();
            try (InputStream in =
                    new GZIPInputStream(files.get(Digest.file(digest)).open())) {
                assertThat(Digest.of(in))
                        .isEqualTo(config.at("/rootfs/diff_ids").path(i).asText());
            }
        }
    }

    @Test
    void addsALayerToARootFileSystem() throws IOException {
        Map<String, Content> files = TarIndex.read(write(root, "image.tar"));

        checkDigests(files);
        assertThat(json(files, "index.json")
                        .at("/manifests/0/annotations/io.containerd.image.name")
                        .asText())
                .isEqualTo(NAME);
        JsonNode config =
                json(files, Digest.file(manifest(files).at("/config/digest").asText()));
        assertThat(config.at("/config/User").asText()).isEqualTo("10001:0");
        assertThat(config.at("/config/Entrypoint").toString()).isEqualTo("[\"harness\"]");
        assertThat(config.at("/architecture").asText()).isEqualTo(BaseImage.architecture());
        assertThat(layer(files, 0)).containsOnlyKeys("etc/passwd", "usr/bin/java", "usr/bin/sh", "usr/bin/tar");
        Map<String, Content> added = layer(files, 1);
        assertThat(added)
                .containsOnlyKeys(
                        "opt/loadharness/lib/loadharness-cli.jar",
                        "opt/loadharness/lib/loadharness-data.jar",
                        "opt/loadharness/lib/picocli.jar",
                        "opt/loadharness/native/linux/lib.so",
                        "usr/local/bin/harness");
        try (ZipInputStream jar = new ZipInputStream(
                added.get("opt/loadharness/lib/loadharness-cli.jar").open())) {
            assertThat(jar.getNextEntry().getName()).isEqualTo("io/");
            assertThat(jar.getNextEntry().getName()).isEqualTo("io/A.class");
        }
        try (InputStream in = added.get("usr/local/bin/harness").open()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("#!/bin/sh");
        }
    }

    @Test
    void equalFilesGiveEqualImages() throws IOException {
        assertThat(write(root, "first.tar")).hasSameBinaryContentAs(write(root, "second.tar"));
    }

    @Test
    void anImageMayBeTheBaseOfAnother() throws IOException {
        Path layout = write(root, "layout");
        Path archive = write(layout, "image.tar");

        Map<String, Content> files = TarIndex.read(archive);
        checkDigests(files);
        assertThat(manifest(files).path("layers")).hasSize(3);
        checkDigests(TarIndex.read(write(archive, "again.tar")));
    }

    @Test
    void aCompressedRootFileSystemStaysAsItIs() throws IOException {
        Path compressed = compress(root);

        Map<String, Content> files = TarIndex.read(write(compressed, "image.tar"));
        checkDigests(files);
        assertThat(manifest(files).at("/layers/0/digest").asText()).isEqualTo(Digest.of(Content.of(compressed)));
    }

    private static Path compress(Path file) throws IOException {
        Path compressed = Path.of(file + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(file, out);
        }
        return compressed;
    }

    @Test
    void programsMayBeLinksOutsideUsr() throws IOException {
        Path base = tar("linked.tar", "bin/sh", "bin/tar", "opt/jdk/bin/java", "usr/a");
        byte[] bytes = Files.readAllBytes(base);
        bytes[156] = '2'; // the type of the first member: a symbolic link
        bytes[106] = (byte) (bytes[106] - 2); // the last digit of the mode: the checksum stays valid
        Files.write(base, bytes);

        assertThat(TarIndex.read(base)).doesNotContainKey("bin/sh");
        assertThat(write(base, "image.tar")).exists();
    }

    /** Writes a layout whose only manifest is in an inner index and is for another architecture. */
    private Path layoutFor(String architecture) throws IOException {
        Path layout = write(root, "layout-" + architecture);
        Map<String, Content> files = new HashMap<>();
        try (Stream<Path> all = Files.walk(layout)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                files.put(layout.relativize(each).toString(), Content.of(each));
            }
        }
        ObjectNode manifest = (ObjectNode) manifest(files);
        ObjectNode config = (ObjectNode)
                json(files, Digest.file(manifest.at("/config/digest").asText()));
        config.put("architecture", architecture);
        manifest.withObject("/config").put("digest", put(layout, config));
        ObjectNode inner = BaseImage.JSON.createObjectNode();
        inner.putArray("manifests").addObject().put("digest", put(layout, manifest));
        ObjectNode outer = BaseImage.JSON.createObjectNode();
        outer.putArray("manifests").addObject().put("digest", put(layout, inner));
        Files.write(layout.resolve("index.json"), BaseImage.JSON.writeValueAsBytes(outer));
        return layout;
    }

    private static String put(Path layout, ObjectNode node) throws IOException {
        Content content = Content.of(BaseImage.JSON.writeValueAsBytes(node));
        String digest = Digest.of(content);
        try (InputStream in = content.open()) {
            Files.write(layout.resolve(Digest.file(digest)), in.readAllBytes());
        }
        return digest;
    }

    @Test
    void theImageOfThisPlatformIsFoundInAnInnerIndex() throws IOException {
        checkDigests(TarIndex.read(write(layoutFor(BaseImage.architecture()), "image.tar")));
    }

    @Test
    void anImageOfAnotherPlatformIsRefused() throws IOException {
        Path layout = layoutFor("s390x");

        assertThatThrownBy(() -> write(layout, "image.tar"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no image for linux/" + BaseImage.architecture())
                .hasMessageEndingWith("but for: linux/s390x");
    }

    @Test
    void aDamagedLayerIsRefusedAndNothingIsWritten() throws IOException {
        Path layout = write(root, "layout");
        Map<String, Content> files = new HashMap<>();
        files.put("index.json", Content.of(layout.resolve("index.json")));
        String manifest = json(files, "index.json").at("/manifests/0/digest").asText();
        files.put(Digest.file(manifest), Content.of(layout.resolve(Digest.file(manifest))));
        String layer = manifest(files).at("/layers/0/digest").asText();
        Files.writeString(layout.resolve(Digest.file(layer)), "damaged");

        assertThatThrownBy(() -> write(layout, "image.tar"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a layer does not have its digest " + layer);
        assertThat(folder.resolve("image.tar")).doesNotExist();
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith(".loadharness-image-"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --output=new.tar                     | Missing required option: '--base=PATH'
            --base=none --output=new.tar         | --base: none does not exist
            --base=BASE --output=BASE            | already exists: delete it, or choose another name
            --base=BASE --output=none/new.tar    | does not exist: create it
            --base=BASE --name=a                 | --name must have the form NAME:TAG
            --base=BASE --name=A:1               | --name must have the form NAME:TAG
            --base=DOCKER --output=TEMP/new.tar    | convert it with `skopeo copy docker-archive:
            --base=OTHER --output=TEMP/new.tar   | is neither an image in the OCI layout nor a root file system
            --base=TEXT --output=TEMP/new.tar    | the file is not a tar archive
            --base=GZIP --output=TEMP/new.tar    | text.gz cannot be read: the file is not a tar archive
            --base=PARTS --output=TEMP/new.tar   | parts.tar is not a root file system for LoadHarness, because these programs are missing: /bin/sh, tar, java
            --base=LAYOUT --output=TEMP/new.tar  | layout.gz is a compressed image in the OCI layout: uncompress it
            """)
    void wrongOptionsAreExplained(String options, String message) throws IOException {
        Path old = tar("old.tar", "manifest.json");
        Path other = tar("other.tar", "a");
        Path text = Files.writeString(folder.resolve("text"), "a".repeat(2000));
        Path gzip = compress(text);
        Path parts = tar("parts.tar", "usr/lib/bin.so", "usr/sbin/sh", "usr/javac");
        Path layout = compress(tar("layout", "oci-layout", "index.json"));
        String given = options.replace("BASE", root.toString())
                .replace("DOCKER", old.toString())
                .replace("OTHER", other.toString())
                .replace("TEXT", text.toString())
                .replace("GZIP", gzip.toString())
                .replace("PARTS", parts.toString())
                .replace("LAYOUT", layout.toString())
                .replace("TEMP", folder.toString());

        Session session = Session.of(("image " + given).split(" "));

        assertThat(session.err()).contains(message);
        assertThat(session.exitCode()).isIn(ExitCode.USAGE, ExitCode.FAILED);
        assertThat(folder.resolve("new.tar")).doesNotExist();
    }
}
