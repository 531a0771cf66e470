# SPDX-License-Identifier: Apache-2.0
"""Compares the frames of the worker protocol with CBOR, for `harness bench worker --python`.

Arguments: folder of loadharness_worker, batches. Prints the batches per second with our frames and with CBOR. For each batch, this program
decodes 64 requests, and encodes one token of each response and the ends of the responses. CBOR has token ids as byte strings too, and one
byte string each for the ids, the counts and the tokens of a step.
"""

import array
import json
import struct
import sys
import time

import cbor2

package, batches = sys.argv[1], int(sys.argv[2])
sys.path.insert(0, package)

from loadharness_worker import protocol  # noqa: E402

REQUESTS, PROMPT_TOKENS = 64, 32
PARAMETERS = json.dumps({"max_tokens": 1}).encode()
IDS = array.array("i", range(PROMPT_TOKENS)).tobytes()


def our_requests():
    head = struct.pack("<II", REQUESTS, 0)
    parameters = PARAMETERS.ljust(protocol.padded(len(PARAMETERS)), b"\0")
    return head + b"".join(
        protocol._REQUEST.pack(id, id, protocol.IDS_PROMPT, len(PARAMETERS), len(IDS)) + parameters + IDS for id in range(REQUESTS)
    )


def our_batch(body):
    requests = protocol.read_requests(body, 8, REQUESTS)
    step = protocol.tokens_frame([protocol.one_token_entry(each.id, 7) for each in requests])
    ends = [protocol.done_frame(each.id, "length", prompt=PROMPT_TOKENS, completion=1) for each in requests]
    return step + b"".join(ends)


def cbor_requests():
    return cbor2.dumps([protocol.SUBMIT, 0, [[id, id, protocol.IDS_PROMPT, PARAMETERS, IDS] for id in range(REQUESTS)]])


def cbor_batch(body):
    requests = []
    for id, sample, _, parameters, prompt in cbor2.loads(body)[2]:
        ids = array.array("i", prompt).tolist()
        requests.append(protocol.Request(id, sample, "ids", ids, protocol._parameters(parameters)))
    ids = array.array("Q", [each.id for each in requests])
    counts = array.array("I", [1] * REQUESTS)
    tokens = array.array("i", [7] * REQUESTS)
    step = cbor2.dumps([protocol.TOKENS, ids.tobytes(), counts.tobytes(), tokens.tobytes()])
    ends = [cbor2.dumps([protocol.DONE, each.id, PROMPT_TOKENS, -1, 1, -1, "length"]) for each in requests]
    return step + b"".join(ends)


def rate(batch, body):
    batch(body)
    start = time.perf_counter()
    for _ in range(batches):
        batch(body)
    return batches / (time.perf_counter() - start)


print(rate(our_batch, our_requests()), rate(cbor_batch, cbor_requests()))
