# SPDX-License-Identifier: Apache-2.0
"""NVTX ranges in the domain ``loadharness``, which profilers such as Nsight Systems show. They need the package ``nvtx``.

The ranges are ``load``, ``warm up``, ``batch`` (payload: its size) and ``request`` (payload: the index of the sample). ``issue`` and ``first
token`` are marks with the index of the sample. The names are constant, because nvtx keeps each name in memory.
"""

import contextlib

try:
    import nvtx
except Exception:  # not installed, or its library cannot be loaded
    nvtx = None

enabled = nvtx is not None


def start(name, payload=None):
    return nvtx.start_range(name, domain="loadharness", payload=payload) if enabled else None


def end(started):
    if started is not None:
        nvtx.end_range(started)


def mark(name, payload):
    if enabled:
        nvtx.mark(name, domain="loadharness", payload=payload)


@contextlib.contextmanager
def span(name, payload=None):
    started = start(name, payload)
    try:
        yield
    finally:
        end(started)
