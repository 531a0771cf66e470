# SPDX-License-Identifier: Apache-2.0
"""vLLM's ``AsyncLLM``: all requests at the same time, tokens as they are generated.

Written against the sources of vLLM 0.33.0: ``AsyncLLM.from_engine_args(AsyncEngineArgs(...))`` and
``generate(prompt, sampling_params, request_id)`` of ``vllm/v1/engine/async_llm.py``, ``RequestOutputKind.DELTA`` of
``vllm/sampling_params.py``, ``errored`` and ``EngineDeadError`` of ``vllm/v1/engine``. It was not run, because it needs a GPU.
"""

from . import _vllm
from .engines import QUEUED_REQUESTS, chat_ids, configure, finish, keywords, parser, refuse_tensors
from .worker import AsyncWorker, run


class VllmAsyncWorker(AsyncWorker):
    engine = "vllm"
    requests_in_flight = QUEUED_REQUESTS

    def __init__(self, model, settings):
        super().__init__()
        self.model = model
        self._settings = settings
        self._tokenizer = None

    def load(self, options):
        configure(self, options)
        _vllm.prepare(self)
        import vllm
        from vllm.engine.arg_utils import AsyncEngineArgs
        from vllm.sampling_params import RequestOutputKind
        from vllm.v1.engine.async_llm import AsyncLLM

        self.version = vllm.__version__
        self._delta = RequestOutputKind.DELTA
        self._llm = AsyncLLM.from_engine_args(AsyncEngineArgs(model=self.model, **self._settings))

    def _prompt(self, request):
        if request.kind != "chat":
            return _vllm.prompt(request)
        if self._tokenizer is None:
            from transformers import AutoTokenizer

            self._tokenizer = AutoTokenizer.from_pretrained(self._settings.get("tokenizer", self.model))
        return {"prompt_token_ids": chat_ids(self._tokenizer, request.prompt)}

    async def generate(self, request):
        refuse_tensors(request)
        text, count = [], 0
        parameters = _vllm.sampling_params(request, self._delta)
        # the cancellation of this generator makes vLLM abort the request
        try:
            async for output in self._llm.generate(self._prompt(request), parameters, str(request.id)):
                completion = output.outputs[0]
                text.append(completion.text)
                count += len(completion.token_ids)
                if completion.token_ids:
                    yield list(completion.token_ids)
                if output.finished:
                    cached = getattr(output, "num_cached_tokens", None)
                    yield finish(
                        completion.finish_reason,
                        text="".join(text),
                        prompt=len(output.prompt_token_ids or ()),
                        cached=-1 if cached is None else cached,
                        completion=count,
                    )
        except Exception as error:
            _vllm.end_if_dead(self._llm, error)
            raise
        yield finish(None)  # has no effect after the end

    def statistics(self):
        return _vllm.statistics()

    def close(self):
        self._llm.shutdown()


def create(arguments=None):
    parsed = parser("vllm_async", "vLLM's asynchronous engine.").parse_args(arguments)
    return VllmAsyncWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
