package io.loadharness.dataset;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The formats of images that models are shown, told by how their files begin. */
enum ImageType {
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
                .orElseThrow(() -> new IllegalArgumentException("names " + file + ", which is no image of the formats "
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
