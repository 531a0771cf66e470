# SPDX-License-Identifier: Apache-2.0
"""Writes the run folder for the report tests: python fixture.py OUT, with cbor2 of PyPI.

Written without LoadHarness, so that the tests also check docs/reference/records.md.
"""

import random
import struct
import sys
from pathlib import Path

import cbor2

SAMPLES = 150
START = 1_767_225_600  # 2026-01-01T00:00:00Z
MILLI = 1_000_000
ENDPOINTS = ["http://10.0.0.1:8000", "http://10.0.0.2:8000"]
FAILURES = [
    "HTTP_ERROR: HTTP status 503: the queue | is <full> & \x01",
    "TIMEOUT: no answer within 1 s",
    "CONNECTION_ERROR: the connection was refused",
]
NO_TIMES = [None] * 10

chance = random.Random(6)


def gaps_of(count):
    gaps = [chance.randrange(2 * MILLI, 12 * MILLI) for _ in range(count)]
    return gaps, cbor2.CBORTag(70, struct.pack(f"<{count}I", *gaps))


def completed(index, scheduled):
    issued = chance.randrange(1_000, 50_000)
    dequeued = issued + chance.randrange(1_000, 50_000)
    sent = dequeued + chance.randrange(10_000, 500_000)
    first = sent + chance.randrange(20 * MILLI, 60 * MILLI)
    tokens = chance.randrange(2, 9)
    gaps, packed = gaps_of(tokens - 1)
    last = first + sum(gaps)
    done = last + 5_000
    return [index % 100, index % 2, None, scheduled, issued, dequeued, sent, first - 100, first, first, last, done, first + 2_000,
            done + 3_000, 40 + index % 7, 16, tokens, 0, tokens, "usage", 0 if tokens < 8 else 1, packed]


def failed(index, scheduled, failure):
    _, none = gaps_of(0)
    if failure == 2:
        times = NO_TIMES[:7] + [900_000, None, 950_000]
        return [index % 100, None, failure, scheduled, *times, -1, -1, -1, -1, 0, "none", None, none]
    took = 5 * MILLI if failure == 0 else 1000 * MILLI
    return [index % 100, index % 2, failure, scheduled, 2_000, 4_000, 90_000, None, None, None, None, took, None, took + 3_000,
            -1, -1, -1, -1, 0, "none", None, none]


def main(folder):
    samples = []
    scheduled = 0
    for index in range(SAMPLES):
        scheduled += int(chance.expovariate(50) * 1e9)
        failure = {30: 0, 60: 0, 90: 1, 120: 2}.get(index)
        samples.append(completed(index, scheduled) if failure is None else failed(index, scheduled, failure))
    samples.sort(key=lambda sample: sample[3] + sample[11])
    with open(folder / "records.cbor", "wb") as out:
        cbor2.dump({"format": "loadharness-records", "version": 1, "started_unix_s": START, "started_ns": 0}, out)
        for name, texts in (("endpoint", ENDPOINTS), ("failure", FAILURES), ("finish_reason", ["stop", "length"])):
            for number, text in enumerate(texts):
                cbor2.dump({name: number, "text": text}, out)
        for sample in samples:
            cbor2.dump(sample, out)
        cbor2.dump({"samples": SAMPLES}, out)


main(Path(sys.argv[1]))
