// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.QuerySample;

/** The listener of a sample that ended before its request was sent. It reports the failure of the sample to an observer. */
record UnsentListener(RequestObserver observer, QuerySample sample, long sequence) implements ResponseListener {

    @Override
    public void firstToken(long nanos, Output first) {}

    @Override
    public void end(Response response) {}

    @Override
    public void failed(Failure failure, Timeline timeline) {
        sample.tryIndex().ifPresent(index -> observer.unsent(index, failure, timeline, sequence));
    }
}
