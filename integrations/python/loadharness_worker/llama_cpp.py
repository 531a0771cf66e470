# SPDX-License-Identifier: Apache-2.0
"""llama-cpp-python's ``Llama``: one request after the other, tokens as they are generated.

The cache of an earlier request is not used. Run several processes for several requests at the same time. The context is ``n_ctx``, 512
tokens by default: set more with ``--set n_ctx=4096``, or ``--engine-option n_ctx=4096`` of the harness. Prompts are processed by
``n_threads_batch`` threads: by default ``n_threads``, or one less than the number of processors.

Written against llama-cpp-python 0.3.8: ``Llama(model_path, ...)``, ``tokenize``, ``detokenize``, ``generate``, ``reset`` and
``set_seed`` of ``llama_cpp/llama.py``. ``.ci/full`` runs it with a small model.
"""

import importlib
import os

from .engines import configure, keywords, max_tokens, parser, refuse_tensors, renamed
from .worker import Failed, Finish, Worker, run


# Parameters that this worker applies itself. Others that llama.cpp does not have fail the request.
_OWN = ("max_tokens", "seed", "stop", "ignore_eos")


class LlamaCppWorker(Worker):
    engine = "llama.cpp"
    threads = 1

    def __init__(self, model, settings):
        self.model = model
        self._settings = settings

    def load(self, options):
        configure(self, options)
        library = importlib.import_module("llama_cpp")
        self._library = library
        self.version = "llama-cpp-python " + library.__version__
        # The library would use all processors for prompts. Its threads wait for each other, and one processor belongs to the harness.
        threads = self._settings.get("n_threads", max(1, (os.cpu_count() or 1) - 1))
        settings = {"verbose": False, "n_threads_batch": threads, **self._settings}
        self._llama = library.Llama(model_path=self.model, **settings)

    def _plan(self, request):
        """Returns the ids of a prompt and the maximum number of tokens. Fails a request that the model cannot complete."""
        refuse_tensors(request)
        if request.kind == "ids":
            prompt = request.prompt
        elif request.kind == "text":
            prompt = self._llama.tokenize(request.prompt.encode())
        else:
            raise Failed("chat messages need a template: let the harness apply it and send text or token ids")
        wrong = next((each for each in prompt if not 0 <= each < self._llama.n_vocab()), None)
        if wrong is not None:
            raise Failed("the prompt has the token id %d, but the model has only %d tokens" % (wrong, self._llama.n_vocab()))
        if not prompt:
            raise Failed("the prompt has no tokens")
        context = self._llama.n_ctx()
        limit = max_tokens(request)
        if len(prompt) + limit > context:
            raise Failed(
                "the prompt has %d tokens and max_tokens is %d, but the context has only %d: set n_ctx" % (len(prompt), limit, context)
            )
        return prompt, limit

    def check(self, request):
        self._plan(request)
        self._sampling(request)

    @staticmethod
    def _sampling(request):
        names = {"temperature": "temp", "top_p": "top_p", "top_k": "top_k"}
        sampling = renamed(request, {**names, **{each: each for each in _OWN}})
        return {name: value for name, value in sampling.items() if name not in _OWN}

    def generate(self, request):
        prompt, limit = self._plan(request)
        parameters = request.parameters
        sampling = self._sampling(request)
        self._llama.reset()
        if "seed" in parameters:
            self._llama.set_seed(parameters["seed"] & 0xFFFFFFFF)
        stops = [each.encode() for each in parameters.get("stop", [])]
        text, count, reason = bytearray(), 0, "length"
        for token in self._llama.generate(prompt, **sampling):
            yield [token]
            count += 1
            before = len(text)
            text += self._llama.detokenize([token])
            found = [text.find(each, max(0, before - len(each) + 1)) for each in stops]
            if max(found, default=-1) >= 0:
                del text[min(each for each in found if each >= 0) :]
                reason = "stop"
                break
            if self._ends(token) and not parameters.get("ignore_eos"):
                reason = "stop"
                break
            if count >= limit or request.cancelled:
                break
        yield Finish(reason, text=text.decode("utf-8", "replace"), prompt=len(prompt), cached=0, completion=count)

    def _ends(self, token):
        """Returns true for each token that ends a completion, such as the end of a turn."""
        return self._library.llama_token_is_eog(self._llama._model.vocab, token)

    def close(self):
        self._llama.close()


def create(arguments=None):
    parsed = parser("llama_cpp", "llama-cpp-python.").parse_args(arguments)
    return LlamaCppWorker(parsed.model, keywords(parsed.set))


if __name__ == "__main__":
    run(create())
