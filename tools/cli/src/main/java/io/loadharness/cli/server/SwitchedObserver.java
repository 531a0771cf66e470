package io.loadharness.cli.server;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;

/** Hands on to whoever watches the run that is going on. */
final class SwitchedObserver implements RequestObserver {

    private volatile RequestObserver current = RequestObserver.NONE;

    void switchTo(RequestObserver observer) {
        current = observer;
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return current.sending(request, endpoint);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        current.unsent(sampleIndex, failure, times);
    }
}
