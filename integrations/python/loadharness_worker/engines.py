# SPDX-License-Identifier: Apache-2.0
"""Parts that the ready workers share: the command line and the parameters of requests."""

import argparse
import json

from .worker import Failed, Finish

PYTHON_VALUES = {"True": True, "False": False, "None": None}
"""Values that users of Python write instead of those of JSON. As text, each of them would be true."""

QUEUED_REQUESTS = 8192
"""The number of requests in flight of engines that schedule their requests. It is larger than any usual batch of a decode step."""


DEFAULT_MAX_TOKENS = 128
"""The maximum number of tokens of requests without ``max_tokens``, as in the harness. Each engine has another default."""

FAILED_REASONS = ("abort", "error", "cancelled", "timeout")
"""Finish reasons of responses that an engine did not complete. The harness has the same list."""


def finish(reason, **details):
    """Returns the end of a response; a failure if the engine did not complete the response, or gave no finish reason."""
    if not reason:
        return Failed("the engine ended the response without a finish reason", "in_band_error")
    if reason in FAILED_REASONS:
        return Failed("the engine aborted the request: finish reason %s" % reason, "in_band_error")
    return Finish(reason, **details)


def parser(name, description):
    """Returns a parser with ``--model`` and ``--set``."""
    result = argparse.ArgumentParser(prog="loadharness_worker " + name, description=description)
    result.add_argument("--model", help="path or name of the model; by default, the model that the harness sends (its option --model)")
    result.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the engine; the value is JSON, or else text (may be repeated)",
    )
    return result


def configure(worker, options):
    """Applies the options that the harness sends: ``model``, and arguments of the engine as with ``--set``."""
    for name, value in options.items():
        if name == "model":
            if worker.model and worker.model != value:
                raise ValueError(
                    "the harness sends the model %s, but the command of the worker has --model %s: leave out one of them"
                    % (value, worker.model)
                )
            worker.model = value
        else:
            worker._settings.update(keywords(["%s=%s" % (name, value)]))
    if not worker.model:
        raise ValueError("no model is given: set --model of the harness or of the worker")


def use_all_devices(worker, argument, others):
    """Sets the tensor parallel size of an engine to the number of the devices of the process, unless the user has set it.

    ``others`` are arguments for the numbers of parts and copies of the model, among which the devices are divided.
    """
    devices = len(worker.devices.split(",")) if worker.devices else 1
    for other in others:
        divisor = max(1, int(worker._settings.get(other) or 1))
        if devices % divisor:
            print("warning: %s=%d does not divide the devices %s: some are not used" % (other, divisor, worker.devices))
        devices //= divisor
    if devices > 1 and argument not in worker._settings:
        worker._settings[argument] = devices
        print("%s=%d, for the devices %s" % (argument, devices, worker.devices))


def keywords(settings):
    """Returns the values of ``--set`` as keyword arguments."""
    result = {}
    for setting in settings:
        name, separator, value = setting.partition("=")
        if not separator or not name:
            raise SystemExit("--set must be NAME=VALUE: got %s" % setting)
        try:
            result[name] = PYTHON_VALUES[value] if value in PYTHON_VALUES else json.loads(value)
        except ValueError:
            result[name] = value
    return result


def max_tokens(request):
    """Returns the maximum number of tokens of a response."""
    parameters = request.parameters
    return parameters.get("max_tokens", max(DEFAULT_MAX_TOKENS, parameters.get("min_tokens", 0)))


def renamed(request, names):
    """Returns the parameters of a request with the names of the engine. ``extra`` is added unchanged."""
    result = {}
    for name, value in dict(request.parameters, max_tokens=max_tokens(request)).items():
        if name == "extra":
            continue
        if name not in names:
            raise Failed("the engine does not support the parameter %s: remove it from the request" % name)
        result[names[name]] = value
    result.update(request.parameters.get("extra", {}))
    return result


def chat_ids(tokenizer, chat):
    """Applies the chat template of a tokenizer of transformers, and returns token ids. Refuses images, which ids cannot contain."""
    for message in chat["messages"]:
        parts = message.get("content")
        if isinstance(parts, list) and any(part.get("type") != "text" for part in parts):
            raise Failed("this worker passes chats as token ids, which cannot contain images: use the worker vllm with --offline")
    return tokenizer.apply_chat_template(
        chat["messages"],
        tools=chat.get("tools"),
        documents=chat.get("documents"),
        add_generation_prompt=True,
        tokenize=True,
        return_dict=False,
    )


def refuse_tensors(request):
    if request.kind == "tensors":
        raise Failed("a language model takes text, token ids or chat messages, not tensors")
