// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.ReportException;
import java.util.List;

/** A JSON format of run results. */
interface ResultFormat {

    /** Returns the name of the tool and of its file, for messages. */
    String description();

    /** Returns true if a document seems to have this format. */
    boolean recognizes(ResultNode root);

    /**
     * Reads the runs of a document.
     *
     * @throws ReportException if a value has the wrong type
     */
    List<ComparedRun> runs(ResultNode root) throws ReportException;
}
