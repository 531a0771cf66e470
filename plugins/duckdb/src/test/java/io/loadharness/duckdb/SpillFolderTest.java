// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import org.junit.jupiter.api.Test;

class SpillFolderTest {

    @Test
    void onlyTheOwnerCanReadSpilledRows() throws Exception {
        Path folder;
        try (Database database = Database.open()) {
            database.enableSpilling();
            try (ResultSet setting = database.query("SELECT current_setting('temp_directory')")) {
                setting.next();
                folder = Path.of(setting.getString(1));
            }
            database.execute("SET threads = 1");
            database.execute("SET memory_limit = '40MB'");
            database.execute("CREATE TEMP TABLE large AS SELECT range AS a, hash(range) AS b FROM range(6000000)");

            assertThat(folder).isNotEmptyDirectory();
            assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(folder).doesNotExist();
    }
}
