# SPDX-License-Identifier: Apache-2.0
"""Reads the results of LoadHarness, and starts LoadHarness.

::

    import loadharness

    run = loadharness.read("loadharness-logs/run-1")
    print(run.verdict, run.reasons)
    print(run.metrics["ttft"].p99, "ns")
    requests = run.records.to_pandas()

docs/guides/python.md of LoadHarness describes this package.
"""

from ._run import Counts, Distribution, Failure, Metrics, NotValidWarning, ReadError, Records, Requirement, Run, Setting, read

__all__ = [
    "Counts",
    "Distribution",
    "Failure",
    "Metrics",
    "NotValidWarning",
    "ReadError",
    "Records",
    "Requirement",
    "Run",
    "Setting",
    "read",
]
__version__ = "0.1.0.dev0"
