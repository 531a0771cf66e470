package io.loadharness.workload;

/**
 * The resolution of images.
 *
 * @param width in pixels
 * @param height in pixels
 */
public record ImageSize(int width, int height) {

    /** Of a side, in pixels. */
    private static final int MOST = 1 << 14;

    public ImageSize {
        requireSide("width", width);
        requireSide("height", height);
    }

    /** A made-up image of this size: tiles of random colours. The same stream gives the same bytes. */
    SyntheticImage image(long stream) {
        return new SyntheticImage(this, stream);
    }

    private static void requireSide(String field, int pixels) {
        if (pixels < 1 || pixels > MOST) {
            throw new IllegalArgumentException(field + " must be 1 to " + MOST + " pixels: " + pixels);
        }
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
