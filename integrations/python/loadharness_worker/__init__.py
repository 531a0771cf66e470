# SPDX-License-Identifier: Apache-2.0
"""Runs an inference engine as a worker of LoadHarness.

A worker is a class with three methods::

    from loadharness_worker import Worker, run

    class MyWorker(Worker):
        engine = "my-engine"

        def load(self, options):
            self.model = my_engine.load(options["model"])

        def generate(self, request):
            for token_id in self.model.generate(request.prompt, request.parameters.get("max_tokens", 128)):
                yield [token_id]

        def close(self):
            self.model.free()

    if __name__ == "__main__":
        run(MyWorker())

The protocol is described in docs/reference/worker-protocol.md of LoadHarness.
"""

from .protocol import ProtocolError, Request
from .worker import AsyncWorker, BatchWorker, Failed, Finish, Worker, run

__all__ = ["AsyncWorker", "BatchWorker", "Failed", "Finish", "ProtocolError", "Request", "Worker", "run"]
