# SPDX-License-Identifier: Apache-2.0
"""vLLM: ``LLM.generate`` (see ``vllm_offline``) if all scenarios of the run are Offline, otherwise ``AsyncLLM``, which streams (see
``vllm_async``). ``--offline`` and ``--streaming`` choose one of them for all runs.
"""

import os

from .engines import keywords, parser
from .vllm_async import VllmAsyncWorker
from .vllm_offline import VllmOfflineWorker, add_max_batch
from .worker import run


def create(arguments=None):
    options = parser("vllm", "vLLM: LLM.generate if all scenarios of the run are Offline, otherwise AsyncLLM.")
    choice = options.add_mutually_exclusive_group()
    choice.add_argument("--offline", action="store_true", help="call LLM.generate, which returns complete responses")
    choice.add_argument("--streaming", action="store_true", help="use AsyncLLM, which streams and schedules all requests")
    add_max_batch(options)
    parsed = options.parse_args(arguments)
    is_offline = os.environ.get("LOADHARNESS_SCENARIO") == "offline"
    if parsed.offline or (is_offline and not parsed.streaming):
        print("requests are run by LLM.generate; --streaming chooses AsyncLLM", flush=True)
        return VllmOfflineWorker(parsed.model, keywords(parsed.set), parsed.max_batch)
    if parsed.max_batch != options.get_default("max_batch"):
        options.error("--max-batch applies only to LLM.generate: add --offline")
    print("requests are run by AsyncLLM; --offline chooses LLM.generate", flush=True)
    return VllmAsyncWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
