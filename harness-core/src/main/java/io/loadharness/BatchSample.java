// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** One sample of a {@link BatchQuery}. */
final class BatchSample extends QuerySample {

    private final int position;

    BatchSample(BatchQuery query, int position) {
        super(query);
        this.position = position;
    }

    @Override
    int position() {
        return position;
    }
}
