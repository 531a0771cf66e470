// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.ReportException;
import java.util.List;

/** A kind of JSON that results of runs are in. */
interface ResultFormat {

    /** For people: the tool and the file. */
    String described();

    /** Whether a document looks like one. */
    boolean recognises(ResultNode root);

    /**
     * The runs that it is about.
     *
     * @throws ReportException if something in it is not what it should be
     */
    List<ComparedRun> runs(ResultNode root) throws ReportException;
}
