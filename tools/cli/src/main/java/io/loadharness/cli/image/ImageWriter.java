// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.internal.TarWriter;
import io.loadharness.internal.TemporaryFolders;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes an image: the layers of a base image, and a layer with the files of LoadHarness. */
final class ImageWriter {

    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final String LAYOUT = "{\"imageLayoutVersion\":\"1.0.0\"}";
    private static final String USER = "10001:0"; // OpenShift uses another user, of the group 0

    private final ProgramFiles files;
    private final String name;

    ImageWriter(ProgramFiles files, String name) {
        this.files = files;
        this.name = name;
    }

    /** Writes an image. Deletes the incomplete image if this fails. */
    void write(Path base, Path output) throws IOException {
        Path folder = Files.createTempDirectory(folder(output), ".loadharness-image-");
        try {
            Path part = folder.resolve(output.getFileName());
            BaseImage image = BaseImage.read(base, folder);
            try (ImageLayout layout = ImageLayout.create(part)) {
                write(image, folder, layout);
            }
            Files.move(part, output, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    /** Returns the folder that contains an output. */
    static Path folder(Path output) {
        return output.toAbsolutePath().resolveSibling("");
    }

    private void write(BaseImage base, Path folder, ImageLayout layout) throws IOException {
        Path archive = folder.resolve("layer.tar.gz");
        Content config = json(config(base.config(), writeLayer(archive)));
        Content layer = Content.of(archive);
        List<BaseImage.Layer> layers = new ArrayList<>(base.layers());
        layers.add(new BaseImage.Layer(BaseImage.LAYER, Digest.of(layer), layer));
        Content manifest = json(manifest(config, layers));
        layout.write("oci-layout", Content.of(LAYOUT.getBytes(StandardCharsets.UTF_8)));
        layout.write("index.json", json(index(manifest)));
        layout.write(Digest.file(Digest.of(manifest)), manifest);
        layout.write(Digest.file(Digest.of(config)), config);
        for (BaseImage.Layer each : layers) {
            String digest = each.descriptor().path("digest").asText();
            if (!Digest.of(each.content()).equals(digest)) {
                throw new IOException("--base is damaged: a layer does not have its digest " + digest
                        + ": copy the base image again");
            }
            layout.write(Digest.file(digest), each.content());
        }
    }

    /** Writes the layer with the files of LoadHarness. Returns the digest of the uncompressed layer. */
    private String writeLayer(Path archive) throws IOException {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 16);
                DigestOutputStream uncompressed = Digest.stream(new GZIPOutputStream(file, 1 << 16))) {
            TarWriter tar = new TarWriter(uncompressed, 0);
            files.write(tar);
            tar.end();
            return Digest.of(uncompressed);
        }
    }

    /** Returns the configuration of the base image, with the program, the user and the layer of LoadHarness. */
    private static ObjectNode config(ObjectNode base, String layer) {
        ObjectNode all = base.deepCopy();
        all.remove("created");
        ObjectNode process = all.withObject("/config");
        process.remove(List.of("Cmd", "ExposedPorts", "Healthcheck", "Volumes", "WorkingDir"));
        process.putArray("Entrypoint").add("harness");
        process.put("User", USER);
        all.withObject("/rootfs").withArray("/diff_ids").add(layer);
        if (all.path("history").isArray()) { // which then must have an entry for each layer
            all.withArray("/history").addObject().put("created_by", "harness image");
        }
        return all;
    }

    private static ObjectNode manifest(Content config, List<BaseImage.Layer> layers) throws IOException {
        ObjectNode manifest =
                BaseImage.JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", MANIFEST);
        manifest.set("config", BaseImage.descriptor(CONFIG, Digest.of(config), config));
        manifest.putArray("layers")
                .addAll(layers.stream().map(BaseImage.Layer::descriptor).toList());
        return manifest;
    }

    private ObjectNode index(Content manifest) throws IOException {
        ObjectNode entry = BaseImage.descriptor(MANIFEST, Digest.of(manifest), manifest);
        entry.putObject("annotations")
                .put("io.containerd.image.name", name)
                .put("org.opencontainers.image.ref.name", name);
        ObjectNode index =
                BaseImage.JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", INDEX);
        index.putArray("manifests").add(entry);
        return index;
    }

    private static Content json(ObjectNode node) throws IOException {
        return Content.of(BaseImage.JSON.writeValueAsBytes(node));
    }
}
