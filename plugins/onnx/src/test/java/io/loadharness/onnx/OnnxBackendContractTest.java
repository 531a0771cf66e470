// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.testkit.InferenceBackendContract;
import java.nio.file.Path;
import java.util.Optional;

class OnnxBackendContractTest extends InferenceBackendContract {

    @Override
    protected boolean cancelsRequests() {
        return true;
    }

    @Override
    protected InferenceBackend create() {
        return OnnxBackend.builder(Samples.model("add")).threads(1).sessions(2).build();
    }

    /** The model runs until it is terminated. */
    @Override
    protected Optional<InferenceBackend> createSilent() {
        OnnxBackend endless =
                OnnxBackend.builder(Samples.model("countdown")).threads(1).build();
        return Optional.of(new Redirected(endless, Samples.request(0, Samples.longs("steps", Long.MAX_VALUE))));
    }

    @Override
    protected Optional<InferenceBackend> createUnavailable() {
        return Optional.of(OnnxBackend.builder(Path.of("missing.onnx")).build());
    }

    @Override
    protected InferenceRequest request(int sampleIndex) {
        return Samples.request(sampleIndex, Samples.floats("x", sampleIndex, 2, 3));
    }

    @Override
    protected boolean reportsFirstTokens() {
        return false;
    }

    /** Replaces each request by another one, because the contract sends only requests that a backend can complete. */
    private record Redirected(OnnxBackend backend, InferenceRequest other) implements InferenceBackend {

        @Override
        public String name() {
            return backend.name();
        }

        @Override
        public void start() {
            backend.start();
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            backend.send(other, listener);
        }

        @Override
        public void cancelRequests() {
            backend.cancelRequests();
        }

        @Override
        public void close() {
            backend.close();
        }
    }
}
