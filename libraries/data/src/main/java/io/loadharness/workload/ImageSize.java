// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/**
 * The resolution of images.
 *
 * @param width the width in pixels
 * @param height the height in pixels
 */
public record ImageSize(int width, int height) {

    /** The maximum width and height, in pixels. */
    private static final int MAX_SIDE = 1 << 14;

    public ImageSize {
        requireSide("width", width);
        requireSide("height", height);
    }

    /** Returns a synthetic image of this size: tiles of random colors. The same random stream gives the same bytes. */
    SyntheticImage image(long stream) {
        return new SyntheticImage(this, stream);
    }

    private static void requireSide(String field, int pixels) {
        if (pixels < 1 || pixels > MAX_SIDE) {
            throw new IllegalArgumentException(field + " must be from 1 to " + MAX_SIDE + " pixels: got " + pixels);
        }
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
