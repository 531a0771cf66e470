// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The image that {@code harness image} adds a layer to.
 *
 * @param config the configuration: variables, the architecture, and the digests of the uncompressed layers
 * @param layers the layers, the lowest first
 */
record BaseImage(ObjectNode config, List<Layer> layers) {

    static final JsonMapper JSON = new JsonMapper();
    static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

    private static final String INDEX = "index.json";
    private static final int MAX_JSON = 1 << 22;
    private static final String PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /** A layer, as its compressed archive and its entry in a manifest. */
    record Layer(ObjectNode descriptor, Content content) {

        Layer(String mediaType, String digest, Content content) {
            this(BaseImage.descriptor(mediaType, digest, content), content);
        }
    }

    /** Returns the entry of a manifest or an index for a file. */
    static ObjectNode descriptor(String mediaType, String digest, Content content) {
        return JSON.createObjectNode()
                .put("mediaType", mediaType)
                .put("digest", digest)
                .put("size", content.size());
    }

    /** Returns the name of the architecture of this JVM in images. */
    static String architecture() {
        String name = System.getProperty("os.arch");
        return Map.of("x86_64", "amd64", "aarch64", "arm64").getOrDefault(name, name);
    }

    /**
     * Reads an image, or creates an image with one layer from the archive of a root file system.
     *
     * @param base a folder in the OCI image layout, an archive of such a folder, or a tar archive of a root file system
     * @param temporary a folder for a compressed layer
     * @throws IllegalArgumentException if the file is something else, or has no image for this platform
     */
    static BaseImage read(Path base, Path temporary) throws IOException {
        if (!Files.exists(base)) {
            throw new IllegalArgumentException("--base: " + base + " does not exist");
        }
        try {
            if (!Files.isDirectory(base) && isCompressed(base)) {
                try (InputStream in = uncompressed(base)) {
                    requirePrograms(base, TarIndex.names(in));
                }
                return ofRoot(LAYER, Content.of(base), uncompressedDigest(base));
            }
            Map<String, Content> files = Files.isDirectory(base) ? folder(base) : TarIndex.read(base);
            if (files.containsKey(INDEX)) {
                return new Reader(base, files).image();
            }
            if (files.containsKey("manifest.json")) {
                throw unusable(
                        base,
                        "is an archive of an old `docker save`: convert it with `skopeo copy" + " docker-archive:"
                                + base + " oci-archive:base.tar`");
            }
            if (files.keySet().stream().noneMatch(each -> each.startsWith("usr/"))) {
                throw unusable(
                        base, "is neither an image in the OCI layout nor a root file system with the folder usr");
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(base))) {
                requirePrograms(base, TarIndex.names(in));
            }
            return compressed(base, temporary);
        } catch (JacksonException e) {
            throw unusable(base, "is damaged: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IOException("--base: " + base + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException unusable(Path base, String reason) {
        return new IllegalArgumentException("--base: " + base + " " + reason);
    }

    private static boolean isCompressed(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 0x1f && in.read() == 0x8b;
        }
    }

    private static String uncompressedDigest(Path file) throws IOException {
        try (InputStream in = uncompressed(file)) {
            return Digest.of(in);
        }
    }

    private static InputStream uncompressed(Path file) throws IOException {
        return new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)), 1 << 16);
    }

    /** Checks that a root file system contains the programs that the pods of a run need. */
    private static void requirePrograms(Path base, Set<String> names) {
        if (names.contains("oci-layout")) {
            throw unusable(base, "is a compressed image in the OCI layout: uncompress it with `gunzip`");
        }
        List<String> missing = new ArrayList<>();
        if (!names.contains("bin/sh") && !names.contains("usr/bin/sh")) {
            missing.add("/bin/sh");
        }
        for (String each : List.of("tar", "java")) {
            if (names.stream().noneMatch(name -> ("/" + name).endsWith("/bin/" + each))) {
                missing.add(each);
            }
        }
        if (!missing.isEmpty()) {
            throw unusable(
                    base,
                    "is not a root file system for LoadHarness, because these programs are missing: "
                            + String.join(", ", missing));
        }
    }

    private static Map<String, Content> folder(Path folder) throws IOException {
        Map<String, Content> files = new HashMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(each).toString().replace('\\', '/'), Content.of(each));
            }
        }
        return files;
    }

    private static BaseImage compressed(Path root, Path temporary) throws IOException {
        Path layer = temporary.resolve("base.tar.gz");
        DigestOutputStream digest;
        try (InputStream in = Files.newInputStream(root);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(layer), 1 << 16)) {
            digest = Digest.stream(out);
            in.transferTo(digest);
        }
        return ofRoot(LAYER, Content.of(layer), Digest.of(digest));
    }

    private static BaseImage ofRoot(String mediaType, Content layer, String uncompressed) throws IOException {
        ObjectNode config =
                JSON.createObjectNode().put("architecture", architecture()).put("os", "linux");
        config.putObject("config").putArray("Env").add(PATH);
        config.putObject("rootfs").put("type", "layers").putArray("diff_ids").add(uncompressed);
        config.putArray("history").addObject().put("created_by", "the root file system of --base");
        return new BaseImage(config, List.of(new Layer(mediaType, Digest.of(layer), layer)));
    }

    /** Finds the image for this platform in the files of a layout. */
    private record Reader(Path base, Map<String, Content> files) {

        BaseImage image() throws IOException {
            List<ObjectNode> manifests = new ArrayList<>();
            collect(json(INDEX), manifests);
            Map<String, BaseImage> byArchitecture = new LinkedHashMap<>();
            for (ObjectNode each : manifests) {
                BaseImage image = image(each);
                byArchitecture.putIfAbsent(
                        image.config.path("os").asText() + "/"
                                + image.config.path("architecture").asText(),
                        image);
            }
            String platform = "linux/" + architecture();
            return Optional.ofNullable(byArchitecture.get(platform))
                    .orElseThrow(() -> unusable(
                            base,
                            "has no image for " + platform + ", the platform of this machine, but for: "
                                    + String.join(", ", byArchitecture.keySet())));
        }

        /** Adds the manifests of an index, and of the indexes in it. Attestations are manifests without layers of a file system. */
        private void collect(JsonNode index, List<ObjectNode> manifests) throws IOException {
            for (JsonNode each : index.path("manifests")) {
                JsonNode file = json(Digest.file(each.path("digest").asText()));
                if (file.has("manifests")) {
                    collect(file, manifests);
                } else if (!each.path("platform").path("os").asText().equals("unknown")
                        && file instanceof ObjectNode manifest) {
                    manifests.add(manifest);
                }
            }
        }

        private BaseImage image(ObjectNode manifest) throws IOException {
            if (!(json(Digest.file(manifest.path("config").path("digest").asText())) instanceof ObjectNode config)) {
                throw new IOException("the configuration of an image is not an object");
            }
            List<Layer> layers = new ArrayList<>();
            for (JsonNode each : manifest.path("layers")) {
                String digest = each.path("digest").asText();
                layers.add(new Layer(each.path("mediaType").asText(), digest, content(Digest.file(digest))));
            }
            return new BaseImage(config, layers);
        }

        private JsonNode json(String name) throws IOException {
            Content content = content(name);
            if (content.size() > MAX_JSON) {
                throw new IOException(name + " is larger than a manifest may be");
            }
            try (InputStream in = content.open()) {
                return JSON.readTree(in.readAllBytes());
            }
        }

        private Content content(String name) throws IOException {
            Content content = files.get(name);
            if (content == null) {
                throw new IOException("the image is incomplete: the file " + name + " is missing");
            }
            return content;
        }
    }
}
