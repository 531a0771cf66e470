# SPDX-License-Identifier: Apache-2.0
"""vLLM's offline engine, ``LLM.generate``: one call for all requests that are waiting, at most ``--max-batch``.

The engine schedules the requests of a call itself, and runs out of work at the end of each call: a call should have many more requests
than the engine processes at the same time. The harness gets the responses at the end of the call, and its stall limit (60 minutes) is
the maximum duration of a call: use a smaller ``--max-batch`` for a slow engine, or ``vllm_async``, which has no such calls.

Responses have no time to first token, because ``LLM.generate`` returns complete responses. Use ``vllm_async`` to stream. A call of
``LLM.generate`` cannot be interrupted: a cancelled request ends with its call. ``LLM`` collects statistics only with
``--set disable_log_stats=false``.

Written against the sources of vLLM 0.33.0: ``LLM.generate(prompts, sampling_params, use_tqdm=...)`` and ``LLM.chat(messages,
sampling_params, use_tqdm=..., tools=...)`` of ``vllm/entrypoints/llm.py``. It was not run, because it needs a GPU.
"""

from . import _vllm
from .engines import configure, finish, keywords, parser, refuse_tensors
from .worker import BatchWorker, Failed, run


class VllmOfflineWorker(BatchWorker):
    engine = "vllm"

    def __init__(self, model, settings, max_batch):
        self.model = model
        self.max_batch = max_batch
        self._settings = settings

    def load(self, options):
        configure(self, options)
        _vllm.prepare(self)
        import vllm

        self.version = vllm.__version__
        self._llm = vllm.LLM(model=self.model, **self._settings)

    def generate(self, requests):
        from vllm.sampling_params import RequestOutputKind

        prompts, chats = [], {}
        for request in requests:
            try:
                refuse_tensors(request)
                parameters = _vllm.sampling_params(request, RequestOutputKind.FINAL_ONLY)
            except Exception as error:
                yield [(request, error)]
                continue
            if request.kind != "chat":
                prompts.append((request, parameters))
            elif request.prompt.get("documents"):
                yield [(request, Failed("LLM.chat takes no documents: use the worker vllm with --streaming"))]
            else:  # requests with different tools cannot share a call
                chats.setdefault(repr(request.prompt.get("tools")), []).append((request, parameters))
        if prompts:
            yield from self._complete(prompts, self._generate)
        for same_tools in chats.values():
            yield from self._complete(same_tools, self._chat)

    def _complete(self, pairs, call):
        """Completes requests in one call. If the engine refuses them, divides them until only those that it refuses fail."""
        requests = [request for request, _ in pairs]
        try:
            outputs = call(requests, [parameters for _, parameters in pairs])
        except Exception as error:
            _vllm.end_if_dead(self._llm, error)
            if len(pairs) == 1:
                yield [(requests[0], error)]
                return
            half = len(pairs) // 2
            yield from self._complete(pairs[:half], call)
            yield from self._complete(pairs[half:], call)
            return
        yield self._finished(requests, outputs)

    def _generate(self, requests, parameters):
        return self._llm.generate([_vllm.prompt(each) for each in requests], parameters, use_tqdm=False)

    def _chat(self, requests, parameters):
        conversations = [each.prompt["messages"] for each in requests]
        return self._llm.chat(conversations, parameters, use_tqdm=False, tools=requests[0].prompt.get("tools"))

    @staticmethod
    def _finished(requests, outputs):
        if len(outputs) != len(requests):
            raise RuntimeError("vLLM returned %d results for %d requests" % (len(outputs), len(requests)))
        pairs = []
        for request, output in zip(requests, outputs):
            completion = output.outputs[0]
            cached = getattr(output, "num_cached_tokens", None)
            pairs.append(
                (
                    request,
                    finish(
                        completion.finish_reason,
                        ids=list(completion.token_ids),
                        text=completion.text,
                        prompt=len(output.prompt_token_ids or ()),
                        cached=-1 if cached is None else cached,
                        completion=len(completion.token_ids),
                    ),
                )
            )
        return pairs

    def statistics(self):
        return _vllm.statistics()

    def close(self):
        del self._llm


def add_max_batch(options):
    options.add_argument(
        "--max-batch",
        type=int,
        default=4096,
        help="pass all waiting requests to one call, at most this many; 0: only the batches of the harness (default 4096)",
    )


def create(arguments=None):
    options = parser("vllm_offline", "vLLM's offline engine.")
    add_max_batch(options)
    parsed = options.parse_args(arguments)
    return VllmOfflineWorker(parsed.model, keywords(parsed.set), parsed.max_batch)


if __name__ == "__main__":
    run(create())
