// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Path;

/** LoadHarness in this JVM. */
final class JavaContender implements LoadGenContender {

    private final LoadGenerator loadGen;
    private final BenchFolder benchFolder;
    private final boolean quick;

    JavaContender(LoadGenerator loadGen, BenchFolder benchFolder, boolean quick) {
        this.loadGen = loadGen;
        this.benchFolder = benchFolder;
        this.quick = quick;
    }

    @Override
    public Measurement run(Workload workload) throws IOException {
        Measurement best = runOnce(workload);
        for (int i = 1; i < workload.runs(); i++) {
            Measurement next = runOnce(workload);
            best = next.perSecond() > best.perSecond() ? next : best;
        }
        return best;
    }

    private Measurement runOnce(Workload workload) throws IOException {
        Path logs = benchFolder.newLogs();
        try (NullSystemUnderTest system = NullSystemUnderTest.of(workload.completion())) {
            run(workload, system, logs);
            return Measurement.of(workload, quick, logs, system.completionNanos());
        } finally {
            benchFolder.remove(logs);
        }
    }

    /** Returns the average number of bytes that a query of a workload allocates on the heap after the warm-up. */
    double bytesPerQuery(Workload workload) throws IOException {
        Path logs = benchFolder.newLogs();
        try (AllocationProbe probe = new AllocationProbe(workload.count(quick))) {
            run(workload, probe, logs);
            return probe.bytesPerQuery();
        } finally {
            benchFolder.remove(logs);
        }
    }

    private void run(Workload workload, SystemUnderTest system, Path logs) throws IOException {
        QuerySampleLibrary library = QuerySampleLibrary.ofSize("numbers", workload.librarySize(quick));
        TestResult result = loadGen.run(system, library, workload.settings(quick), LogSettings.in(logs));
        if (result.verdict() == Verdict.ABORTED) {
            throw new IOException(
                    "the benchmark was stopped: " + result.reasons().get(0).text());
        }
    }
}
