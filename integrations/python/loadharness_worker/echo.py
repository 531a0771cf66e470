# SPDX-License-Identifier: Apache-2.0
"""A worker without an engine, for tests and benchmarks.

Each response has ``--tokens`` token ids, or ``max_tokens`` of the request if this is smaller. Prompts of ids are repeated; other prompts
are answered with the ids 0, 1, 2 and so on. Prompts of tensors are answered with the bytes of the first tensor.
"""

import argparse
import time

from .worker import BatchWorker, Finish, run


class EchoWorker(BatchWorker):
    engine = "echo"
    version = "1"
    max_batch = 64

    def __init__(self, tokens, delay=0.0):
        self._tokens = tokens
        self._delay = delay
        self._served = 0

    def generate(self, requests):
        if requests[0].kind == "tensors":
            yield [(each, each.prompt[0].data) for each in requests]
            return
        running = []
        for request in requests:
            source = request.prompt if request.kind == "ids" and request.prompt else range(self._tokens)
            running.append((request, source, min(self._tokens, request.parameters.get("max_tokens", self._tokens))))
        step = 0
        while running:
            if self._delay:
                time.sleep(self._delay)
            pairs = [(request, source[step % len(source)]) for request, source, _ in running]
            step += 1
            ending = [request for request, _, count in running if step >= count or request.cancelled]
            if ending:
                running = [each for each in running if each[2] > step and not each[0].cancelled]
            yield pairs
            if ending:
                yield [(each, Finish("length", prompt=len(each.prompt) if each.kind == "ids" else -1)) for each in ending]
        self._served += len(requests)

    def statistics(self):
        return {"requests": self._served}


def create(arguments=None):
    parser = argparse.ArgumentParser(prog="loadharness_worker echo", description="A worker without an engine.")
    parser.add_argument("--tokens", type=int, default=64, help="tokens per response (default 64)")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds between the tokens of a response (default 0)")
    options = parser.parse_args(arguments)
    return EchoWorker(options.tokens, options.delay)


if __name__ == "__main__":
    run(create())
