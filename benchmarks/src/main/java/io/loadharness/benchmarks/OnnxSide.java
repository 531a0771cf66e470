// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A program that runs the model of the benchmark on images in memory, with one thread. */
interface OnnxSide {

    int IMAGES = 64;
    int BATCH = 16;
    int CHANNELS = 3;
    int SIDE = 32;

    /** Runs batches of {@link #BATCH} images for a duration and returns the images per second. */
    double imagesPerSecond(Duration duration) throws IOException;

    /** Runs one image after the other for a duration and returns the median latency in nanoseconds. */
    double medianNanos(Duration duration) throws IOException;

    /** Returns the images as requests. */
    static List<InferenceRequest> images() {
        Random random = new Random(1);
        return IntStream.range(0, IMAGES)
                .mapToObj(each -> InferenceRequest.of(
                        each,
                        new Prompt.Tensors(List.of(new Tensor(
                                "image", Tensor.Type.FLOAT32, new long[] {CHANNELS, SIDE, SIDE}, pixels(random, 1))))))
                .toList();
    }

    /** Returns a direct buffer with random images. */
    static ByteBuffer pixels(Random random, int images) {
        int count = images * CHANNELS * SIDE * SIDE;
        ByteBuffer pixels = ByteBuffer.allocateDirect(count * Float.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            pixels.putFloat(random.nextFloat());
        }
        return pixels.flip();
    }
}
