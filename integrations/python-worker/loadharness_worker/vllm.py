# SPDX-License-Identifier: Apache-2.0
"""vLLM: ``AsyncLLM``, which streams (see ``vllm_async``), or with ``--offline`` the calls of ``LLM.generate`` (see ``vllm_offline``)."""

from .engines import keywords, parser
from .vllm_async import VllmAsyncWorker
from .vllm_offline import VllmOfflineWorker, add_max_batch
from .worker import run


def create(arguments=None):
    options = parser("vllm", "vLLM's engine, which streams and schedules all requests; with --offline, LLM.generate.")
    options.add_argument("--offline", action="store_true", help="call LLM.generate, which returns complete responses")
    add_max_batch(options)
    parsed = options.parse_args(arguments)
    if parsed.offline:
        return VllmOfflineWorker(parsed.model, keywords(parsed.set), parsed.max_batch)
    if parsed.max_batch != options.get_default("max_batch"):
        options.error("--max-batch needs --offline")
    return VllmAsyncWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
