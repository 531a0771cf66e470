// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * An image of a prompt.
 *
 * @param tokens how many it is to the model: one for 28 x 28 pixels of a PNG, as for Qwen2-VL; of others the size is not looked at
 */
record ShownImage(int tokens) {

    private static final ShownImage OF_UNKNOWN_SIZE = new ShownImage(256);
    private static final String DATA = "data:image/";
    private static final String CODED = ";base64,";
    private static final int PATCH = 28;
    private static final int HEADER_BYTES = 24;
    private static final int WIDTH_AT = 16;
    private static final int HEIGHT_AT = 20;
    private static final int MOST_PIXELS = 1 << 15;
    private static final long PNG = 0x89504e470d0a1a0aL;

    /** Looks at an address; an image that is not in it is not fetched. */
    static ShownImage of(String url) throws BadRequest {
        if (url.startsWith("http://") || url.startsWith("https://")) {
            return OF_UNKNOWN_SIZE;
        }
        int coded = url.indexOf(CODED);
        if (!url.startsWith(DATA) || coded < 0) {
            throw new BadRequest("The url of an image must be at http or https, or a data URL.");
        }
        try {
            return ofBytes(Base64.getDecoder().decode(url.substring(coded + CODED.length())));
        } catch (IllegalArgumentException e) {
            throw new BadRequest("The data URL of an image is no base64: " + e.getMessage() + ".");
        }
    }

    private static ShownImage ofBytes(byte[] bytes) throws BadRequest {
        ByteBuffer image = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || image.getLong(0) != PNG) {
            return OF_UNKNOWN_SIZE;
        }
        int width = image.getInt(WIDTH_AT);
        int height = image.getInt(HEIGHT_AT);
        if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) {
            throw new BadRequest("An image of " + width + " x " + height + " pixels is no PNG.");
        }
        return new ShownImage(patches(width) * patches(height));
    }

    private static int patches(int pixels) {
        return (pixels + PATCH - 1) / PATCH;
    }
}
