# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench engine --python`: a model in ONNX Runtime behind LoadGen's Python binding.

Arguments: log folder, model, batch size of Offline, scenario (0 SingleStream, 3 Offline), samples in the library, expected samples per
second, minimum duration in milliseconds. Prints the samples per second and the median latency in nanoseconds.
"""

import array
import sys

import mlperf_loadgen as lg
import numpy as np
import onnxruntime
from run_loadgen import run

folder, model, batch, scenario, samples, rate, duration = sys.argv[1:]
batch, samples, rate = int(batch), int(samples), float(rate)

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
images = np.random.RandomState(1).rand(samples, 3, 32, 32).astype(np.float32)


def issue(queries):
    for first in range(0, len(queries), batch):
        part = queries[first : first + batch]
        scores = session.run(None, {"image": images[[each.index for each in part]]})[0]
        classes = np.argmax(scores, axis=1).astype(np.float32)
        responses, kept = [], []
        for each, result in zip(part, classes):
            data = array.array("B", result.tobytes())
            kept.append(data)
            address, length = data.buffer_info()
            responses.append(lg.QuerySampleResponse(each.id, address, length))
        lg.QuerySamplesComplete(responses)


for i in range(20):
    session.run(None, {"image": images[:batch]})
value = run(
    issue,
    folder,
    samples,
    scenario=lg.TestScenario.Offline if scenario == "3" else lg.TestScenario.SingleStream,
    offline_expected_qps=rate,
    single_stream_expected_latency_ns=int(1e9 / rate),
    min_duration_ms=int(duration),
    min_query_count=1,
)
name = "result_samples_per_second" if scenario == "3" else "result_qps_with_loadgen_overhead"
print(value(name), value("result_50.00_percentile_latency_ns"))
