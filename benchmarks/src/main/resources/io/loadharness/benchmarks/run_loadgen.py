# SPDX-License-Identifier: Apache-2.0
"""Runs LoadGen through its Python binding, for the scripts beside this file."""

import pathlib
import re

import mlperf_loadgen as lg


def run(issue, folder, samples, **settings):
    """Measures a function that completes queries. Returns a function that returns a value of LoadGen's detail log by its key."""
    test = lg.TestSettings()
    test.mode = lg.TestMode.PerformanceOnly
    for name, value in settings.items():
        setattr(test, name, value)
    logs = lg.LogSettings()
    logs.log_output.outdir = folder
    logs.log_output.copy_summary_to_stdout = False
    logs.enable_trace = False
    sut = lg.ConstructSUT(issue, lambda: None)
    library = lg.ConstructQSL(samples, samples, lambda indices: None, lambda indices: None)
    lg.StartTestWithLogSettings(sut, library, test, logs, "")
    lg.DestroyQSL(library)
    lg.DestroySUT(sut)
    detail = (pathlib.Path(folder) / "mlperf_log_detail.txt").read_text()
    return lambda key: re.search(f'"key": "{key}", "value": ([^,]+),', detail).group(1)


def run_offline(issue, folder, library, samples):
    """Measures one query of the Offline scenario, with samples from a library of a given size. Returns the samples per second."""
    value = run(
        issue,
        folder,
        library,
        scenario=lg.TestScenario.Offline,
        offline_expected_qps=1,
        min_duration_ms=1,
        min_query_count=samples,
    )
    return float(value("result_samples_per_second"))
