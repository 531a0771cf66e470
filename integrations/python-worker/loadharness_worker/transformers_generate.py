# SPDX-License-Identifier: Apache-2.0
"""``generate`` of transformers: the requests of a batch in one call, with left padding, an attention mask and a streamer.

Written against transformers 5: ``AutoModelForCausalLM``, ``generate(streamer=..., stopping_criteria=...)``. The streamer gets the tokens of
all sequences of a batch after each step.
"""

import queue
import threading

from .engines import chat_ids, configure, keywords, parser, refuse_tensors
from .worker import BatchWorker, Failed, Finish, run


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
                prompt = self._checked(self._ids(request), request)
            except BaseException as error:  # also a call of sys.exit in the code of the tokenizer
                yield [(request, error)]
                continue
            same = {name: value for name, value in request.parameters.items() if name != "max_tokens"}
            groups.setdefault(repr(sorted(same.items())), []).append((request, prompt))
        for group in groups.values():
            yield from self._batch(*zip(*group))

    def _checked(self, prompt, request):
        """Returns a prompt. A prompt that the model cannot process would fail its batch, and on a GPU the engine."""
        size = self._model.config.get_text_config().vocab_size
        wrong = next((each for each in prompt if not 0 <= each < size), None)
        if not prompt or wrong is not None:
            problem = "is empty" if not prompt else "has the token %d, but the model has %d tokens" % (wrong, size)
            raise Failed("the prompt of sample %d %s" % (request.sample, problem))
        return prompt

    def _batch(self, requests, prompts):
        longest = max(map(len, prompts))
        ids = self._torch.tensor([[self._pad] * (longest - len(each)) + each for each in prompts], device=self._device)
        mask = self._torch.tensor([[0] * (longest - len(each)) + [1] * len(each) for each in prompts], device=self._device)
        limits = [each.parameters.get("max_tokens", 128) for each in requests]
        rows = _Rows(
            requests,
            limits,
            set() if requests[0].parameters.get("ignore_eos") else self._eos,
            # generate fills a sequence that a stop string has ended with padding, which can look like the end token
            {self._pad} if "stop" in requests[0].parameters else set(),
        )
        steps = queue.Queue()
        thread = threading.Thread(target=self._call, args=(ids, mask, requests[0].parameters, max(limits), rows, steps), daemon=True)
        thread.start()
        counts = [0] * len(requests)
        while True:
            step = steps.get()
            if step is None:
                break
            if isinstance(step, BaseException):
                raise step
            pairs, ended = [], []
            for row, token in enumerate(step):
                if rows.ended[row]:
                    continue
                reason, counted = rows.add(row, token)
                if counted:
                    pairs.append((requests[row], token))
                    counts[row] += 1
                if reason:
                    ended.append((requests[row], Finish(reason, prompt=len(prompts[row]), completion=counts[row])))
            yield pairs
            yield ended
        thread.join()

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
            if "stop" in parameters:
                keywords.update(stop_strings=parameters["stop"], tokenizer=self._tokenizer)
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
                    stopping_criteria=[_Ended(self._torch, rows)],
                    **keywords
                )
            steps.put(None)
        except BaseException as error:  # even a call of sys.exit must not leave the requests without a response
            steps.put(error)

    def close(self):
        del self._model


class _Rows:
    """The state of the sequences of a batch."""

    def __init__(self, requests, limits, eos, padding):
        self._requests, self._limits, self._eos, self._padding = requests, limits, eos, padding
        self.ended = [False] * len(requests)
        self._counts = [0] * len(requests)

    def add(self, row, token):
        """Counts a token. Returns the reason if the sequence ends with it, and true if the token was sampled."""
        counted = token not in self._eos or token not in self._padding
        self._counts[row] += counted
        if token in self._eos:
            self.ended[row] = True
            return "stop", counted
        if self._counts[row] >= self._limits[row]:
            self.ended[row] = True
            return "length", True
        return "", True

    def finished(self, row):
        return self.ended[row] or self._requests[row].cancelled


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
    """Stops sequences that have ended for their request, although they could be longer."""

    def __init__(self, torch, rows):
        self._torch, self._rows = torch, rows

    def __call__(self, input_ids, scores, **kwargs):
        ended = [self._rows.finished(row) for row in range(input_ids.shape[0])]
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
