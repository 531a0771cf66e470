# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench worker --python`: the echo worker behind LoadGen's Python binding, in one process.

Arguments: log folder, folder of loadharness_worker, file of prompts (JSON Lines with input_ids), requests, tokens of a response. Prints the
requests per second.
"""

import array
import json
import pathlib
import sys

import mlperf_loadgen as lg
from run_loadgen import run_offline

folder, package, prompts, requests, tokens = sys.argv[1:]
sys.path.insert(0, package)

from loadharness_worker.echo import EchoWorker  # noqa: E402
from loadharness_worker.protocol import Request  # noqa: E402

ids = [json.loads(line)["input_ids"] for line in pathlib.Path(prompts).read_text().splitlines()]
parameters = {"max_tokens": int(tokens)}
worker = EchoWorker(int(tokens))


def issue(queries):
    for first in range(0, len(queries), worker.max_batch):
        batch = [Request(each.id, each.index, "ids", ids[each.index], parameters) for each in queries[first : first + worker.max_batch]]
        generated = {request.id: array.array("i") for request in batch}
        for pairs in worker.generate(batch):
            for request, value in pairs:
                if isinstance(value, int):
                    generated[request.id].append(value)
        responses = []
        for id, values in generated.items():
            address, length = values.buffer_info()
            responses.append(lg.QuerySampleResponse(id, address, 4 * length, length))
        lg.QuerySamplesComplete(responses)


print(run_offline(issue, folder, len(ids), int(requests)))
