# SPDX-License-Identifier: Apache-2.0
"""Tests of the ready workers with stand-ins for the engines. The stand-ins have no model, and refuse arguments that the engines lack."""

import json
import os
import struct
import subprocess
import sys
import unittest

from loadharness_worker.__main__ import WORKERS
from loadharness_worker.protocol import CHECK, CHECKED, NOT_LOADED, REPORT, REPORTED
from test_worker import HERE, Harness

PREPARE = """
    import asyncio, inspect, sys, types
    from types import SimpleNamespace as N

    def module(name, **members):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__.update(members)

    def require(function, names, values):
        unknown = sorted(set(values) - set(names.split()))
        if unknown:
            raise TypeError("%s() got an unexpected keyword argument %r" % (function, unknown[0]))

    def signature(names):
        return inspect.Signature([inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY) for each in names.split()])

    def arguments(name, names):
        # a class whose constructor has these keyword arguments
        def init(self, **values):
            require(name, names, values)
            self.__dict__.update(values)
        return type(name, (), {"__init__": init, "__signature__": signature(names)})

    VLLM_ENGINE = (
        "model tokenizer skip_tokenizer_init tensor_parallel_size pipeline_parallel_size data_parallel_size dtype seed"
        " gpu_memory_utilization kv_cache_memory_bytes profiler_config enable_prefix_caching max_model_len max_num_seqs disable_log_stats"
        " mm_processor_cache_gb"
    )
    SGLANG_ENGINE = (
        "model_path tokenizer_path tp_size pp_size dp_size enable_dp_attention base_gpu_id mem_fraction_static random_seed"
        " skip_tokenizer_init disable_radix_cache incremental_streaming_output stream_interval enable_metrics"
    )
    TENSORRT_ENGINE = "model skip_tokenizer_init tensor_parallel_size pipeline_parallel_size kv_cache_config"
    VLLM_SAMPLING = (
        "max_tokens min_tokens temperature top_p top_k seed ignore_eos stop stop_token_ids detokenize output_kind stream_interval"
    )
    SGLANG_SAMPLING = (
        "max_new_tokens min_new_tokens temperature top_p top_k ignore_eos stop stop_token_ids sampling_seed"
    )
    TENSORRT_SAMPLING = (
        "max_tokens min_tokens temperature top_p top_k seed ignore_eos stop stop_token_ids end_id pad_id detokenize"
        " return_perf_metrics include_stop_str_in_output"
    )
    KvCacheConfig = arguments("KvCacheConfig", "enable_block_reuse free_gpu_memory_fraction")
"""

VLLM = """
    class Kind:
        DELTA, FINAL_ONLY = 1, 2
    class EngineDeadError(Exception):
        pass
    def output(prompt, ids, reason, text):
        return N(prompt_token_ids=prompt, num_cached_tokens=0, finished=bool(reason),
                 outputs=[N(token_ids=ids, text=text, finish_reason=reason)])
    class LLM:
        def __init__(self, model, **settings):
            require("LLM", VLLM_ENGINE, settings)
            assert settings == {"max_model_len": 64, "enable_prefix_caching": False, "mm_processor_cache_gb": 0}, settings
        def generate(self, prompts, sampling_params=None, *, use_tqdm=True):
            assert all(each.output_kind == Kind.FINAL_ONLY for each in sampling_params)
            if {"prompt": "kill"} in prompts:
                raise EngineDeadError("the engine core has ended")
            reasons = {"aborted": "abort", "endless": None}
            return [output(p.get("prompt_token_ids", [7]), [len(prompts), s.max_tokens or 0], reasons.get(p.get("prompt"), "length"), "t")
                    for p, s in zip(prompts, sampling_params)]
        def chat(self, messages, sampling_params=None, use_tqdm=True, *, tools=None):
            assert all(each == [{"role": "user", "content": "hi"}] for each in messages), messages
            assert len(sampling_params) == len(messages)
            return [output([1, 2], [len(messages)], "stop", "c") for each in messages]
    class AsyncLLM:
        @classmethod
        def from_engine_args(cls, arguments):
            assert arguments.model == "m"
            asyncio.get_running_loop()
            return cls()
        errored = False
        async def generate(self, prompt, sampling_params, request_id):
            assert sampling_params.output_kind == Kind.DELTA and isinstance(request_id, str)
            if prompt == {"prompt": "fail"}:
                raise ValueError("too long")
            if prompt == {"prompt": "kill"}:
                raise EngineDeadError("the engine core has ended")
            if prompt == {"prompt": "break"}:
                self.errored = True
                raise KeyError("a consequence")
            yield output([1, 2, 3], [4], None, "a")
            if prompt == {"prompt": "endless"}:
                return
            if prompt == {"prompt": "aborted"}:
                yield output([1, 2, 3], [], "abort", "")
                return
            await asyncio.sleep(0)
            yield output([1, 2, 3], [5, 6], None, "b")
            yield output([1, 2, 3], [], "stop", "")
        def shutdown(self):
            pass
    def metrics():
        labels = {"model_name": "m", "engine": "0"}
        return [
            N(name="vllm:generation_tokens", labels=labels, value=12),
            N(name="vllm:request_success", labels=dict(labels, finished_reason="stop"), value=2),
            N(name="vllm:queue_seconds", labels=dict(labels, engine="1"), buckets={"+Inf": 4}, count=4, sum=2.0),
            N(name="vllm:accepted_per_position", labels=labels, values=[3, 1]),
            N(name="vllm:cache_config_info", labels=labels, value=1),
        ]
    module("vllm", __version__="9", SamplingParams=arguments("SamplingParams", VLLM_SAMPLING), LLM=LLM)
    module("vllm.sampling_params", RequestOutputKind=Kind)
    module("vllm.engine")
    module("vllm.engine.arg_utils", AsyncEngineArgs=arguments("AsyncEngineArgs", VLLM_ENGINE))
    module("vllm.v1")
    module("vllm.v1.engine")
    module("vllm.v1.engine.async_llm", AsyncLLM=AsyncLLM)
    module("vllm.v1.engine.exceptions", EngineDeadError=EngineDeadError)
    module("vllm.v1.metrics")
    module("vllm.v1.metrics.reader", get_metrics_snapshot=metrics)
"""

SGLANG = """
    class Engine:
        def __init__(self, **settings):
            require("Engine", SGLANG_ENGINE, settings)
            assert settings["model_path"] == "m"
            self.cumulative = not settings.get("incremental_streaming_output", False)
            self.tokenizer_manager = N(abort_request=lambda rid: None)
        async def async_generate(self, prompt=None, sampling_params=None, input_ids=None, stream=False, rid=None):
            require("SamplingParams", SGLANG_SAMPLING, sampling_params)
            assert stream and sampling_params["max_new_tokens"] == 3 and (prompt or input_ids)
            async def chunks():
                reasons = {"aborted": {"type": "abort", "message": "no memory"}, "endless": None}
                last = reasons.get(prompt, {"type": "length"})
                for ids, total, reason in (([4], 1, None), ([5, 6], 3, last)):
                    shown = [4, 5, 6][:total] if self.cumulative else ids
                    yield {"output_ids": shown, "meta_info": {"completion_tokens": total, "prompt_tokens": 2, "finish_reason": reason}}
            return chunks()
        def shutdown(self):
            pass
    module("sglang", __version__="9", Engine=Engine)
"""

TENSORRT = """
    class Result:
        prompt_token_ids = [1, 2]
        def __init__(self, reason):
            self.reason = reason
        def __aiter__(self):
            async def outputs():
                yield N(outputs=[N(token_ids=[4], text="a", finish_reason=None)])
                yield N(outputs=[N(token_ids=[4, 5, 6], text="abc", finish_reason=self.reason)])
            return outputs()
        def abort(self):
            pass
    class LLM:
        def __init__(self, model, **settings):
            require("LLM", TENSORRT_ENGINE, settings)
        def generate_async(self, inputs, sampling_params=None, streaming=False):
            assert streaming and sampling_params.max_tokens == 3 and sampling_params.include_stop_str_in_output
            return Result({"aborted": "timeout", "endless": None}.get(inputs, "length"))
        def get_stats(self, timeout=2):
            return [{"iter": 1}]
        def shutdown(self):
            pass
    module("tensorrt_llm", __version__="9", LLM=LLM, SamplingParams=arguments("SamplingParams", TENSORRT_SAMPLING))
    module("tensorrt_llm.llmapi", KvCacheConfig=KvCacheConfig)
"""

LLAMA = """
    class Llama:
        def __init__(
            self, model_path, *, n_gpu_layers=0, seed=-1, n_ctx=512, n_batch=512, n_threads=None, n_threads_batch=None, verbose=True
        ):
            assert (n_ctx, n_threads, n_threads_batch) == (8, 3, 3)
            self._n_ctx = n_ctx
            self._model = N(vocab="v")
        def n_vocab(self):
            return 200
        def tokenize(self, text):
            return list(text)
        def n_ctx(self):
            return self._n_ctx
        def reset(self):
            pass
        def set_seed(self, seed):
            pass
        def detokenize(self, tokens):
            return bytes(tokens)
        def generate(self, tokens, top_k=40, top_p=0.95, min_p=0.05, typical_p=1.0, temp=0.80, reset=True):
            yield from (4, 5, 2)
            yield from (6 + each for each in range(3))
        def close(self):
            pass
    module("llama_cpp", __version__="9", Llama=Llama, llama_token_is_eog=lambda vocab, token: vocab == "v" and token == 2)
"""

TRANSFORMERS = """
    import contextlib
    CRITERIA_FIRST = True  # in transformers 5.24, but not in older versions
    class Tensor(list):
        device = "cpu"
        shape = property(lambda self: (len(self), len(self[0])))
        def __getitem__(self, index):
            return Tensor(row[index[1]] for row in self) if isinstance(index, tuple) else list.__getitem__(self, index)
        def reshape(self, size):
            return self
        def tolist(self):
            return list(self)
    class Model:
        config = N(get_text_config=lambda: N(vocab_size=100, max_position_embeddings=256))
        generation_config = N(eos_token_id=2, pad_token_id=None)
        def to(self, device):
            return self
        def eval(self):
            return self
        def generate(self, input_ids, streamer, max_new_tokens, stopping_criteria, pad_token_id, eos_token_id=2, **keywords):
            last = [row[-1] for row in input_ids]
            if len(input_ids[0]) + max_new_tokens > self.config.get_text_config().max_position_embeddings:
                raise IndexError("index out of range in self")
            if last[0] == 9:
                sys.exit("no memory")
            if last[0] == 8:
                raise KeyboardInterrupt
            streamer.put(input_ids)
            rows, going = input_ids, [True] * len(last)
            for step in range(max_new_tokens):
                # the prompt 6 has other tokens; sequences that have ended get padding, but only if there is an end token
                sampled = [(60 if each == 6 else 50) + step for each in last]
                tokens = [s if g or eos_token_id is None else pad_token_id for s, g in zip(sampled, going)]
                rows = Tensor(row + [token] for row, token in zip(rows, tokens))
                if not CRITERIA_FIRST:
                    streamer.put(Tensor(tokens))
                for criteria in stopping_criteria:
                    going = [g and not ended for g, ended in zip(going, criteria(rows, None))]
                if CRITERIA_FIRST:
                    streamer.put(Tensor(tokens))
                if not any(going) or 4 in last:  # the prompt 4 ends without a reason
                    return
    class StopStringCriteria:
        def __init__(self, tokenizer, stop_strings):
            assert isinstance(tokenizer, Tokenizer)
            self.ends = [int(each) for each in stop_strings]
        def __call__(self, input_ids, scores):
            return Tensor(row[-1] in self.ends for row in input_ids)
    class Tokenizer:
        def __call__(self, text):
            if text == "exit":
                sys.exit("no vocabulary")
            return {"input_ids": [7]}
    module(
        "torch",
        tensor=lambda rows, device, dtype=None: Tensor(rows),
        inference_mode=contextlib.nullcontext,
        bool=bool,
        cuda=N(is_available=lambda: False),
    )
    module(
        "transformers",
        __version__="9",
        AutoModelForCausalLM=N(from_pretrained=lambda model: Model()),
        AutoTokenizer=N(from_pretrained=lambda model: Tokenizer()),
        StopStringCriteria=StopStringCriteria,
    )
"""


# Engines that fail to load with a message that has their settings.
SETTINGS = """
    import json, os
    def show(names):
        def create(**settings):
            require("engine", names, settings)
            usage = os.environ.get("VLLM_NO_USAGE_STATS")
            raise ValueError(json.dumps(dict(settings, usage=usage), default=vars))
        create.__signature__ = signature(names)
        return create
    module("vllm", __version__="9", LLM=show(VLLM_ENGINE))
    module("vllm.sampling_params", RequestOutputKind=N(DELTA=1))
    module("vllm.engine")
    module("vllm.engine.arg_utils", AsyncEngineArgs=show(VLLM_ENGINE))
    module("vllm.v1")
    module("vllm.v1.engine")
    module("vllm.v1.engine.async_llm", AsyncLLM=N(from_engine_args=None))
    module("sglang", __version__="9", Engine=show(SGLANG_ENGINE))
    module("tensorrt_llm", __version__="9", LLM=show(TENSORRT_ENGINE))
    module("tensorrt_llm.llmapi", KvCacheConfig=KvCacheConfig)
"""


def program(name, engine, *arguments):
    return PREPARE + engine + "    from loadharness_worker.%s import create\n    run(create(%r))\n" % (name, list(arguments))


def ids(*values):
    return struct.pack("<%di" % len(values), *values)


class ReadyWorkersTest(unittest.TestCase):
    def test_vllm_async(self):
        with Harness(program("vllm_async", VLLM, "--model", "m")) as harness:
            loaded = {"model": "m", "version": "9", "check": False, "report": True, "collects": False, "requests": 8192}
            self.assertEqual(harness.start(), loaded)
            harness.submit(harness.request(1, max_tokens=5), harness.request(2, b"fail"), harness.request(3, logprobs=1))
            results = harness.responses(3)
            self.assertEqual(results[1], [[4], [5, 6], "stop"])
            self.assertEqual(results[2][0]["message"], "ValueError: too long")
            self.assertEqual(results[3][0]["message"], "the engine does not support the parameter logprobs: remove it from the request")
            harness.send(REPORT, bytes(8))
            expected = {
                "generation_tokens": 12,
                "request_success{finished_reason=stop}": 2,
                "queue_seconds{engine=1}.count": 4,
                "queue_seconds{engine=1}.mean": 0.5,
                "accepted_per_position": [3, 1],
            }
            self.assertEqual(json.loads(harness.expect(REPORTED)[8:]), {"statistics": expected, "warnings": []})

    def test_vllm_streams_or_runs_offline(self):
        streamed, complete = [[4], [5, 6], "stop"], ["length"]
        for scenarios, arguments, response in (
            (None, (), streamed),
            ("", (), streamed),
            ("server,offline", (), streamed),
            ("offline", (), complete),
            ("offline", ("--streaming",), streamed),
            ("server", ("--offline",), complete),
        ):
            environment = {} if scenarios is None else {"LOADHARNESS_SCENARIO": scenarios}
            settings = ("--set", "max_model_len=64") if response is complete else ()
            source = program("vllm", VLLM, "--model", "m", *settings, *arguments)
            with self.subTest(scenarios=scenarios, arguments=arguments), Harness(source, environment=environment) as harness:
                harness.start()
                harness.submit(harness.request(1, max_tokens=5))
                self.assertEqual(harness.responses(1), {1: response})

    def test_model_and_settings_from_the_harness(self):
        with Harness(program("vllm_offline", VLLM)) as harness:
            self.assertEqual(harness.start(model="m", max_model_len="64")["model"], "m")
        with Harness(program("sglang_engine", SGLANG)) as harness:
            harness.load()
            message = json.loads(harness.expect(NOT_LOADED))["message"]
            self.assertEqual(message, "ValueError: no model is given: set --model of the harness or of the worker")

    def test_models_of_the_harness_and_the_worker_must_be_equal(self):
        with Harness(program("vllm_offline", VLLM, "--model", "m")) as harness:
            self.assertEqual(harness.start(model="m", max_model_len="64")["model"], "m")
        with Harness(program("vllm_offline", VLLM, "--model", "m")) as harness:
            harness.load(model="b")
            message = "ValueError: the harness sends the model b, but the command of the worker has --model m: leave out one of them"
            self.assertEqual(json.loads(harness.expect(NOT_LOADED))["message"], message)

    def settings(self, name, devices="", engine=SETTINGS, **options):
        """Returns the settings with which a worker creates its engine."""
        with Harness(program(name, engine, "--model", "m")) as harness:
            harness.devices = devices
            harness.load(**options)
            message = json.loads(harness.expect(NOT_LOADED))["message"]
            return json.loads(message.split(": ", 1)[1])

    def test_engines_use_all_devices_of_their_process(self):
        names = {
            "vllm_async": "tensor_parallel_size",
            "vllm_offline": "tensor_parallel_size",
            "sglang_engine": "tp_size",
            "tensorrt_llm": "tensor_parallel_size",
        }
        for name, size in names.items():
            parts = "pp_size" if size == "tp_size" else "pipeline_parallel_size"
            with self.subTest(name=name):
                self.assertEqual(self.settings(name, "2,3,5,7")[size], 4)
                self.assertEqual(self.settings(name, "2,3,5,7", **{size: "2"})[size], 2)
                self.assertEqual(self.settings(name, "2,3,5,7", **{parts: "2"})[size], 2)
                for devices in "", "2":
                    self.assertNotIn(size, self.settings(name, devices))
        self.assertNotIn("tp_size", self.settings("sglang_engine", "2,3", dp_size="2"))
        self.assertEqual(self.settings("sglang_engine", "2,3", dp_size="2", enable_dp_attention="true")["tp_size"], 2)

    def test_prompts_of_earlier_requests_are_not_reused(self):
        for name in "vllm_async", "vllm_offline":
            settings = self.settings(name)
            self.assertEqual((settings["enable_prefix_caching"], settings["usage"]), (False, "1"))
            self.assertIs(self.settings(name, enable_prefix_caching="true")["enable_prefix_caching"], True)
        self.assertIs(self.settings("sglang_engine")["disable_radix_cache"], True)
        for text in "false", "False":
            self.assertIs(self.settings("sglang_engine", disable_radix_cache=text)["disable_radix_cache"], False)
        for given, expected in (
            ({}, {"enable_block_reuse": False}),
            ({"free_gpu_memory_fraction": 0.8}, {"enable_block_reuse": False, "free_gpu_memory_fraction": 0.8}),
            ({"enable_block_reuse": True}, {"enable_block_reuse": True}),
        ):
            settings = self.settings("tensorrt_llm", kv_cache_config=json.dumps(given))
            self.assertEqual(settings["kv_cache_config"], expected)

    def test_processed_images_of_earlier_requests_are_not_reused_if_vllm_has_a_setting(self):
        older = '    VLLM_ENGINE = VLLM_ENGINE.replace("mm_processor_cache_gb", "")\n' + SETTINGS
        for name in "vllm_async", "vllm_offline":
            with self.subTest(name=name):
                self.assertEqual(self.settings(name)["mm_processor_cache_gb"], 0)
                self.assertEqual(self.settings(name, mm_processor_cache_gb="4")["mm_processor_cache_gb"], 4)
                self.assertNotIn("mm_processor_cache_gb", self.settings(name, engine=older))

    def test_vllm_offline_runs_chats_with_the_same_tools_in_one_call(self):
        chats = [b'{"messages": [{"role": "user", "content": "hi"}]%s}' % more for more in (b"", b"", b', "tools": [{}]', b', "documents": [{}]')]
        with Harness(program("vllm_offline", VLLM, "--model", "m", "--set", "max_model_len=64")) as harness:
            harness.start()
            harness.submit(*(harness.request(id, chat, kind=3) for id, chat in enumerate(chats, 1)), together=1)
            results = harness.responses(4)
            self.assertEqual(harness.ids, {1: [2], 2: [2], 3: [1]})
            self.assertEqual(results[4][0]["message"], "LLM.chat takes no documents: use the worker vllm with --streaming")

    def test_chats_with_images_are_refused_by_workers_that_pass_ids(self):
        chat = b'{"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,x"}}]}]}'
        transformers = """
    module("transformers", AutoTokenizer=N(from_pretrained=lambda name: None))
"""
        with Harness(program("vllm_async", VLLM + transformers, "--model", "m")) as harness:
            harness.start()
            harness.submit(harness.request(1, chat, kind=3))
            self.assertIn("cannot contain images: use the worker vllm with --offline", harness.responses(1)[1][0]["message"])

    def test_vllm_offline(self):
        with Harness(program("vllm_offline", VLLM, "--model", "m", "--set", "max_model_len=64")) as harness:
            harness.start()
            chat = b'{"messages": [{"role": "user", "content": "hi"}]}'
            requests = harness.request(1, max_tokens=5), harness.request(2, ids(9), kind=2), harness.request(3, chat, kind=3)
            harness.submit(*requests, together=1)
            self.assertEqual(harness.responses(3), {1: ["length"], 2: ["length"], 3: ["stop"]})

    def test_vllm_offline_fails_only_the_requests_that_the_engine_refuses(self):
        engine = VLLM.replace(
            "assert all(each.output_kind",
            "self.calls = getattr(self, 'calls', 0) + 1\n"
            "            if any(p == {'prompt': 'long'} for p in prompts): raise ValueError('too long')\n"
            "            assert all(each.output_kind",
        )
        with Harness(program("vllm_offline", engine, "--model", "m", "--set", "max_model_len=64")) as harness:
            harness.start()
            requests = [harness.request(id, b"long" if id == 3 else b"good", max_tokens=5) for id in range(1, 9)]
            requests += [harness.request(9, logprobs=1), harness.request(10, bytes(8), kind=4)]
            harness.submit(*requests, together=1)
            results = harness.responses(10)
            self.assertEqual(results.pop(3)[0]["message"], "ValueError: too long")
            self.assertIn("does not support the parameter logprobs", results.pop(9)[0]["message"])
            self.assertIn("not tensors", results.pop(10)[0]["message"])
            self.assertEqual(set(map(tuple, results.values())), {("length",)})
            # the four requests of the other half, and the neighbors of the refused request, share their calls
            self.assertEqual([harness.ids[id][0] for id in (1, 2, 4, 5, 6, 7, 8)], [2, 2, 1, 4, 4, 4, 4])

    def test_process_of_vllm_ends_with_its_engine_core(self):
        for name, settings, prompts, error in (
            ("vllm_async", (), (b"kill",), "EngineDeadError: the engine core has ended"),
            ("vllm_async", (), (b"break",), "KeyError: 'a consequence'"),
            ("vllm_offline", ("--set", "max_model_len=64"), (b"kill", b"a", b"b"), "EngineDeadError: the engine core has ended"),
        ):
            with self.subTest(name=name, error=error), Harness(program(name, VLLM, "--model", "m", *settings)) as harness:
                harness.start()
                harness.submit(*[harness.request(id, prompt) for id, prompt in enumerate(prompts)], together=1)
                self.assertEqual(harness.process.wait(60), 1)
                self.assertIn(error, harness.process.stderr.read().decode().splitlines()[-1])

    def test_vllm_offline_collects_waiting_requests(self):
        # the first call ends after three further requests have arrived
        engine = VLLM.replace("assert all(each.output_kind", "wait(prompts); assert all(each.output_kind")
        wait = """
    def wait(prompts):
        if prompts[0] == {"prompt": "first"}:
            worker._connection.send(bytes([0, 0, 0, 0, 75, 0, 0, 0]))  # the call has started
        while prompts[0] == {"prompt": "first"} and len(worker._waiting) < 3:
            time.sleep(0.01)
"""
        for arguments, sizes in ((), [1, 3, 3, 3]), (("--max-batch", "0"), [1, 1, 1, 1]):
            source = program("vllm_offline", engine + wait, "--model", "m", "--set", "max_model_len=64", *arguments)
            with Harness(source.replace("run(create(", "run(worker := create(")) as harness:
                harness.start()
                harness.submit(harness.request(1, b"first", max_tokens=5))
                harness.expect(75)
                for id in 2, 3, 4:
                    harness.submit(harness.request(id, max_tokens=5))
                harness.responses(4)
                self.assertEqual([harness.ids[id][0] for id in (1, 2, 3, 4)], sizes)

    def test_sglang(self):
        for incremental in ("true", "false"):
            settings = "--set", "incremental_streaming_output=" + incremental
            with Harness(program("sglang_engine", SGLANG, "--model", "m", *settings)) as harness:
                harness.start()
                harness.submit(harness.request(1, max_tokens=3), harness.request(2, ids(1, 2), kind=2, max_tokens=3))
                self.assertEqual(harness.responses(2), {1: [[4], [5, 6], "length"], 2: [[4], [5, 6], "length"]})

    def test_tensorrt_llm(self):
        with Harness(program("tensorrt_llm", TENSORRT, "--model", "m")) as harness:
            harness.start()
            harness.submit(harness.request(1, max_tokens=3), harness.request(2, max_tokens=3, stop=["x", "bc"]))
            self.assertEqual(harness.responses(2), {1: [[4], [5, 6], "length"], 2: [[4], [5, 6], "length"]})
            self.assertEqual(harness.texts, {1: "abc", 2: "a"})
            harness.send(6)
            self.assertIn(b'"iter": 1', harness.expect(75))

    def test_responses_that_an_engine_did_not_complete_fail(self):
        for name, engine, settings, aborted in (
            ("vllm_async", VLLM, (), "the engine aborted the request: finish reason abort"),
            ("vllm_offline", VLLM, ("--set", "max_model_len=64"), "the engine aborted the request: finish reason abort"),
            ("sglang_engine", SGLANG, (), "no memory"),
            ("tensorrt_llm", TENSORRT, (), "the engine aborted the request: finish reason timeout"),
        ):
            with self.subTest(name=name), Harness(program(name, engine, "--model", "m", *settings)) as harness:
                harness.start()
                requests = harness.request(1, b"aborted", max_tokens=3), harness.request(2, b"endless", max_tokens=3)
                harness.submit(*requests, harness.request(3, b"good", max_tokens=3), together=1)
                results = harness.responses(3)
                self.assertEqual(results[1][-1], {"kind": "in_band_error", "message": aborted})
                message = "the engine ended the response without a finish reason"
                self.assertEqual(results[2][-1], {"kind": "in_band_error", "message": message})
                self.assertIsInstance(results[3][-1], str)

    def test_engines_know_all_parameters(self):
        parameters = dict(max_tokens=3, temperature=0.5, top_p=0.9, top_k=4, seed=7, stop=["x"], ignore_eos=True)
        llama = "--set", "n_ctx=8", "--set", "n_threads=3"
        for name, engine, settings, others in (
            ("vllm_async", VLLM, (), {"min_tokens": 1}),
            ("vllm_offline", VLLM, ("--set", "max_model_len=64"), {"min_tokens": 1}),
            ("sglang_engine", SGLANG, (), {"min_tokens": 1}),
            ("tensorrt_llm", TENSORRT, (), {"min_tokens": 1}),
            ("llama_cpp", LLAMA, llama, {}),
        ):
            with self.subTest(name=name), Harness(program(name, engine, "--model", "m", *settings)) as harness:
                harness.start()
                harness.submit(harness.request(1, b"ab", **parameters, **others))
                self.assertIsInstance(harness.responses(1)[1][-1], str)

    def test_all_engines_have_the_same_default_of_max_tokens(self):
        delta = "sampling_params.output_kind == Kind.DELTA"
        llama = LLAMA.replace("4, 5, 2", "4, 5").replace("range(3)", "range(200)").replace("(8, 3, 3)", "(512, 3, 3)")
        for name, engine, settings in (
            ("vllm_async", VLLM.replace(delta, delta + " and sampling_params.max_tokens == 128"), ()),
            ("vllm_offline", VLLM.replace("s.max_tokens or 0", "s.max_tokens if s.max_tokens == 128 else 1 / 0"), ("max_model_len=64",)),
            ("sglang_engine", SGLANG.replace('["max_new_tokens"] == 3', '["max_new_tokens"] == 128'), ()),
            ("tensorrt_llm", TENSORRT.replace("max_tokens == 3", "max_tokens == 128"), ()),
            ("transformers_generate", TRANSFORMERS, ()),
            ("llama_cpp", llama, ("n_ctx=512", "n_threads=3")),
        ):
            arguments = [each for setting in settings for each in ("--set", setting)]
            with self.subTest(name=name), Harness(program(name, engine, "--model", "m", *arguments)) as harness:
                harness.start()
                harness.submit(harness.request(1))
                *tokens, reason = harness.responses(1)[1]
                self.assertIsInstance(reason, str)
                if name in ("transformers_generate", "llama_cpp"):
                    self.assertEqual((sum(map(len, tokens)), reason), (128, "length"))

    def test_unknown_arguments_fail(self):
        for name in "vllm_async", "vllm_offline", "sglang_engine", "tensorrt_llm":
            with self.subTest(name=name), Harness(program(name, SETTINGS, "--model", "m", "--set", "no_such_name=1")) as harness:
                harness.load()
                message = json.loads(harness.expect(NOT_LOADED))["message"]
                self.assertEqual(message, "TypeError: engine() got an unexpected keyword argument 'no_such_name'")
        for name, engine in (("vllm_async", VLLM), ("sglang_engine", SGLANG), ("tensorrt_llm", TENSORRT)):
            with self.subTest(name=name), Harness(program(name, engine, "--model", "m")) as harness:
                harness.start()
                harness.submit(harness.request(1, max_tokens=3, extra={"no_such_name": 1}))
                message = "TypeError: SamplingParams() got an unexpected keyword argument 'no_such_name'"
                self.assertEqual(harness.responses(1)[1], [{"kind": "backend_exception", "message": message}])

    def test_transformers_generate(self):
        with Harness(program("transformers_generate", TRANSFORMERS, "--model", "m", "--device", "cpu")) as harness:
            harness.start()
            harness.submit(harness.request(1, ids(4, 5), kind=2, max_tokens=2), harness.request(2, max_tokens=1))
            self.assertEqual(harness.responses(2), {1: [[50], [51], "length"], 2: [[50], "length"]})

    def test_stop_string_in_transformers_ends_only_its_sequence(self):
        engine = TRANSFORMERS.replace("pad_token_id=None", "pad_token_id=0")  # not an end token
        for older in False, True:
            source = engine.replace("CRITERIA_FIRST = True", "CRITERIA_FIRST = %s" % (not older))
            arguments = "--model", "m", "--device", "cpu", "--max-batch", "0"
            for parameters in {}, {"ignore_eos": True}:
                with self.subTest(parameters, older=older), Harness(program("transformers_generate", source, *arguments)) as harness:
                    harness.start()
                    prompts = enumerate((6, 5))
                    requests = [harness.request(i, ids(p), kind=2, max_tokens=4, stop=["61"], **parameters) for i, p in prompts]
                    harness.submit(*requests, together=1)
                    self.assertEqual(harness.responses(2), {0: [[60], [61], "stop"], 1: [[50], [51], [52], [53], "length"]})
                    self.assertEqual(harness.usage, {0: (1, 2), 1: (1, 4)})
                    harness.submit(requests[0])  # the only sequence of its batch
                    self.assertEqual(harness.responses(1), {0: [[60], [61], "stop"]})
                    self.assertEqual(harness.usage, {0: (1, 2)})

    def test_sequence_of_transformers_that_ends_without_a_reason_fails(self):
        with Harness(program("transformers_generate", TRANSFORMERS, "--model", "m", "--device", "cpu")) as harness:
            harness.start()
            harness.submit(harness.request(1, ids(4), kind=2, max_tokens=2))
            failure = {"kind": "in_band_error", "message": "the engine ended the response without a finish reason"}
            self.assertEqual(harness.responses(1), {1: [[50], failure]})

    def test_transformers_refuses_only_the_requests_that_do_not_fit_the_model(self):
        engine = TRANSFORMERS.replace("max_position_embeddings=256", "max_position_embeddings=8")
        with Harness(program("transformers_generate", engine, "--model", "m", "--device", "cpu", "--max-batch", "0")) as harness:
            self.assertTrue(harness.start()["check"])
            long, short = (harness.request(size, ids(*[5] * size), kind=2, max_tokens=3) for size in (6, 5))
            message = "the prompt of sample 0 has 6 tokens and max_tokens is 3, but the model has only 8 positions"
            for request, expected in (long, message), (short, ""):
                harness.send(CHECK, request)
                self.assertEqual(harness.expect(CHECKED)[8:].decode(), expected)
            harness.submit(long, short, together=1)
            failure = {"kind": "backend_exception", "message": message}
            self.assertEqual(harness.responses(2), {6: [failure], 5: [[50], [51], [52], "length"]})
            # each request fits, but padded to the same length, they do not
            harness.submit(short, harness.request(1, ids(7), kind=2, max_tokens=7), together=1)
            self.assertEqual([results[-1] for results in harness.responses(2).values()], ["length", "length"])

    def test_exit_in_transformers_fails_its_requests(self):
        with Harness(program("transformers_generate", TRANSFORMERS, "--model", "m", "--device", "cpu")) as harness:
            harness.start()
            for prompt, message in ((9, "SystemExit: no memory"), (8, "KeyboardInterrupt: ")):
                harness.submit(harness.request(1, ids(prompt), kind=2), harness.request(2, ids(prompt), kind=2), together=1)
                failure = {"kind": "backend_exception", "message": message}
                self.assertEqual(harness.responses(2), {1: [failure], 2: [failure]})
            harness.submit(harness.request(1, b"exit"), harness.request(2, max_tokens=1), together=1)
            failure = {"kind": "backend_exception", "message": "SystemExit: no vocabulary"}
            self.assertEqual(harness.responses(2), {1: [failure], 2: [[50], "length"]})

    def test_llama_cpp(self):
        with Harness(program("llama_cpp", LLAMA, "--model", "m", "--set", "n_ctx=8", "--set", "n_threads=3")) as harness:
            self.assertTrue(harness.start()["check"])
            harness.submit(
                harness.request(1, b"ab", max_tokens=5),
                harness.request(2, b"ab", max_tokens=5, ignore_eos=True, temperature=0),
                harness.request(3, b"ab", max_tokens=6, ignore_eos=True),
                harness.request(4, b"ab", max_tokens=5, stop=["\x05"]),
            )
            results = harness.responses(4)
            self.assertEqual(results[1], [[4], [5], [2], "stop"])
            self.assertEqual(results[2], [[4], [5], [2], [6], [7], "length"])
            self.assertEqual(results[3], [[4], [5], [2], [6], [7], [8], "length"])
            self.assertEqual(results[4], [[4], [5], "stop"])
            refused = {
                "the engine does not support the parameter min_tokens: remove it from the request": dict(max_tokens=5, min_tokens=2),
                "the prompt has 2 tokens and max_tokens is 7, but the context has only 8: set n_ctx": dict(max_tokens=7),
                "the prompt has 8 tokens and max_tokens is 1, but the context has only 8: set n_ctx": dict(
                    prompt=b"too long", max_tokens=1
                ),
                "the prompt has no tokens": dict(prompt=b""),
                "the prompt has the token id 200, but the model has only 200 tokens": dict(prompt=ids(200), kind=2),
            }
            for id, (message, request) in enumerate(refused.items()):
                request = harness.request(id, **dict(dict(prompt=b"ab"), **request))
                harness.send(5, request)
                self.assertEqual(harness.expect(74)[8:].decode(), message)
                harness.submit(request)
                self.assertEqual(harness.responses(1)[id][0]["message"], message)

class ProgramTest(unittest.TestCase):
    """Each worker can be started with its module: python3 -m loadharness_worker.echo."""

    def test_module_is_a_worker(self):
        start = "import runpy, sys\nsys.argv[1:] = %r\nrunpy.run_module('loadharness_worker.%s', run_name='__main__')\n"
        with Harness(start % (["--tokens", "2"], "echo")) as harness:
            harness.start()
            harness.submit(harness.request(1))
            self.assertEqual(harness.responses(1), {1: [[0], [1], "length"]})
        for name in WORKERS[1:]:
            with self.subTest(name=name), Harness(start % ([], name)) as harness:
                harness.load()
                message = json.loads(harness.expect(NOT_LOADED))["message"]
                self.assertEqual(message, "ValueError: no model is given: set --model of the harness or of the worker")
                self.assertEqual(harness.process.wait(60), 1)

    def test_workers_have_short_names(self):
        start = "import sys\nfrom loadharness_worker.__main__ import main\nmain(sys.argv[1:])"
        for name in "sglang", "transformers":
            with self.subTest(name=name), Harness("import sys\nsys.argv[1:] = [%r]\n%s" % (name, start)) as harness:
                self.assertEqual(harness.load()["engine"], name)

    def test_module_without_a_harness_says_how_it_is_started(self):
        environment = {name: value for name, value in os.environ.items() if name != "LOADHARNESS_SOCKET"}
        for name in WORKERS:
            with self.subTest(name=name):
                ended = subprocess.run(
                    [sys.executable, "-B", "-m", "loadharness_worker." + name], cwd=HERE, env=environment, stderr=subprocess.PIPE
                )
                self.assertEqual(ended.returncode, 1)
                self.assertEqual(
                    ended.stderr.decode(),
                    "LOADHARNESS_SOCKET is not set: this program is started by `harness run --engine-command`\n",
                )


if __name__ == "__main__":
    unittest.main()
