// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.schedule.Sessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of a data set, grouped by conversation. */
final class RecordedTurns {

    private final Map<String, List<Integer>> conversations = new LinkedHashMap<>();

    private RecordedTurns() {}

    /**
     * Returns the conversations of a data set in the order of their first rows.
     *
     * @throws IllegalArgumentException if the data set has no valid conversation ids or turns
     */
    static RecordedTurns of(Optional<Dataset> data) {
        Dataset dataset = data.orElseThrow(() -> new IllegalArgumentException("sessions need conversations:"
                + " use a workload of type 'conversations', or a data set with a column \"conversation_id\""));
        DatasetColumn ids = dataset.find(StandardColumn.CONVERSATION_ID)
                .orElseThrow(() -> new IllegalArgumentException(
                        "sessions: " + dataset.name() + " has no column \"conversation_id\"; its columns are "
                                + String.join(", ", dataset.columnNames())));
        RecordedTurns turns = new RecordedTurns();
        for (int row = 0; row < dataset.rows(); row++) {
            requireValue(dataset, ids, row, StandardColumn.CONVERSATION_ID);
            turns.conversations
                    .computeIfAbsent(ids.json(row), id -> new ArrayList<>())
                    .add(row);
        }
        dataset.find(StandardColumn.TURN).ifPresent(column -> turns.sort(dataset, column));
        return turns;
    }

    /** Returns the conversations with a think time before each turn except the first turn. */
    Sessions sessions(Duration think) {
        return Sessions.of(
                conversations.values().stream().map(rows -> turns(rows, think)).toList());
    }

    private static List<Sessions.Turn> turns(List<Integer> rows, Duration think) {
        List<Sessions.Turn> turns = new ArrayList<>();
        for (int row : rows) {
            turns.add(new Sessions.Turn(row, turns.isEmpty() ? Duration.ZERO : think));
        }
        return turns;
    }

    private void sort(Dataset dataset, DatasetColumn column) {
        if (!(column instanceof IntegerColumn turns)) {
            throw new IllegalArgumentException("sessions: the column \"turn\" of " + dataset.name()
                    + " must contain whole numbers: got type " + column.type());
        }
        for (List<Integer> rows : conversations.values()) {
            rows.forEach(row -> requireValue(dataset, column, row, StandardColumn.TURN));
            rows.sort(Comparator.comparingLong(turns::get));
            for (int i = 1; i < rows.size(); i++) {
                if (turns.get(rows.get(i)) == turns.get(rows.get(i - 1))) {
                    throw new IllegalArgumentException("sessions: " + dataset.name() + ", rows " + (rows.get(i - 1) + 1)
                            + " and " + (rows.get(i) + 1) + " are the same turn of one conversation");
                }
            }
        }
    }

    private static void requireValue(Dataset dataset, DatasetColumn column, int row, StandardColumn meaning) {
        if (column.isMissing(row)) {
            throw new IllegalArgumentException("sessions: " + dataset.name() + ", row " + (row + 1)
                    + " has no value for \"" + meaning.userName() + "\"");
        }
    }
}
