// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetException;
import org.junit.jupiter.api.Test;

class ArrowTypesTest {

    private static Instance instance(String type, Object... arguments) {
        return new Instance(new Global("pyarrow.lib." + type, Instance::new), new PickleList(arguments));
    }

    /** Returns the first value of an Arrow array of one time. */
    private static Object time(String littleEndian, Object zone) throws DatasetException {
        Object buffers =
                new PickleList(new Object[] {PickleMachine.NONE, instance("py_buffer", Blob.latin1(littleEndian))});
        Object parts = new PickleList(new Object[] {instance("timestamp", "ns", zone), 1L, 0L, 0L, buffers});
        return ArrowTypes.values(ArrowArray.of(instance("_restore_array", parts)))
                .get(0);
    }

    @Test
    void appendsZToTimesWithAZone() throws DatasetException {
        assertThat(time("\0".repeat(8), PickleMachine.NONE)).isEqualTo("1970-01-01T00:00:00");
        assertThat(time("\0".repeat(8), "Europe/Berlin")).isEqualTo("1970-01-01T00:00:00Z");
    }

    @Test
    void readsNotATimeAsMissingWithAndWithoutAZone() throws DatasetException {
        String notATime = "\0".repeat(7) + "\u0080";

        assertThat(time(notATime, PickleMachine.NONE)).isEqualTo(PickleMachine.NONE);
        assertThat(time(notATime, "UTC")).isEqualTo(PickleMachine.NONE);
    }
}
