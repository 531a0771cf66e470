# SPDX-License-Identifier: Apache-2.0
"""Frames of the worker protocol, version 1."""

import array
import functools
import json
import os
import struct
import sys
import threading

VERSION = 1
MAX_BODY = 1 << 29

LOAD, WARM_UP, SUBMIT, CANCEL, CHECK, BYE, REPORT, SYNCED = range(1, 9)
HELLO, LOADED, NOT_LOADED, WARMED_UP, TOKENS, TEXT, DONE, OUTPUT, FAILED, CHECKED, STATISTICS, HEARTBEAT, REPORTED, SYNC = range(65, 79)

TOGETHER, MORE = 1, 2
TEXT_PROMPT, IDS_PROMPT, CHAT_PROMPT, TENSORS_PROMPT = 1, 2, 3, 4

DTYPES = ("bool", "int8", "uint8", "int16", "int32", "int64", "float16", "float32", "float64")
_SIZES = (1, 1, 1, 2, 4, 8, 2, 4, 8)

_HEADER = struct.Struct("<II")
_REQUEST = struct.Struct("<QiIII")
_ENTRY = struct.Struct("<QI")
_DONE = struct.Struct("<QiiiiIII")
_DONE_FRAME = struct.Struct("<IIQiiiiIII")
_ONE_TOKEN = struct.Struct("<QIi")


class ProtocolError(Exception):
    """The harness violated the protocol."""


class Tensor:
    """An input of a model that is not a language model.

    ``data`` is a memoryview of bytes in row-major order. ``numpy()`` returns it as an array without a copy.
    """

    __slots__ = ("name", "dtype", "shape", "data")

    def __init__(self, name, dtype, shape, data):
        self.name, self.dtype, self.shape, self.data = name, dtype, shape, data

    def numpy(self):
        import numpy

        return numpy.frombuffer(self.data, dtype=self.dtype).reshape(self.shape)


class Request:
    """A request.

    ``kind`` is ``text`` (``prompt`` is a str), ``ids`` (a list of ints), ``chat`` (a dict with ``messages`` and perhaps ``tools`` and
    ``documents``) or ``tensors`` (a list of :class:`Tensor`). ``parameters`` contains only what the user set: ``max_tokens``,
    ``min_tokens``, ``temperature``, ``top_p``, ``top_k``, ``seed``, ``stop``, ``ignore_eos``, ``extra``. ``cancelled`` becomes true if the
    harness does not need the response any more.
    """

    __slots__ = ("id", "sample", "kind", "prompt", "parameters", "cancelled", "_ended", "_has_tokens", "_range", "_task")

    def __init__(self, id, sample, kind, prompt, parameters):
        self.id, self.sample, self.kind, self.prompt, self.parameters = id, sample, kind, prompt, parameters
        self.cancelled = False
        self._ended = self._has_tokens = False
        self._range = None


def padded(size):
    return (size + 7) & ~7


def frame(kind, body=b""):
    return _HEADER.pack(len(body), kind) + body


def json_frame(kind, value, prefix=b""):
    return frame(kind, prefix + json.dumps(value, default=str).encode())


def _utf8(text):
    """Encodes a text. Half of a surrogate pair, which tokenizers can return, becomes a question mark."""
    return text.encode("utf-8", "replace")


def _ints(ids):
    values = array.array("i", ids)
    if sys.byteorder != "little":
        values.byteswap()
    return values.tobytes()


def tokens_entry(id, ids):
    """An entry of a TOKENS frame."""
    if len(ids) == 1:
        return one_token_entry(id, ids[0])
    return _ENTRY.pack(id, len(ids)) + _ints(ids)


def one_token_entry(id, token):
    """An entry of a TOKENS frame with one token."""
    return _ONE_TOKEN.pack(id, 1, token)


def tokens_frame(entries):
    body = b"".join(entries)
    return _HEADER.pack(8 + len(body), TOKENS) + struct.pack("<II", len(entries), 0) + body


def text_frame(id, text, tokens):
    return frame(TEXT, _ENTRY.pack(id, tokens) + _utf8(text))


def done_frame(id, reason="", ids=(), text="", prompt=-1, cached=-1, completion=-1, reasoning=-1):
    reason = _utf8(reason)
    if not text and len(ids) == 0:  # most responses were streamed
        return _DONE_FRAME.pack(_DONE.size + len(reason), DONE, id, prompt, cached, completion, reasoning, len(reason), 0, 0) + reason
    text = _utf8(text)
    header = _DONE.pack(id, prompt, cached, completion, reasoning, len(reason), len(text), len(ids))
    return frame(DONE, header + reason + text + _ints(ids))


def output_frame(id, data):
    return frame(OUTPUT, struct.pack("<Q", id) + bytes(data))


def failed_frame(id, kind, message):
    return json_frame(FAILED, {"kind": kind, "message": message}, struct.pack("<Q", id))


def checked_frame(id, problem):
    return frame(CHECKED, struct.pack("<Q", id) + _utf8(problem))


def sync_frame(number):
    return frame(SYNC, struct.pack("<Q", number))


def reported_frame(id, report):
    return json_frame(REPORTED, report, struct.pack("<Q", id))


@functools.lru_cache(maxsize=64)
def _parameters(text):
    return json.loads(text) if text else {}


def read_requests(body, at, count):
    """Decodes requests that follow each other in the body of a frame."""
    ints, requests = _all_ints(body), []
    for _ in range(count):
        id, sample, kind, parameter_bytes, prompt_bytes = _REQUEST.unpack_from(body, at)
        at += _REQUEST.size
        parameters = _parameters(body[at : at + parameter_bytes])
        at += padded(parameter_bytes)
        end = at + prompt_bytes
        if kind == IDS_PROMPT:
            request = Request(id, sample, "ids", ints[at // 4 : end // 4].tolist(), parameters)
        elif kind == TEXT_PROMPT:
            request = Request(id, sample, "text", str(body[at:end], "utf-8"), parameters)
        elif kind == CHAT_PROMPT:
            request = Request(id, sample, "chat", json.loads(body[at:end]), parameters)
        elif kind == TENSORS_PROMPT:
            request = Request(id, sample, "tensors", _tensors(memoryview(body)[at:end]), parameters)
        else:
            raise ProtocolError("unknown kind of prompt %d" % kind)
        requests.append(request)
        at = padded(end)
    return requests


def _all_ints(body):
    """Returns the body as 32-bit integers. The prompts in it start at multiples of 8 bytes."""
    whole = len(body) & ~3
    if sys.byteorder == "little":
        return memoryview(body)[:whole].cast("i")
    ints = array.array("i", body[:whole])
    ints.byteswap()
    return ints


def _tensors(data):
    (count,) = struct.unpack_from("<I", data)
    at, tensors = 8, []
    for _ in range(count):
        dtype, rank, name_bytes = struct.unpack_from("<III", data, at)
        at += 16
        shape = struct.unpack_from("<%dQ" % rank, data, at)
        at += 8 * rank
        name = str(data[at : at + name_bytes], "utf-8")
        at += padded(name_bytes)
        size = _SIZES[dtype - 1]
        for dimension in shape:
            size *= dimension
        tensors.append(Tensor(name, DTYPES[dtype - 1], shape, data[at : at + size]))
        at += padded(size)
    return tensors


class Connection:
    """A socket to the harness. Any thread may send."""

    def __init__(self, socket):
        self._socket = socket
        self._input = socket.makefile("rb", buffering=1 << 18)
        self._lock = threading.Lock()
        self._process = os.getpid()

    def send(self, data):
        if os.getpid() != self._process:
            os._exit(1)  # a fork of the worker, which must not answer in its place
        with self._lock:
            self._socket.sendall(data)

    def read(self):
        """Returns the type and the body of the next frame; (None, None) if the harness has closed the connection."""
        header = self._input.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None, None
        length, kind = _HEADER.unpack(header)
        if length > MAX_BODY or kind > 255:
            raise ProtocolError("a frame of %d bytes and type %d is not allowed" % (length, kind))
        body = self._input.read(length)
        if len(body) < length:
            return None, None
        return kind, body
