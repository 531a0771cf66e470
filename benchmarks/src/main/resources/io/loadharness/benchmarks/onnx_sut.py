# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench engine --python`: a model in ONNX Runtime, behind LoadGen's Python binding or in a loop.

Arguments: `loadgen` or `loop`, log folder, model, file of the samples, batch size of Offline, scenario (0 SingleStream, 3 Offline), expected
samples per second, minimum duration in milliseconds. Prints the samples per second, the median latency in nanoseconds, and the time of the
first query in milliseconds since 1970. The loop only runs the model, with the fastest call of ONNX Runtime for Python: all inputs exist
before the loop starts, and the model writes the scores into memory that is reused (`io_binding`).
"""

import array
import statistics
import sys
import time

import numpy as np
import onnxruntime

WARM_UP = 20

mode, folder, model, data, batch, scenario, rate, duration = sys.argv[1:]
batch, rate, duration = int(batch), float(rate), int(duration)
offline = scenario == "3"

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
name = session.get_inputs()[0].name
samples = np.load(data)


def loop():
    """Runs batches for the duration. Returns the samples per second, the median latency and the time of the first query."""
    size = batch if offline else 1
    bindings = []
    output = session.get_outputs()[0]
    scores = onnxruntime.OrtValue.ortvalue_from_numpy(np.empty((size, *output.shape[1:]), np.float32))
    for first in range(0, len(samples), size):
        binding = session.io_binding()
        part = np.ascontiguousarray(samples[first : first + size])
        binding.bind_ortvalue_input(name, onnxruntime.OrtValue.ortvalue_from_numpy(part))
        binding.bind_ortvalue_output(output.name, scores)
        bindings.append(binding)
    for i in range(WARM_UP):
        session.run_with_iobinding(bindings[i % len(bindings)])
    issued = time.time() * 1000
    latencies = []
    start = before = time.perf_counter_ns()
    while before - start < duration * 1_000_000:
        session.run_with_iobinding(bindings[len(latencies) % len(bindings)])
        now = time.perf_counter_ns()
        latencies.append(now - before)
        before = now
    return len(latencies) * size * 1e9 / (before - start), statistics.median(latencies), issued


def loadgen():
    """Runs LoadGen. Returns the samples per second, the median latency and the time of the first query."""
    import mlperf_loadgen as lg
    from run_loadgen import run

    issued = []

    def issue(queries):
        if not issued:
            issued.append(time.time() * 1000)
        for first in range(0, len(queries), batch):
            part = queries[first : first + batch]
            scores = session.run(None, {name: samples[[each.index for each in part]]})[0]
            classes = np.argmax(scores, axis=1).astype(np.float32)
            responses, kept = [], []
            for each, result in zip(part, classes):
                data = array.array("B", result.tobytes())
                kept.append(data)
                address, length = data.buffer_info()
                responses.append(lg.QuerySampleResponse(each.id, address, length))
            lg.QuerySamplesComplete(responses)

    for _ in range(WARM_UP):
        session.run(None, {name: samples[: batch if offline else 1]})
    value = run(
        issue,
        folder,
        len(samples),
        scenario=lg.TestScenario.Offline if offline else lg.TestScenario.SingleStream,
        offline_expected_qps=rate,
        single_stream_expected_latency_ns=int(1e9 / rate),
        min_duration_ms=duration,
        min_query_count=1,
    )
    key = "result_samples_per_second" if offline else "result_qps_with_loadgen_overhead"
    return value(key), value("result_50.00_percentile_latency_ns"), issued[0]


print(*(loop() if mode == "loop" else loadgen()))
