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

/** Reads the images that rows name: by an address, or by a file beside the data set, of which each is read once and held in memory. */
final class RowImages {

    /** Servers take no larger ones. */
    private static final long MAX_BYTES = 64L << 20;

    private final Path folder;
    private final Map<String, ContentPart.Image> known = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param folder where names of files begin
     */
    RowImages(Path folder) {
        this.folder = folder;
    }

    /**
     * The images of a row.
     *
     * @throws IllegalArgumentException if one cannot be shown; says which and why
     */
    List<ContentPart.Image> of(TextColumn column, int row) {
        if (column.isMissing(row)) {
            return List.of();
        }
        List<String> names = column.isJson()
                ? JsonValues.read(column.present(row), "is not JSON", RowImages::names)
                : List.of(column.present(row));
        return names.stream()
                .map(each -> known.computeIfAbsent(each, this::image))
                .toList();
    }

    private ContentPart.Image image(String name) {
        if (name.matches("(?s)(data|https?):.*")) {
            return new ContentPart.Image(name, Optional.empty());
        }
        try {
            Path file = folder.resolve(name);
            PackedFile.requireRegularFile(file);
            if (!isInFolder(file)) {
                throw new IllegalArgumentException("names " + name + ", which is outside of " + folder.toAbsolutePath()
                        + ": only images below the folder of the data set are sent to servers");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "names " + name + ", which has " + Files.size(file) + " bytes; an image may have " + MAX_BYTES);
            }
            byte[] bytes = Files.readAllBytes(file);
            return ContentPart.Image.of(ImageType.of(bytes, file).mediaType(), bytes);
        } catch (InvalidPathException | IOException e) {
            throw new IllegalArgumentException(
                    "names " + name + ", which is not a readable file in " + folder.toAbsolutePath(), e);
        }
    }

    /** Returns true if a file is below the folder, or where the cache of Hugging Face's hub keeps the files of a folder. */
    private boolean isInFolder(Path file) throws IOException {
        Path real = file.toRealPath();
        for (Path each = folder.toAbsolutePath().normalize(); each.getParent() != null; each = each.getParent()) {
            Path blobs = each.resolveSibling("blobs");
            if (each.endsWith("snapshots") && Files.isDirectory(blobs) && real.startsWith(blobs.toRealPath())) {
                return true;
            }
        }
        return real.startsWith(folder.toRealPath());
    }

    private static List<String> names(JsonParser in) throws IOException {
        List<String> names = new ArrayList<>();
        boolean isList = in.nextToken() == JsonToken.START_ARRAY;
        while (isList && in.nextToken() == JsonToken.VALUE_STRING) {
            names.add(in.getText());
        }
        if (!isList || in.currentToken() != JsonToken.END_ARRAY) {
            throw new IllegalArgumentException("is neither a text nor a list of texts, each a file or an address");
        }
        return names;
    }

    /** The supported image formats, by the first bytes of the file. */
    private enum ImageType {
        PNG(0, "\u0089PNG\r\n"),
        JPEG(0, "\u00ff\u00d8\u00ff"),
        GIF(0, "GIF8"),
        WEBP(8, "WEBP");

        private final int position;
        private final String begin;

        ImageType(int position, String begin) {
            this.position = position;
            this.begin = begin;
        }

        /**
         * The format of a file.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        static ImageType of(byte[] bytes, Path file) {
            String head = new String(bytes, 0, Math.min(16, bytes.length), StandardCharsets.ISO_8859_1);
            return Arrays.stream(values())
                    .filter(each -> head.startsWith(each.begin, each.position))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("names " + file + ", which is not an image of the formats "
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
