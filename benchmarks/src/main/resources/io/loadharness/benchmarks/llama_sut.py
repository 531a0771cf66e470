# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench engine --python`: a model in llama-cpp-python behind LoadGen's Python binding.

Arguments: log folder, model, file of prompts (JSON Lines with input_ids), folder with libllama.so, tokens of the context, threads, tokens
of a response. Prints the generated tokens per second.
"""

import array
import ctypes
import json
import os
import pathlib
import sys

folder, model, prompts, library, context, threads, tokens = sys.argv[1:]
tokens = int(tokens)
os.environ["LLAMA_CPP_LIB_PATH"] = library

# The library has only the functions that an engine needs. llama-cpp-python looks up all functions when it is imported.
look_up = ctypes.CDLL.__getitem__


def look_up_if_present(self, name):
    try:
        return look_up(self, name)
    except AttributeError:
        return ctypes.CFUNCTYPE(None)(lambda: None)


ctypes.CDLL.__getitem__ = look_up_if_present

import mlperf_loadgen as lg  # noqa: E402
from llama_cpp import Llama  # noqa: E402
from run_loadgen import run_offline  # noqa: E402

ids = [json.loads(line)["input_ids"] for line in pathlib.Path(prompts).read_text().splitlines()]
llama = Llama(model, n_ctx=int(context), n_batch=512, n_threads=int(threads), n_threads_batch=int(threads), verbose=False)


def generate(prompt):
    generated = array.array("i")
    for token in llama.generate(prompt, temp=0.0):
        generated.append(token)
        if len(generated) == tokens:
            return generated


def issue(queries):
    for each in queries:
        generated = generate(ids[each.index])
        address, length = generated.buffer_info()
        lg.QuerySamplesComplete([lg.QuerySampleResponse(each.id, address, 4 * length, length)])


generate(ids[0])
print(run_offline(issue, folder, len(ids), len(ids)) * tokens)
