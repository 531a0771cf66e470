// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.inference.ContentPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the images of rows. An image is a URL, or a file in or below the folder of the data set. Each file is read once and kept in memory.
 */
final class RowImages {

    /**
     * The maximum size of an image file in bytes. Servers do not accept larger images. As a data URL, which is a third larger, the image
     * fits into a request to a worker.
     */
    private static final long MAX_BYTES = 40L << 20;

    private final Path folder;
    private final Map<String, ContentPart.Image> known = new HashMap<>();

    /**
     * Creates a reader; does not read files yet.
     *
     * @param folder the folder to which file names are relative
     */
    RowImages(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the images of a row.
     *
     * @throws IllegalArgumentException if an image is invalid; the message names the image and the reason
     */
    List<ContentPart.Image> of(TextColumn column, int row) {
        return names(column, row).stream()
                .map(each -> known.computeIfAbsent(each, this::image))
                .toList();
    }

    /**
     * Adds the image files of a row by their names in the row, without URLs. Does not read the files.
     *
     * @throws IllegalArgumentException if a file cannot be used; the message names the image and the reason
     */
    void addFiles(TextColumn column, int row, Map<String, Path> files) {
        for (String each : names(column, row)) {
            if (!isUrl(each)) {
                files.computeIfAbsent(each, this::file);
            }
        }
    }

    private static List<String> names(TextColumn column, int row) {
        if (column.isMissing(row)) {
            return List.of();
        }
        return column.isJson()
                ? JsonValues.read(column.present(row), "is not JSON", RowImages::names)
                : List.of(column.present(row));
    }

    private static boolean isUrl(String name) {
        return name.matches("(?s)(data|https?):.*");
    }

    private ContentPart.Image image(String name) {
        if (isUrl(name)) {
            return new ContentPart.Image(name, Optional.empty());
        }
        Path file = file(name);
        try {
            byte[] bytes = Files.readAllBytes(file);
            return ContentPart.Image.of(ImageType.of(bytes, file).mediaType(), bytes);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** Returns the file of an image, which is in or below the folder of the data set and not too large. */
    private Path file(String name) {
        try {
            Path file = folder.resolve(name);
            DatasetFile.requireRegularFile(file);
            if (!isInFolder(file)) {
                throw new IllegalArgumentException("refers to " + name + ", which is outside " + folder.toAbsolutePath()
                        + ": images must be below the folder of the data set");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException("refers to " + name + ", which has " + Files.size(file)
                        + " bytes; the maximum for an image is " + MAX_BYTES);
            }
            return file;
        } catch (InvalidPathException | IOException e) {
            throw unreadable(name, e);
        }
    }

    private IllegalArgumentException unreadable(String name, Exception cause) {
        return new IllegalArgumentException(
                "refers to " + name + ", which is not a readable file in " + folder.toAbsolutePath(), cause);
    }

    /**
     * Returns true if a file is in or below the folder of the data set. Also returns true if this folder is a snapshot in the Hugging Face
     * cache and the file is a link to the {@code blobs} folder of the same cache. Returns false if {@code blobs} itself is a link.
     */
    private boolean isInFolder(Path file) throws IOException {
        Path real = file.toRealPath();
        for (Path each = folder.toAbsolutePath().normalize(); each.getParent() != null; each = each.getParent()) {
            if (isSnapshots(each) && real.startsWith(each.toRealPath().resolveSibling("blobs"))) {
                return true;
            }
        }
        return real.startsWith(folder.toRealPath());
    }

    /** Returns true if a folder contains the snapshots of a model or a data set in the Hugging Face cache. */
    private static boolean isSnapshots(Path folder) {
        Path owner = folder.getParent();
        return folder.endsWith("snapshots")
                && owner != null
                && String.valueOf(owner.getFileName()).matches("(models|datasets)--.*");
    }

    private static List<String> names(JsonParser in) throws IOException {
        List<String> names = new ArrayList<>();
        boolean isList = in.nextToken() == JsonToken.START_ARRAY;
        while (isList && in.nextToken() == JsonToken.VALUE_STRING) {
            names.add(in.getText());
        }
        if (!isList || in.currentToken() != JsonToken.END_ARRAY) {
            throw new IllegalArgumentException("must be a string or a list of strings, each a file name or a URL");
        }
        return names;
    }

    /** The supported image formats, by the first bytes of the file. */
    private enum ImageType {
        PNG(0, "\u0089PNG\r\n"),
        JPEG(0, "\u00ff\u00d8\u00ff"),
        GIF(0, "GIF8"),
        WEBP(8, "WEBP");

        private final int offset;
        private final String magic;

        ImageType(int offset, String magic) {
            this.offset = offset;
            this.magic = magic;
        }

        /**
         * Returns the format of a file.
         *
         * @throws IllegalArgumentException if the format is not supported
         */
        static ImageType of(byte[] bytes, Path file) {
            String head = new String(bytes, 0, Math.min(16, bytes.length), StandardCharsets.ISO_8859_1);
            return Arrays.stream(values())
                    .filter(each -> head.startsWith(each.magic, each.offset))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "refers to " + file + ", which is not in a supported image format: "
                                    + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "))));
        }

        String mediaType() {
            return switch (this) {
                case PNG -> "image/png";
                case JPEG -> "image/jpeg";
                case GIF -> "image/gif";
                case WEBP -> "image/webp";
            };
        }
    }
}
