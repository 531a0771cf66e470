# SPDX-License-Identifier: Apache-2.0
"""Base classes of workers. They handle the protocol, the threads and the cancellation."""

import asyncio
import collections
import functools
import inspect
import math
import operator
import os
import queue
import socket
import struct
import sys
import threading
import time
import traceback

from . import protocol, ranges
from .protocol import Connection

_END = object()
_CLOSE_SECONDS = 5


class Failed(Exception):
    """Fails one request with a message for humans. ``kind`` is a failure kind of LoadHarness in lower case."""

    def __init__(self, message, kind="backend_exception"):
        super().__init__(message)
        self.kind = kind


class Finish:
    """The end of a response with details. ``ids`` and ``text`` replace what was streamed.

    Yield it as the last value of ``generate``, or pass it with a request in a :class:`BatchWorker`. All details are optional.
    """

    __slots__ = ("reason", "ids", "text", "prompt", "cached", "completion", "reasoning")

    def __init__(self, reason="", ids=(), text="", prompt=-1, cached=-1, completion=-1, reasoning=-1):
        self.reason, self.ids, self.text = reason or "", ids, text
        self.prompt, self.cached, self.completion, self.reasoning = prompt, cached, completion, reasoning


class _Base:
    engine = "python"
    """The name of the engine in reports."""

    version = ""
    """The version of the engine in reports. ``load`` may set it."""

    model = ""
    """The name of the model in reports. ``load`` may set it."""

    requests_in_flight = None
    """The number of requests that the harness has in flight in the scenario Offline, if the user sets neither batches nor a limit.

    An engine with its own queue needs more than it processes at the same time. If it is None, the harness has 256 in flight. The harness
    has fewer in flight if their prompts need too much memory.
    """

    rank = 0
    processes = 1
    devices = ""

    def load(self, options):
        """Loads the model. ``options`` is a dict of strings from the harness. The command line of the worker may have more."""

    def warm_up(self):
        """Called once after ``load``."""

    def close(self):
        """Frees the model. Called once before the process ends, after all calls of ``generate`` have ended.

        If a call has not ended after 5 s, the process ends without this call, because most engines cannot be freed while they run.
        """

    def statistics(self):
        """Returns a dict with the statistics of the engine since its start. Called after each run and before the process ends.

        The calls of ``generate`` of a run that ended early may still run.
        """
        return {}

    def warnings(self):
        """Returns a list of sentences about the responses since the start, for the report of a run. Called after each run."""
        return []

    # what follows belongs to the base classes

    def _in_flight(self):
        """Returns the number of requests in flight for which this worker asks; None for the number of the harness."""
        return self.requests_in_flight

    _collects = False
    """True if the worker waits for all requests of a query before it starts."""

    def _synced(self, number):
        """Called when the harness has handled all frames before a SYNC, and the requests that it sent in response have arrived."""

    def _start(self, connection):
        self._connection = connection

    def _submit(self, requests, together, more_follow):
        raise NotImplementedError

    def _cancel(self, request):
        request.cancelled = True

    def _running(self):
        """Returns true if a call of ``generate`` has not ended."""
        raise NotImplementedError

    def _stop(self):
        """Cancels all requests and waits for the calls of ``generate``. Returns true if all have ended."""
        for request in list(self._requests.values()):
            self._cancel(request)
        end = time.monotonic() + _CLOSE_SECONDS
        while self._running():
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True

    def _ending(self, request, frame):
        """Remembers that a response ends with a frame, and returns the frame. The harness may use the id again as soon as it has it."""
        request._ended = True
        if request._range is not None:
            ranges.end(request._range)
        self._requests.pop(request.id, None)
        return frame

    def _begin(self, request):
        request._range = ranges.start("request", request.sample)

    def _first_token(self, request):
        request._has_tokens = True
        ranges.mark("first token", request.sample)

    def _frame(self, request, value):
        """Returns the frame for a value of ``generate``. Values after the end of the response have none."""
        if request._ended:
            return b""
        if isinstance(value, Finish):
            return self._ending(
                request,
                protocol.done_frame(
                    request.id, value.reason, value.ids, value.text, value.prompt, value.cached, value.completion, value.reasoning
                ),
            )
        if isinstance(value, BaseException):
            return self._failure(request, value)
        if isinstance(value, (bytes, bytearray, memoryview)):
            return self._ending(request, protocol.output_frame(request.id, value))
        if isinstance(value, str):
            value = (value, 0)
        is_text = isinstance(value, tuple)
        if not is_text:
            value = _ids(value)
        if not (any(value) if is_text else len(value)):
            return b""  # an empty text without tokens is not a part of the response
        if ranges.enabled and not request._has_tokens:
            self._first_token(request)
        if is_text:
            return protocol.text_frame(request.id, *value)
        return protocol.tokens_frame([protocol.tokens_entry(request.id, value)])

    def _end(self, request):
        """Ends a response whose ``generate`` has returned."""
        if not request._ended:
            self._connection.send(self._frame(request, Finish("cancelled" if request.cancelled else "")))

    def _failure(self, request, error):
        if isinstance(error, Failed):
            return self._ending(request, protocol.failed_frame(request.id, error.kind, _message(error)))
        traceback.print_exception(type(error), error, error.__traceback__)
        return self._ending(request, protocol.failed_frame(request.id, "backend_exception", _text(error)))

    def _fail(self, request, error):
        if not request._ended:
            self._connection.send(self._failure(request, error))
        elif not isinstance(error, Failed):  # the log shows errors after the end of the response
            traceback.print_exception(type(error), error, error.__traceback__)


def _ids(value):
    """Returns token ids as a sequence. The value can also be one id, or an array of NumPy or PyTorch."""
    if isinstance(value, list):
        return value
    try:
        return [operator.index(value)]
    except TypeError:
        return value


def _message(error):
    """Returns the message of an exception; empty if its ``__str__`` fails, even by a call of sys.exit."""
    try:
        return str(error)
    except BaseException:
        return ""


def _text(error):
    """Returns the type and the message of an exception."""
    return "%s: %s" % (type(error).__name__, _message(error))


class Worker(_Base):
    """A worker that runs each request in a thread.

    ``generate(request)`` yields a list of token ids, one token id, a str, a tuple of a str and its number of tokens, bytes (the output of a
    model that is not a language model; ends the response), or :class:`Finish`. The response ends when ``generate`` returns.
    """

    threads = 1
    """The number of requests that run at the same time."""

    def generate(self, request):
        raise NotImplementedError

    def _start(self, connection):
        super()._start(connection)
        self._queue = queue.SimpleQueue()
        self._generating = [False] * self.threads
        for number in range(self.threads):
            threading.Thread(target=self._work, args=(number,), name="worker-%d" % number, daemon=True).start()

    def _submit(self, requests, together, more_follow):
        for request in requests:
            self._queue.put(request)

    def _running(self):
        return any(self._generating)

    def _work(self, number):
        while True:
            request = self._queue.get()
            self._generating[number] = True
            try:
                if not request.cancelled:
                    self._run(request)
                self._end(request)
            except BaseException as error:  # one failed request, even a call of sys.exit, must not end the thread
                self._fail(request, error)
            finally:
                self._generating[number] = False

    def _run(self, request):
        self._begin(request)
        values = self.generate(request)
        try:
            for value in values:
                if request.cancelled:
                    return
                self._connection.send(self._frame(request, value))
        finally:
            if hasattr(values, "close"):
                values.close()


class BatchWorker(_Base):
    """A worker that runs a list of requests at a time, one list after the other.

    ``generate(requests)`` yields lists of pairs of a request and a value as in :class:`Worker`; the pairs of one list are sent together. A
    value can also be an exception, which fails only its request. All responses end when ``generate`` returns. A list contains the requests
    that the harness sent together. If ``max_batch`` is not 0, a list contains all requests that are waiting, at most that many. It then
    also contains the requests that are still on their way: the further requests of the same query, and those of it that waited until the
    last responses freed their slots.
    """

    max_batch = 0

    def generate(self, requests):
        raise NotImplementedError

    def _in_flight(self):
        """Returns two batches by default: the next batch arrives while one runs."""
        return self.requests_in_flight or max(256, 2 * self.max_batch)

    @property
    def _collects(self):
        return self.max_batch > 0

    def _start(self, connection):
        super()._start(connection)
        self._waiting = collections.deque()  # lists of requests, also of cancelled ones
        self._queued = set()  # the requests in it that are not cancelled
        self._more_follow = False
        self._sync_sent = self._sync_received = 0
        self._generating = False
        self._condition = threading.Condition()
        threading.Thread(target=self._work, name="worker", daemon=True).start()

    def _submit(self, requests, together, more_follow):
        batches = [requests] if together and not self.max_batch else [[each] for each in requests]
        with self._condition:
            self._waiting.extend(batches)
            self._queued.update(requests)
            self._more_follow = more_follow
            self._condition.notify()

    def _cancel(self, request):
        """Cancels a request. One that waits ends at once, and takes no place in a batch."""
        with self._condition:
            super()._cancel(request)
            waits = request in self._queued
            self._queued.discard(request)
            if not self._queued:
                self._waiting.clear()
        if waits:
            try:
                self._end(request)
            except OSError:
                pass  # the harness was killed

    def _synced(self, number):
        with self._condition:
            self._sync_received = number
            self._condition.notify()

    def _is_complete(self):
        """Returns true if there is a batch to run, and no further requests for it are on their way."""
        if not self._queued or not self._collects:
            return bool(self._queued)
        on_the_way = self._more_follow or self._sync_received < self._sync_sent
        return len(self._queued) >= self.max_batch or not on_the_way

    def _next(self):
        with self._condition:
            while not self._is_complete():
                self._condition.wait()
            batch = []
            while self._queued and (not batch or len(batch) < self.max_batch):
                running = [each for each in self._waiting.popleft() if each in self._queued]
                self._queued.difference_update(running)
                batch += running
        return batch

    def _running(self):
        return self._generating

    def _work(self):
        while True:
            batch = self._next()
            self._generating = True
            try:
                running = [each for each in batch if not each.cancelled]
                if running:
                    self._run(running)
                for request in batch:
                    self._end(request)
            except BaseException as error:  # one failed batch, even a call of sys.exit, must not end the thread
                for request in batch:
                    self._fail(request, error)
            finally:
                self._generating = False
            if self._collects:
                self._sync_sent += 1
                self._connection.send(protocol.sync_frame(self._sync_sent))

    def _run(self, batch):
        if ranges.enabled:
            for request in batch:
                self._begin(request)
        with ranges.span("batch", len(batch)):
            self._send(batch)

    def _send(self, batch):
        for pairs in self.generate(batch):
            entries, frames = [], []
            try:
                for request, value in pairs:
                    if request._ended:
                        continue
                    if ranges.enabled and not request._has_tokens and isinstance(value, (int, list)):
                        self._first_token(request)
                    if isinstance(value, int):
                        entries.append(protocol.one_token_entry(request.id, value))
                    elif isinstance(value, list) and value:
                        entries.append(protocol.tokens_entry(request.id, value))
                    else:
                        frames.append(self._frame(request, value))
            finally:  # a wrong value must not lose the ends before it
                if entries:
                    frames.insert(0, protocol.tokens_frame(entries))
                self._connection.send(b"".join(frames))


class AsyncWorker(_Base):
    """A worker whose ``generate(request)`` is an asynchronous generator of values as in :class:`Worker`. All requests run at the same time.

    The values that several requests yield in one turn of the event loop are sent together. ``load`` and ``close`` may be coroutines; they
    run in the same event loop.
    """

    def generate(self, request):
        raise NotImplementedError

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._tasks = set()
        self._frames = []
        threading.Thread(target=self._run_loop, name="event-loop", daemon=True).start()

    def _run_loop(self):
        while True:
            try:
                self._loop.run_forever()
            except BaseException:  # a task of the engine called sys.exit, which ends the loop
                traceback.print_exc()

    def in_loop(self, function, *arguments):
        """Calls a function or a coroutine in the event loop and returns its result."""

        async def call():
            try:
                result = function(*arguments)
                return (await result if inspect.isawaitable(result) else result), None
            except BaseException as error:  # sys.exit would end the event loop, and the caller would wait forever
                return None, error

        result, error = asyncio.run_coroutine_threadsafe(call(), self._loop).result()
        if error is not None:
            raise error
        return result

    def _running(self):
        return bool(self._tasks)

    def _submit(self, requests, together, more_follow):
        self._loop.call_soon_threadsafe(self._create, requests)

    def _create(self, requests):
        for request in requests:
            request._task = self._loop.create_task(self._run(request))
            self._tasks.add(request._task)  # the loop itself does not keep its tasks
            request._task.add_done_callback(functools.partial(self._task_done, request))

    def _cancel(self, request):
        request.cancelled = True
        self._loop.call_soon_threadsafe(self._cancel_task, request)

    def _cancel_task(self, request):
        request._task.cancel()

    async def _run(self, request):
        self._begin(request)
        try:
            async for value in self.generate(request):
                self._later(self._frame(request, value))
        except asyncio.CancelledError as error:
            if not request.cancelled:  # by the engine
                self._flush()
                self._fail(request, error)
        except BaseException as error:  # one failed request, even a call of sys.exit, must not end the event loop
            self._flush()
            self._fail(request, error)

    def _task_done(self, request, task):
        """Ends the response if it has not ended, also if the task was cancelled before its first step."""
        self._tasks.discard(task)
        self._later(self._frame(request, Finish("cancelled" if request.cancelled else "")))

    def _later(self, data):
        if not self._frames:
            self._loop.call_soon(self._flush)
        self._frames.append(data)

    def _flush(self):
        data, self._frames = b"".join(self._frames), []
        if data:
            self._connection.send(data)


def run(worker):
    """Connects to the harness, runs a worker until the harness says goodbye, and ends the process."""
    address = os.environ.get("LOADHARNESS_SOCKET")
    if not address:
        sys.exit("LOADHARNESS_SOCKET is not set: this program is started by `harness run --engine-command`")
    connection = Connection(_connect(address))
    code = 1
    try:
        code = _serve(worker, connection)
    except (BrokenPipeError, ConnectionResetError):
        print("the harness has ended", file=sys.stderr)
    except BaseException:  # the log shows the reason
        traceback.print_exc()
    _exit(code)


def end_process(error):
    """Ends the process because its engine cannot process any further request. The harness then reports the end of its log."""
    traceback.print_exception(type(error), error, error.__traceback__)
    _exit(1)


def _exit(code):
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # threads of engines must not keep the process


def _connect(address):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(address)
    os.set_inheritable(client.fileno(), False)
    return client


def _beat(connection, seconds):
    while True:
        time.sleep(seconds)
        try:
            connection.send(protocol.frame(protocol.HEARTBEAT))
        except OSError:
            return


def _in_loop(worker, function, *arguments):
    return worker.in_loop(function, *arguments) if isinstance(worker, AsyncWorker) else function(*arguments)


def _serve(worker, connection):
    worker._requests = {}
    connection.send(
        protocol.json_frame(
            protocol.HELLO, {"protocol": protocol.VERSION, "engine": worker.engine, "version": worker.version, "pid": os.getpid()}
        )
    )
    kind, body = connection.read()
    if kind != protocol.LOAD:
        return 0 if kind in (None, protocol.BYE) else 1
    load = protocol.json.loads(body)
    worker.rank, worker.processes, worker.devices = load["rank"], load["processes"], load["devices"]
    threading.Thread(target=_beat, args=(connection, load["heartbeat_ms"] / 1000), name="heartbeat", daemon=True).start()
    worker._start(connection)
    frames = queue.SimpleQueue()
    threading.Thread(target=_read, args=(worker, connection, frames), name="reader", daemon=True).start()
    try:
        with ranges.span("load"):
            _in_loop(worker, worker.load, load.get("options", {}))
    except BaseException as error:
        traceback.print_exc()
        connection.send(protocol.json_frame(protocol.NOT_LOADED, {"message": _text(error)}))
        return 1
    has_check = hasattr(worker, "check")
    loaded = {"model": worker.model, "version": worker.version, "check": has_check, "report": True, "collects": worker._collects}
    requests_in_flight = worker._in_flight()
    if requests_in_flight:
        loaded["requests"] = requests_in_flight
    connection.send(protocol.json_frame(protocol.LOADED, loaded))
    while True:
        message = frames.get()
        if message is _END:
            break
        kind, id = message
        if kind == protocol.REPORT:
            connection.send(_reported(worker, id))
            continue
        with ranges.span("warm up"):
            _in_loop(worker, worker.warm_up)
        connection.send(protocol.frame(protocol.WARMED_UP))
    try:
        connection.send(protocol.json_frame(protocol.STATISTICS, _finite(worker.statistics())))
    except OSError:
        pass  # the harness was killed
    except BaseException:  # the run is complete without statistics
        traceback.print_exc()
    if worker._stop():
        _in_loop(worker, worker.close)
    else:
        print("generate has not ended %d s after the end of the run: the process ends without close" % _CLOSE_SECONDS, file=sys.stderr)
    return 0


def _reported(worker, id):
    """Returns the answer to a REPORT. An error in a method of the worker must not end the process."""
    try:
        report = {"statistics": _finite(worker.statistics()), "warnings": [str(each) for each in worker.warnings()]}
        return protocol.reported_frame(id, report)
    except BaseException as error:
        traceback.print_exc()
        warning = "%s did not report its statistics: %s" % (worker.engine, _text(error))
        return protocol.reported_frame(id, {"warnings": [warning]})


def _finite(value):
    """Replaces numbers that JSON does not have by None."""
    if isinstance(value, dict):
        return {str(name): _finite(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _read(worker, connection, frames):
    """Handles the frames of the harness. A lost connection and BYE end the worker."""
    loaded = False
    try:
        while True:
            kind, body = connection.read()
            if kind == protocol.SUBMIT:
                _submit(worker, body)
            elif kind == protocol.CANCEL:
                for (id,) in struct.iter_unpack("<Q", body):
                    request = worker._requests.get(id)
                    if request is not None:
                        worker._cancel(request)
            elif kind == protocol.CHECK:
                _check(worker, connection, body)
            elif kind == protocol.SYNCED:
                worker._synced(struct.unpack("<Q", body)[0])
            elif kind == protocol.REPORT:
                frames.put((kind, struct.unpack("<Q", body)[0]))
            elif kind == protocol.WARM_UP:
                loaded = True
                frames.put((kind, None))
            elif kind in (None, protocol.BYE):
                break
            else:
                raise protocol.ProtocolError("unknown type of frame %d" % kind)
    except OSError:
        pass
    except BaseException:  # a frame that cannot be read makes the worker useless
        traceback.print_exc()
    if not loaded:
        os._exit(0)  # the engine is loading, which cannot be interrupted
    frames.put(_END)


def _submit(worker, body):
    count, flags = struct.unpack_from("<II", body)
    requests = protocol.read_requests(body, 8, count)
    if ranges.enabled:
        for request in requests:
            ranges.mark("issue", request.sample)
    worker._requests.update((each.id, each) for each in requests)
    worker._submit(requests, bool(flags & protocol.TOGETHER), bool(flags & protocol.MORE))


def _check(worker, connection, body):
    (request,) = protocol.read_requests(body, 0, 1)
    try:
        worker.check(request)
        problem = ""
    except Exception as error:
        problem = _message(error) or type(error).__name__
    except BaseException as error:  # even a call of sys.exit must not end the thread that reads frames
        problem = _text(error)
    connection.send(protocol.checked_frame(request.id, problem))
