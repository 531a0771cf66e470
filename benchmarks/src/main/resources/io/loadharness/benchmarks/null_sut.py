# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench loadgen --python`: a system under test that only completes samples.

Arguments: log folder, kind of completion, samples in the library, scenario, then NAME VALUE pairs of settings.
"""

import sys

import mlperf_loadgen as lg


def each(samples):
    for sample in samples:
        lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, 0, 0)])


def bulk(samples):
    lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, 0, 0) for sample in samples])


SCENARIOS = ["SingleStream", "MultiStream", "Server", "Offline"]
MODES = ["SubmissionRun", "AccuracyOnly", "PerformanceOnly", "FindPeakPerformance"]

folder, completion, samples, scenario, *fields = sys.argv[1:]
settings = lg.TestSettings()
settings.scenario = getattr(lg.TestScenario, SCENARIOS[int(scenario)])
for name, value in zip(fields[::2], fields[1::2]):
    if name == "mode":
        settings.mode = getattr(lg.TestMode, MODES[int(value)])
    else:
        kind = type(getattr(settings, name))
        setattr(settings, name, kind(float(value)))

logs = lg.LogSettings()
logs.log_output.outdir = folder
logs.log_output.copy_summary_to_stdout = False
logs.enable_trace = False
sut = lg.ConstructSUT({"each": each, "bulk": bulk}[completion], lambda: None)
library = lg.ConstructQSL(int(samples), int(samples), lambda indices: None, lambda indices: None)
lg.StartTestWithLogSettings(sut, library, settings, logs, "")
lg.DestroyQSL(library)
lg.DestroySUT(sut)
