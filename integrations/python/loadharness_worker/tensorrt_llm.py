# SPDX-License-Identifier: Apache-2.0
"""TensorRT-LLM's ``LLM``: all requests at the same time, tokens as they are generated.

Written against the sources of TensorRT-LLM: ``LLM(model, **kwargs)``, ``generate_async(inputs, sampling_params, streaming=True)`` and
``shutdown()`` of ``tensorrt_llm/llmapi/llm.py``. It was not run, because it needs a GPU.
"""

from .engines import QUEUED_REQUESTS, chat_ids, configure, finish, keywords, parser, refuse_tensors, renamed, use_all_devices
from .worker import AsyncWorker, run

PARAMETERS = {
    name: name for name in ("max_tokens", "min_tokens", "temperature", "top_p", "top_k", "seed", "stop", "ignore_eos")
}


class TensorrtLlmWorker(AsyncWorker):
    engine = "tensorrt_llm"
    requests_in_flight = QUEUED_REQUESTS

    def __init__(self, model, settings):
        super().__init__()
        self.model = model
        self._settings = settings

    def load(self, options):
        configure(self, options)
        use_all_devices(self, "tensor_parallel_size", ("pipeline_parallel_size", "context_parallel_size"))
        import tensorrt_llm
        from tensorrt_llm.llmapi import KvCacheConfig

        self.version = tensorrt_llm.__version__
        cache = self._settings.get("kv_cache_config", {})
        if isinstance(cache, dict):
            self._settings["kv_cache_config"] = KvCacheConfig(**{"enable_block_reuse": False, **cache})
        self._llm = tensorrt_llm.LLM(model=self.model, **self._settings)

    async def generate(self, request):
        from tensorrt_llm import SamplingParams

        refuse_tensors(request)
        prompt = request.prompt
        if request.kind == "chat":
            prompt = chat_ids(self._llm.tokenizer.tokenizer, prompt)
        # the ids of a stop string count, as those of other engines
        parameters = SamplingParams(**{"include_stop_str_in_output": True, **renamed(request, PARAMETERS)})
        result = self._llm.generate_async(prompt, sampling_params=parameters, streaming=True)
        sent, completion = 0, None
        try:
            async for output in result:
                completion = output.outputs[0]
                new = completion.token_ids[sent:]
                sent += len(new)
                if new:
                    yield list(new)
        finally:
            if request.cancelled:
                result.abort()
        if completion is not None:
            text = completion.text or ""
            stop = next((each for each in request.parameters.get("stop", ()) if text.endswith(each)), "")
            yield finish(
                completion.finish_reason, text=text.removesuffix(stop), prompt=len(result.prompt_token_ids), completion=sent
            )
        yield finish(None)  # has no effect after the end

    def statistics(self):
        return {"last_iteration": self._llm.get_stats(timeout=0.5)[-1:]}

    def close(self):
        self._llm.shutdown()


def create(arguments=None):
    parsed = parser("tensorrt_llm", "TensorRT-LLM.").parse_args(arguments)
    return TensorrtLlmWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
