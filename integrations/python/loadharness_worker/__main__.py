# SPDX-License-Identifier: Apache-2.0
"""Runs one of the workers of this package: python3 -m loadharness_worker echo --tokens 64"""

import importlib
import sys

from .worker import run

WORKERS = (
    "echo",
    "llama_cpp",
    "sglang",
    "sglang_engine",
    "tensorrt_llm",
    "transformers",
    "transformers_generate",
    "vllm",
    "vllm_async",
    "vllm_offline",
)


def main(arguments):
    if not arguments or arguments[0] not in WORKERS:
        named = "" if not arguments else "unknown worker %s; " % arguments[0]
        sys.exit("loadharness_worker: %sname one of %s" % (named, ", ".join(WORKERS)))
    module = importlib.import_module("." + arguments[0], __package__)
    run(module.create(arguments[1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
