// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;

/** A request that waits for its batch, and the listener that receives its result. Used by one thread at a time. */
final class Job {

    private final InferenceRequest request;
    private final ResponseListener listener;
    private boolean hasEnded;

    Job(InferenceRequest request, ResponseListener listener) {
        this.request = request;
        this.listener = listener;
    }

    InferenceRequest request() {
        return request;
    }

    void end(Response response) {
        hasEnded = true;
        try {
            listener.end(response);
        } catch (Throwable e) {
            report(e);
        }
    }

    /** Fails a job. Has no effect if the job has ended. */
    void fail(Failure failure, Timeline timeline) {
        if (!hasEnded) {
            hasEnded = true;
            try {
                listener.failed(failure, timeline);
            } catch (Throwable e) {
                report(e);
            }
        }
    }

    /** Fails a job whose batch was never run. */
    void fail(Failure.Kind kind, String message) {
        fail(new Failure(kind, message), Timeline.endedAt(System.nanoTime()));
    }

    /** Reports an exception of the listener. It is an error of its author and must not prevent the end of other jobs. */
    private static void report(Throwable e) {
        try {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        } catch (Throwable unreported) {
            // the exception has no text, or there is no memory for it
        }
    }
}
