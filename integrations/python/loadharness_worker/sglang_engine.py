# SPDX-License-Identifier: Apache-2.0
"""SGLang's ``Engine``: all requests at the same time, tokens as they are generated.

Written against the sources of SGLang 0.5.23: ``Engine(**server_args)`` and ``async_generate(prompt, sampling_params, input_ids,
stream=True, rid=...)`` of ``python/sglang/srt/entrypoints/engine.py``. It was not run, because it needs a GPU.
"""

from .engines import QUEUED_REQUESTS, chat_ids, configure, finish, keywords, parser, refuse_tensors, renamed, use_all_devices
from .worker import AsyncWorker, Failed, run

PARAMETERS = {
    "max_tokens": "max_new_tokens",
    "min_tokens": "min_new_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "seed": "sampling_seed",
    "stop": "stop",
    "ignore_eos": "ignore_eos",
}


class SglangWorker(AsyncWorker):
    engine = "sglang"
    requests_in_flight = QUEUED_REQUESTS

    def __init__(self, model, settings):
        super().__init__()
        self.model = model
        self._settings = settings
        self._tokenizer = None

    async def load(self, options):
        configure(self, options)
        self._settings.setdefault("disable_radix_cache", True)
        # with attention that is divided by requests, the copies share the devices of the tensor parallel size
        copies = () if self._settings.get("enable_dp_attention") else ("dp_size",)
        use_all_devices(self, "tp_size", ("pp_size", *copies))
        import sglang

        self.version = sglang.__version__
        # within the event loop, which the engine then uses
        self._llm = sglang.Engine(model_path=self.model, **self._settings)

    def _prompt(self, request):
        refuse_tensors(request)
        if request.kind == "text":
            return {"prompt": request.prompt}
        if request.kind == "ids":
            return {"input_ids": request.prompt}
        if self._tokenizer is None:
            from transformers import AutoTokenizer

            self._tokenizer = AutoTokenizer.from_pretrained(self._settings.get("tokenizer_path", self.model))
        return {"input_ids": chat_ids(self._tokenizer, request.prompt)}

    async def generate(self, request):
        sent = 0
        id = "loadharness-%d" % request.id
        ended = False
        try:
            chunks = await self._llm.async_generate(
                sampling_params=renamed(request, PARAMETERS), stream=True, rid=id, **self._prompt(request)
            )
            async for chunk in chunks:
                ids, meta = chunk.get("output_ids") or [], chunk["meta_info"]
                total = meta["completion_tokens"]
                # depending on its version and settings, SGLang sends all ids so far or only the new ones
                new = ids[sent:] if len(ids) == total else ids[-(total - sent) :] if total > sent else []
                sent += len(new)
                if new:
                    yield list(new)
                reason = meta.get("finish_reason")
                if reason:
                    ended = True
                    if reason.get("type") == "abort":
                        raise Failed(reason.get("message", "SGLang aborted the request"), "in_band_error")
                    yield finish(
                        reason.get("type"),
                        prompt=meta.get("prompt_tokens", -1),
                        cached=meta.get("cached_tokens", -1),
                        completion=total,
                    )
        finally:
            if not ended:
                self._llm.tokenizer_manager.abort_request(rid=id)
        yield finish(None)  # has no effect after the end

    def close(self):
        self._llm.shutdown()


def create(arguments=None):
    parsed = parser("sglang_engine", "SGLang's engine.").parse_args(arguments)
    return SglangWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
