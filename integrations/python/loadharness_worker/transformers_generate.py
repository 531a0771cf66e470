# SPDX-License-Identifier: Apache-2.0
"""``generate`` of transformers: the requests of a batch in one call, with left padding, an attention mask and a streamer.

Written against transformers 5: ``AutoModelForCausalLM``, ``generate(streamer=..., stopping_criteria=...)``. The streamer gets the tokens of
all sequences of a batch after each step.
"""

import queue
import threading

from .engines import chat_ids, configure, finish, keywords, max_tokens, parser, refuse_tensors
from .worker import BatchWorker, Failed, run


class TransformersWorker(BatchWorker):
    engine = "transformers"

    def __init__(self, model, settings, device, max_batch):
        self.model = model
        self.max_batch = max_batch
        self._settings = settings
        self._device = device

    def load(self, options):
        configure(self, options)
        import torch
        import transformers

        self.version = transformers.__version__
        self._torch = torch
        self._device = self._device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._model = transformers.AutoModelForCausalLM.from_pretrained(self.model, **self._settings).to(self._device).eval()
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(self.model)
        except (OSError, ValueError, KeyError) as error:  # enough for prompts of ids
            print("no tokenizer: %s" % error)
            self._tokenizer = None
        eos = self._model.generation_config.eos_token_id
        self._eos = set(eos if isinstance(eos, list) else [] if eos is None else [eos])
        # some models have no limit
        self._positions = getattr(self._model.config.get_text_config(), "max_position_embeddings", None) or float("inf")
        pad = self._model.generation_config.pad_token_id
        self._pad = pad if pad is not None else min(self._eos, default=0)

    def _ids(self, request):
        refuse_tensors(request)
        if request.kind == "ids":
            return request.prompt
        if self._tokenizer is None:
            raise ValueError("the model %s has no tokenizer: use prompts of token ids" % self.model)
        if request.kind == "chat":
            return list(chat_ids(self._tokenizer, request.prompt))
        return self._tokenizer(request.prompt)["input_ids"]

    def generate(self, requests):
        groups = {}
        for request in requests:
            try:
                prompt = self._prompt(request)
            except BaseException as error:  # also a call of sys.exit in the code of the tokenizer
                yield [(request, error)]
                continue
            same = {name: value for name, value in request.parameters.items() if name != "max_tokens"}
            groups.setdefault(repr(sorted(same.items())), []).append((request, prompt))
        for group in groups.values():
            for batch in self._divided(group):
                yield from self._batch(*zip(*batch))

    def _divided(self, group):
        """Divides requests into batches that fit the positions of the model: all sequences of a batch get as many steps as the longest."""
        batch, longest, limit = [], 0, 0
        for request, prompt in group:
            own = max_tokens(request)
            longest, limit = max(longest, len(prompt)), max(limit, own)
            if batch and longest + limit > self._positions:
                yield batch
                batch, longest, limit = [], len(prompt), own
            batch.append((request, prompt))
        yield batch

    def check(self, request):
        self._prompt(request)

    def _prompt(self, request):
        """Returns the ids of a prompt. A prompt that the model cannot process would fail its batch, and on a GPU the engine."""
        prompt = self._ids(request)
        size = self._model.config.get_text_config().vocab_size
        wrong = next((each for each in prompt if not 0 <= each < size), None)
        if not prompt or wrong is not None:
            problem = "is empty" if not prompt else "has the token %d, but the model has %d tokens" % (wrong, size)
            raise Failed("the prompt of sample %d %s" % (request.sample, problem))
        limit = max_tokens(request)
        if len(prompt) + limit > self._positions:
            raise Failed(
                "the prompt of sample %d has %d tokens and max_tokens is %d, but the model has only %d positions"
                % (request.sample, len(prompt), limit, self._positions)
            )
        if "stop" in request.parameters and self._tokenizer is None:
            raise Failed("the model %s has no tokenizer: remove the stop strings from the request" % self.model)
        return prompt

    def _batch(self, requests, prompts):
        longest = max(map(len, prompts))
        ids = self._torch.tensor([[self._pad] * (longest - len(each)) + each for each in prompts], device=self._device)
        mask = self._torch.tensor([[0] * (longest - len(each)) + [1] * len(each) for each in prompts], device=self._device)
        limits = [max_tokens(each) for each in requests]
        rows = _Rows(requests, limits, set() if requests[0].parameters.get("ignore_eos") else self._eos)
        steps = queue.Queue()
        thread = threading.Thread(target=self._call, args=(ids, mask, requests[0].parameters, max(limits), rows, steps), daemon=True)
        thread.start()
        step = ()
        while step is not None:
            step = steps.get()
            if isinstance(step, BaseException):
                raise step
            tokens, ended = rows.add(step)
            yield [(requests[row], token) for row, token in tokens]
            yield [(requests[row], finish(rows.reasons[row], prompt=len(prompts[row]), completion=rows.counts[row])) for row in ended]
        thread.join()
        yield [(each, finish(None)) for row, each in enumerate(requests) if not rows.finished(row)]

    def _call(self, ids, mask, parameters, limit, rows, steps):
        try:
            keywords = {"do_sample": parameters.get("temperature", 1) > 0}
            if keywords["do_sample"]:
                for name in ("temperature", "top_p", "top_k"):
                    if name in parameters:
                        keywords[name] = parameters[name]
            if "min_tokens" in parameters:
                keywords["min_new_tokens"] = parameters["min_tokens"]
            if parameters.get("ignore_eos"):
                keywords["eos_token_id"] = None
                keywords["min_new_tokens"] = limit
            stop = None
            if "stop" in parameters:
                from transformers import StopStringCriteria

                stop = StopStringCriteria(self._tokenizer, parameters["stop"])
            if "seed" in parameters:
                self._torch.manual_seed(parameters["seed"])
            keywords.update(parameters.get("extra", {}))
            with self._torch.inference_mode():
                self._model.generate(
                    input_ids=ids,
                    attention_mask=mask,
                    max_new_tokens=limit,
                    pad_token_id=self._pad,
                    streamer=_Streamer(steps),
                    stopping_criteria=[_Ended(self._torch, rows, ids.shape[1], stop)],
                    **keywords
                )
            steps.put(None)
        except BaseException as error:  # even a call of sys.exit must not leave the requests without a response
            steps.put(error)

    def close(self):
        del self._model


class _Rows:
    """The state of the sequences of a batch. ``reasons`` has the finish reasons of those that have ended."""

    def __init__(self, requests, limits, eos):
        self._requests, self._limits, self._eos = requests, limits, eos
        self.reasons = [""] * len(requests)
        self.counts = [0] * len(requests)
        self._stops = {}  # the number of tokens with which a sequence has its first stop string

    def add(self, step):
        """Adds the tokens of a step, or None at the end. Returns pairs of a row and a token of its response, and the rows that have ended.

        Depending on the version of transformers, the stop strings of a step are known before or after its tokens.
        """
        tokens, ended = [], []
        for row, limit in enumerate(self._limits):
            if self.reasons[row]:
                continue
            stop, token = self._stops.get(row), None
            if step is not None and self.counts[row] != stop:
                token = step[row]
                tokens.append((row, token))
                self.counts[row] += 1
            if self.counts[row] == stop or token in self._eos:
                self.reasons[row] = "stop"
            elif self.counts[row] >= limit:
                self.reasons[row] = "length"
            if self.reasons[row]:
                ended.append(row)
        return tokens, ended

    def stop(self, row, count):
        """Remembers that a sequence has a stop string after a number of tokens."""
        self._stops.setdefault(row, count)

    def finished(self, row):
        return bool(self.reasons[row]) or row in self._stops or self._requests[row].cancelled


class _Streamer:
    """Passes on the tokens of each step. The first call has the prompts."""

    def __init__(self, steps):
        self._steps = steps
        self._is_prompt = True

    def put(self, value):
        if self._is_prompt:
            self._is_prompt = False
        else:
            self._steps.put(value.reshape(-1).tolist())

    def end(self):
        pass


class _Ended:
    """Stops sequences that have ended for their request, although they could be longer. Called after each step.

    It also searches for the stop strings, because ``generate`` does not report which sequences have one: it fills these sequences with
    padding, or continues them if there is no end token.
    """

    def __init__(self, torch, rows, width, stop):
        self._torch, self._rows, self._width, self._stop = torch, rows, width, stop

    def __call__(self, input_ids, scores, **kwargs):
        size, length = input_ids.shape
        for row, found in enumerate(self._stop(input_ids[:, self._width :], scores).tolist() if self._stop else ()):
            if found:
                self._rows.stop(row, length - self._width)
        ended = [self._rows.finished(row) for row in range(size)]
        return self._torch.tensor(ended, dtype=self._torch.bool, device=input_ids.device)


def create(arguments=None):
    options = parser("transformers_generate", "generate of transformers.")
    options.add_argument("--device", default="", help="device of torch; default: cuda if there is one, else cpu")
    options.add_argument(
        "--max-batch", type=int, default=8, help="largest batch of waiting requests; 0: the batches of the harness (default 8)"
    )
    parsed = options.parse_args(arguments)
    return TransformersWorker(parsed.model, keywords(parsed.set), parsed.device, parsed.max_batch)


if __name__ == "__main__":
    run(create())
