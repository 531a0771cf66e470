// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowList;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The rows of a workload. */
record Rows(List<Map<String, Object>> all, List<String> columns) {

    static Rows of(SyntheticWorkload workload) throws DatasetException {
        RowList rows = new RowList();
        workload.writeTo(rows);
        return new Rows(rows.list(), rows.names());
    }

    Map<String, Object> get(int index) {
        return all.get(index);
    }

    @SuppressWarnings("unchecked")
    List<Integer> ids(int index) {
        return ((List<Long>) all.get(index).get("input_ids"))
                .stream().map(Long::intValue).toList();
    }

    int[] integers(String column) {
        return all.stream()
                .mapToInt(each -> ((Long) each.get(column)).intValue())
                .toArray();
    }

    /** Returns the checksum of the text of all rows. */
    String checksum() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        all.forEach(each -> digest.update((each + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }

    long rows() {
        return all.size();
    }
}
