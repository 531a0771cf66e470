// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * An image in a prompt.
 *
 * @param tokens the number of tokens: one for each square of 28 x 28 pixels of a PNG, as in Qwen2-VL; 256 for other formats and for http or
 *     https URLs
 */
record PromptImage(int tokens) {

    private static final PromptImage UNKNOWN_SIZE = new PromptImage(256);
    private static final String DATA = "data:image/";
    private static final String BASE64_MARK = ";base64,";
    private static final int PATCH = 28;
    private static final int HEADER_BYTES = 24;
    private static final int WIDTH_AT = 16;
    private static final int HEIGHT_AT = 20;
    private static final int MAX_PIXELS = 1 << 15;
    private static final long PNG = 0x89504e470d0a1a0aL;

    /** Parses the URL of an image. Decodes images in data URLs, but does not download images. */
    static PromptImage of(String url) throws BadRequest {
        if (url.startsWith("http://") || url.startsWith("https://")) {
            return UNKNOWN_SIZE;
        }
        int mark = url.indexOf(BASE64_MARK);
        if (!url.startsWith(DATA) || mark < 0) {
            throw new BadRequest("The url of an image must be an http, https or data URL.");
        }
        try {
            return ofBytes(Base64.getDecoder().decode(url.substring(mark + BASE64_MARK.length())));
        } catch (IllegalArgumentException e) {
            throw new BadRequest("The data URL of an image is not valid base64: " + e.getMessage() + ".");
        }
    }

    private static PromptImage ofBytes(byte[] bytes) throws BadRequest {
        ByteBuffer image = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || image.getLong(0) != PNG) {
            return UNKNOWN_SIZE;
        }
        int width = image.getInt(WIDTH_AT);
        int height = image.getInt(HEIGHT_AT);
        if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
            throw new BadRequest("An image of " + width + " x " + height
                    + " pixels is not a valid PNG: each side must have 1 to " + MAX_PIXELS + ".");
        }
        return new PromptImage(patches(width) * patches(height));
    }

    private static int patches(int pixels) {
        return (pixels + PATCH - 1) / PATCH;
    }
}
