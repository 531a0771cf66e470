// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormulaCellsTest {

    @Test
    void aFormulaMayFollowLineFeeds() throws DatasetException {
        JsonLines written = new JsonLines();
        FormulaCells cells = new FormulaCells(written, true);
        int column = cells.column("a");

        for (String each : new String[] {"=1", "\n=1", "\n\n-1", "\n", "\na", "a=1"}) {
            cells.text(column, each);
            cells.endRow();
        }

        assertThat(cells.count()).isEqualTo(3);
        assertThat(written.lines())
                .containsExactly(
                        "{\"a\": \"'=1\"}",
                        "{\"a\": \"'\\n=1\"}",
                        "{\"a\": \"'\\n\\n-1\"}",
                        "{\"a\": \"\\n\"}",
                        "{\"a\": \"\\na\"}",
                        "{\"a\": \"a=1\"}");
    }
}
