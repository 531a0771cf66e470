// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import org.jspecify.annotations.Nullable;

/** The listener of a warm-up run, which ends on the thread that sends it. */
final class WarmUpListener implements ResponseListener {

    private @Nullable Failure failure;

    @Override
    public void firstToken(long nanos, Output first) {
        throw new IllegalStateException("models of ONNX Runtime have no first token");
    }

    @Override
    public void end(Response response) {}

    @Override
    public void failed(Failure cause, Timeline timeline) {
        failure = cause;
    }

    /** Throws an exception if the model did not run. A sample with NaN is not an error here: it fails again in the measurement. */
    void requireModelRan() {
        if (failure != null && failure.kind() == Failure.Kind.BACKEND_EXCEPTION) {
            throw new IllegalArgumentException(failure.message());
        }
    }
}
