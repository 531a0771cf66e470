# SPDX-License-Identifier: Apache-2.0
"""Tests of the base classes against a harness of a few lines. Run: python3 -m unittest discover -s tests"""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOAD, WARM_UP, SUBMIT, CANCEL, CHECK, BYE, REPORT, SYNCED = range(1, 9)
HELLO, LOADED, NOT_LOADED, WARMED_UP, TOKENS, TEXT, DONE, OUTPUT, FAILED, CHECKED, STATISTICS, HEARTBEAT, REPORTED, SYNC = range(65, 79)


class Harness:
    """Starts a worker from a program text and speaks the protocol with it."""

    def __init__(self, program, heartbeat_ms=10000, environment={}):
        self._folder = tempfile.TemporaryDirectory()
        path = os.path.join(self._folder.name, "s")
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen(1)
        server.settimeout(60)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("LOADHARNESS_")}
        environment = {**inherited, "LOADHARNESS_SOCKET": path, "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1", **environment}
        source = "from loadharness_worker import *\nimport time\n" + textwrap.dedent(program)
        self.process = subprocess.Popen(
            [sys.executable, "-c", source], env=environment, stderr=subprocess.PIPE
        )
        self._socket, _ = server.accept()
        server.close()
        self._socket.settimeout(60)
        self._input = self._socket.makefile("rb")
        self._heartbeat_ms = heartbeat_ms
        self.devices = ""
        self.before_sync = lambda: None  # called before the response to a SYNC

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._input.close()
        self._socket.close()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self._folder.cleanup()

    def send(self, kind, body=b""):
        self._socket.sendall(struct.pack("<II", len(body), kind) + body)

    def read(self):
        while True:
            length, kind = struct.unpack("<II", self._input.read(8))
            body = self._input.read(length)
            if kind == SYNC:
                self.before_sync()
                self.send(SYNCED, body)
            elif kind != HEARTBEAT:
                return kind, body

    def expect(self, kind):
        got, body = self.read()
        if got != kind:
            raise AssertionError("expected frame %d, got %d: %r" % (kind, got, body))
        return body

    def load(self, **options):
        hello = json.loads(self.expect(HELLO))
        load = {"protocol": 1, "rank": 0, "processes": 1, "devices": self.devices, "heartbeat_ms": self._heartbeat_ms, "options": options}
        self.send(LOAD, json.dumps(load).encode())
        return hello

    def start(self, **options):
        self.load(**options)
        loaded = json.loads(self.expect(LOADED))
        self.send(WARM_UP)
        self.expect(WARMED_UP)
        return loaded

    @staticmethod
    def request(id, prompt=b"hello", kind=1, sample=0, **parameters):
        text = json.dumps(parameters).encode() if parameters else b""
        header = struct.pack("<QiIII", id, sample, kind, len(text), len(prompt))
        return header + text.ljust(-(-len(text) // 8) * 8, b"\0") + prompt.ljust(-(-len(prompt) // 8) * 8, b"\0")

    def submit(self, *requests, together=0, more=False):
        self.send(SUBMIT, struct.pack("<II", len(requests), together | 2 * more) + b"".join(requests))

    def submit_and_wait(self, request, **flags):
        """Sends a request and waits until the worker has read it and had the time to run it."""
        self.submit(request, **flags)
        for _ in range(20):
            self.send(REPORT, bytes(8))
            self.expect(REPORTED)

    def responses(self, count):
        """Reads until that many responses have ended. Returns what arrived for each id."""
        results = {}
        self.ids = {}  # the ids in DONE frames
        self.texts = {}  # the texts in DONE frames
        self.usage = {}  # the prompt and completion tokens in DONE frames
        ended = 0
        while ended < count:
            kind, body = self.read()
            if kind == TOKENS:
                (entries, _), at = struct.unpack_from("<II", body), 8
                for _ in range(entries):
                    id, number = struct.unpack_from("<QI", body, at)
                    ids = list(struct.unpack_from("<%di" % number, body, at + 12))
                    results.setdefault(id, []).append(ids)
                    at += 12 + 4 * number
                continue
            (id,) = struct.unpack_from("<Q", body)
            if kind == TEXT:
                results.setdefault(id, []).append((body[12:].decode(), struct.unpack_from("<I", body, 8)[0]))
                continue
            ended += 1
            if kind == DONE:
                _, prompt, _, completion, _, reason, text, ids = struct.unpack_from("<QiiiiIII", body)
                value = body[36 : 36 + reason].decode()
                self.ids[id] = list(struct.unpack_from("<%di" % ids, body, 36 + reason + text))
                self.texts[id] = body[36 + reason : 36 + reason + text].decode()
                self.usage[id] = prompt, completion
            elif kind == FAILED:
                value = json.loads(body[8:])
            else:
                value = body[8:]
            results.setdefault(id, []).append(value)
        return results


class WorkerTest(unittest.TestCase):
    def test_streams_ids_text_and_the_end(self):
        program = """
            class W(Worker):
                def generate(self, request):
                    yield [1, 2]
                    yield 3
                    yield "é"
                    yield ("bc", 2)
                    yield []
                    yield ""
                    yield ("", 0)
                    yield ("", 1)
                    yield Finish("stop", prompt=4, completion=7)
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(2**63 + 5))
            expected = [[1, 2], [3], ("é", 0), ("bc", 2), ("", 1), "stop"]
            self.assertEqual(harness.responses(1), {2**63 + 5: expected})
            harness.send(BYE)
            harness.expect(STATISTICS)
            self.assertEqual(harness.process.wait(60), 0)

    def test_streams_ids_of_other_types(self):
        program = """
            class Id:
                \"\"\"An integer like those of NumPy: it is not an int.\"\"\"
                def __init__(self, value):
                    self.value = value
                def __index__(self):
                    return self.value
                def __bool__(self):
                    return self.value != 0
            class Ids:
                \"\"\"An array like those of NumPy: its truth is that of its only element.\"\"\"
                def __init__(self, *values):
                    self.values = [Id(each) for each in values]
                def __len__(self):
                    return len(self.values)
                def __getitem__(self, index):
                    return self.values[index]
                def __bool__(self):
                    if len(self) != 1:
                        raise ValueError("the truth value is ambiguous")
                    return bool(self.values[0])
            class W(%s):
                def generate(self, %s):
                    for value in (Ids(0), Id(0), Ids(5, 0), Ids(), Finish("stop", ids=Ids(0, 0, 5, 0))):
                        yield %s
            run(W())
        """
        for base, parameter, value in (("Worker", "request", "value"), ("BatchWorker", "requests", "[(requests[0], value)]")):
            with Harness(program % (base, parameter, value)) as harness:
                harness.start()
                harness.submit(harness.request(1))
                self.assertEqual(harness.responses(1), {1: [[0], [0], [5, 0], "stop"]})
                self.assertEqual(harness.ids, {1: [0, 0, 5, 0]})

    def test_passes_on_prompts_and_parameters(self):
        program = """
            class W(Worker):
                def load(self, options):
                    self.model = options["model"]
                def generate(self, request):
                    value = request.prompt if request.kind != "tensors" else [(t.name, t.dtype, t.shape, bytes(t.data)) for t in request.prompt]
                    yield repr((request.kind, value, request.parameters))
            run(W())
        """
        tensor = struct.pack("<IIIIIIQ", 1, 0, 4, 1, 1, 0, 2) + b"x".ljust(8, b"\0") + struct.pack("<hh", 1, -1) + bytes(4)
        with Harness(program) as harness:
            self.assertEqual(harness.start(model="m")["model"], "m")
            harness.submit(
                harness.request(1, "é".encode(), max_tokens=3, stop=["a"]),
                harness.request(2, struct.pack("<ii", 7, -1), kind=2),
                harness.request(3, b'{"messages": []}', kind=3),
                harness.request(4, tensor, kind=4),
            )
            results = harness.responses(4)
        texts = {id: values[0][0] for id, values in results.items()}
        self.assertEqual(texts[1], repr(("text", "é", {"max_tokens": 3, "stop": ["a"]})))
        self.assertEqual(texts[2], repr(("ids", [7, -1], {})))
        self.assertEqual(texts[3], repr(("chat", {"messages": []}, {})))
        self.assertEqual(texts[4], repr(("tensors", [("x", "int16", (2,), struct.pack("<hh", 1, -1))], {})))

    def test_failure_ends_only_its_request(self):
        program = """
            class W(Worker):
                def generate(self, request):
                    if request.prompt == "a":
                        raise Failed("too long", "in_band_error")
                    if request.prompt == "b":
                        yield [1]
                        raise ValueError("broken")
                    yield b"bytes"
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1, b"a"), harness.request(2, b"b"), harness.request(3, b"c"))
            self.assertEqual(
                harness.responses(3),
                {
                    1: [{"kind": "in_band_error", "message": "too long"}],
                    2: [[1], {"kind": "backend_exception", "message": "ValueError: broken"}],
                    3: [b"bytes"],
                },
            )

    def test_cancel_closes_the_generator(self):
        program = """
            class W(Worker):
                def generate(self, request):
                    try:
                        while True:
                            yield [1]
                            time.sleep(0.01)
                    finally:
                        self.closed = True
                def statistics(self):
                    return {"closed": self.closed}
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(9))
            harness.expect(TOKENS)
            harness.send(CANCEL, struct.pack("<Q", 9))
            self.assertEqual(harness.responses(1)[9][-1], "cancelled")
            harness.send(BYE)
            self.assertEqual(json.loads(harness.expect(STATISTICS)), {"closed": True})

    def test_statistics_are_collected_before_close(self):
        program = """
            class W(Worker):
                def load(self, options):
                    self.engine_object = {"tokens": 7, "rate": float("nan"), "all": [float("inf"), 1.5]}
                def statistics(self):
                    if self.model == "broken":
                        raise ValueError("no statistics")
                    return self.engine_object
                def close(self):
                    del self.engine_object
                    print("closed", file=sys.stderr, flush=True)
            import sys
            worker = W()
            worker.model = MODEL
            run(worker)
        """
        with Harness(program.replace("MODEL", "''")) as harness:
            harness.start()
            harness.send(BYE)
            self.assertEqual(json.loads(harness.expect(STATISTICS)), {"tokens": 7, "rate": None, "all": [None, 1.5]})
        with Harness(program.replace("MODEL", "'broken'")) as harness:
            harness.start()
            harness.send(BYE)
            self.assertEqual(harness.process.wait(timeout=60), 0)
            self.assertIn("closed", harness.process.stderr.read().decode())

    def test_reports_statistics_and_warnings_after_each_run(self):
        program = """
            class Counting(Worker):
                calls = 0
                def generate(self, request):
                    yield [1]
                def statistics(self):
                    self.calls += 1
                    if self.calls == 2:
                        raise ValueError("no statistics")
                    return {"calls": self.calls, "rate": float("nan")}
                def warnings(self):
                    return ["the cache was full"]
            run(Counting())
        """
        with Harness(program) as harness:
            self.assertTrue(harness.start()["report"])
            expected = [
                {"statistics": {"calls": 1, "rate": None}, "warnings": ["the cache was full"]},
                {"warnings": ["python did not report its statistics: ValueError: no statistics"]},
                {"statistics": {"calls": 3, "rate": None}, "warnings": ["the cache was full"]},
            ]
            for id, report in enumerate(expected):
                harness.send(REPORT, struct.pack("<Q", id))
                body = harness.expect(REPORTED)
                self.assertEqual(struct.unpack_from("<Q", body), (id,))
                self.assertEqual(json.loads(body[8:]), report)

    def test_failed_load_is_reported(self):
        program = """
            class W(Worker):
                def load(self, options):
                    raise OSError("no model")
            run(W())
        """
        with Harness(program) as harness:
            harness.load()
            self.assertEqual(json.loads(harness.expect(NOT_LOADED)), {"message": "OSError: no model"})
            self.assertEqual(harness.process.wait(60), 1)

    def test_heartbeats_arrive_while_the_model_loads(self):
        program = """
            class W(Worker):
                def load(self, options):
                    time.sleep(1000)
            run(W())
        """
        with Harness(program, heartbeat_ms=10) as harness:
            harness.load()
            for _ in range(3):
                self.assertEqual(harness._input.read(8), struct.pack("<II", 0, HEARTBEAT))

    def test_worker_ends_with_the_connection(self):
        for program in ("class W(Worker):\n    def load(self, options): time.sleep(1000)\nrun(W())", "run(Worker())"):
            with Harness(program) as harness:
                harness.load()
                harness._input.close()
                harness._socket.close()
                self.assertIn(harness.process.wait(60), (0, 1))

    def test_check_returns_the_problem(self):
        program = """
            class W(Worker):
                def check(self, request):
                    if request.prompt == "bad":
                        raise ValueError("not possible")
                    if request.prompt == "half":
                        raise ValueError("half of a pair: \\ud800")
            run(W())
        """
        with Harness(program) as harness:
            self.assertTrue(harness.start()["check"])
            harness.send(CHECK, harness.request(1, b"good"))
            self.assertEqual(harness.expect(CHECKED), struct.pack("<Q", 1))
            harness.send(CHECK, harness.request(2, b"bad"))
            self.assertEqual(harness.expect(CHECKED), struct.pack("<Q", 2) + b"not possible")
            harness.send(CHECK, harness.request(3, b"half"))
            self.assertEqual(harness.expect(CHECKED), struct.pack("<Q", 3) + b"half of a pair: ?")

    def test_values_after_the_end_are_ignored(self):
        program = """
            class W(%s):
                %sdef generate(self, request):
                    yield Finish("stop")
                    yield [1]
                    yield Finish("again")
            run(W())
        """
        for base, prefix in (("Worker", ""), ("AsyncWorker", "async ")):
            with Harness(program % (base, prefix)) as harness:
                harness.start()
                harness.submit(harness.request(1), harness.request(2))
                self.assertEqual(harness.responses(2), {1: ["stop"], 2: ["stop"]})
                harness.send(BYE)
                harness.expect(STATISTICS)

    def test_wrong_end_fails_its_request(self):
        for value, message in (('Finish(completion="x")', "error: "), ("sys.exit(3)", "SystemExit: 3")):
            program = "import sys\nclass W(Worker):\n    def generate(self, request):\n        yield %s\nrun(W())" % value
            with Harness(program) as harness:
                harness.start()
                harness.submit(harness.request(1), harness.request(2))
                for (failure,) in harness.responses(2).values():
                    self.assertIn(message, failure["message"])


class ExitTest(unittest.TestCase):
    """A call of sys.exit in any method ends no thread, and no request or start waits forever."""

    BASES = (("Worker", "request", ""), ("BatchWorker", "requests", ""), ("AsyncWorker", "request", "async "))

    def test_exit_while_loading_is_reported(self):
        for base, _, prefix in self.BASES:
            for error, message in (("SystemExit('no GPU')", "SystemExit: no GPU"), ("KeyboardInterrupt()", "KeyboardInterrupt: ")):
                program = "class W(%s):\n    %sdef load(self, options):\n        raise %s\nrun(W())" % (base, prefix, error)
                with self.subTest(base=base, error=error), Harness(program) as harness:
                    harness.load()
                    self.assertEqual(json.loads(harness.expect(NOT_LOADED)), {"message": message})
                    self.assertEqual(harness.process.wait(60), 1)

    def test_exit_in_generate_fails_only_its_request(self):
        for base, argument, prefix in self.BASES:
            program = """
                class W(%s):
                    %sdef generate(self, %s):
                        text = %s.prompt
                        if text != "good":
                            raise SystemExit(3) if text == "exit" else KeyboardInterrupt()
                        yield %s
                run(W())
            """ % (
                base,
                prefix,
                argument,
                "requests[0]" if base == "BatchWorker" else "request",
                "[(requests[0], [1])]" if base == "BatchWorker" else "[1]",
            )
            with self.subTest(base=base), Harness(program) as harness:
                harness.start()
                for id, prompt, expected in (
                    (1, b"exit", [{"kind": "backend_exception", "message": "SystemExit: 3"}]),
                    (2, b"interrupt", [{"kind": "backend_exception", "message": "KeyboardInterrupt: "}]),
                    (3, b"good", [[1], ""]),
                ):
                    harness.submit(harness.request(id, prompt))
                    self.assertEqual(harness.responses(1), {id: expected})

    def test_exit_while_warming_up_ends_the_process(self):
        for base, _, _ in self.BASES:
            program = "class W(%s):\n    def warm_up(self):\n        raise SystemExit(0)\nrun(W())" % base
            with self.subTest(base=base), Harness(program) as harness:
                harness.load()
                harness.expect(LOADED)
                harness.send(WARM_UP)
                self.assertEqual(harness.process.wait(60), 1)

    def test_exit_in_check_is_a_problem_of_the_request(self):
        program = "class W(Worker):\n    def check(self, request):\n        raise SystemExit('bad')\nrun(W())"
        with Harness(program) as harness:
            harness.start()
            for id in 1, 2:
                harness.send(CHECK, harness.request(id))
                self.assertEqual(harness.expect(CHECKED), struct.pack("<Q", id) + b"SystemExit: bad")

    def test_exit_in_the_text_of_an_error_fails_only_its_request(self):
        for error in "Exception", "Failed", "BaseException":
            program = """
                class Unprintable(%s):
                    def __init__(self):
                        super().__init__("")
                    def __str__(self):
                        raise SystemExit(3)
                class W(Worker):
                    def check(self, request):
                        raise Unprintable()
                    def generate(self, request):
                        raise Unprintable()
                run(W())
            """ % error
            with self.subTest(error=error), Harness(program) as harness:
                harness.start()
                for id in 1, 2:
                    harness.send(CHECK, harness.request(id))
                    self.assertIn(b"Unprintable", harness.expect(CHECKED))
                    harness.submit(harness.request(id))
                    message = "" if error == "Failed" else "Unprintable: "
                    self.assertEqual(harness.responses(1), {id: [{"kind": "backend_exception", "message": message}]})

    def test_exit_in_statistics_and_close_ends_the_process(self):
        for method in "statistics", "close":
            program = "class W(Worker):\n    def %s(self):\n        raise SystemExit(0)\nrun(W())" % method
            with self.subTest(method=method), Harness(program) as harness:
                harness.start()
                harness.send(BYE)
                self.assertEqual(harness.process.wait(60), 0 if method == "statistics" else 1)

    def test_exit_in_a_task_of_the_engine_keeps_the_event_loop(self):
        program = """
            import asyncio
            class W(AsyncWorker):
                async def generate(self, request):
                    async def exits():
                        raise SystemExit(3)
                    task = asyncio.get_running_loop().create_task(exits())
                    await asyncio.sleep(0.01)
                    task.exception()
                    yield [1]
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2))
            self.assertEqual(harness.responses(2), {1: [[1], ""], 2: [[1], ""]})


class CloseTest(unittest.TestCase):
    def test_close_waits_for_generate(self):
        wait = "while not request.cancelled:\n                        time.sleep(0.01)\n                    time.sleep(0.1)"
        for base, prefix, body in (
            ("Worker", "", wait),
            ("BatchWorker", "", wait.replace("request.", "request[0].")),
            ("AsyncWorker", "async ", "await asyncio.sleep(1000)"),
        ):
            program = """
            import asyncio, sys
            class W(%s):
                ended = False
                %sdef generate(self, request):
                    self._connection.send(bytes([0, 0, 0, 0, 75, 0, 0, 0]))
                    try:
                        if False:
                            yield
                        %s
                    finally:
                        self.ended = True
                def close(self):
                    print("ended:", self.ended, file=sys.stderr, flush=True)
            run(W())
            """ % (base, prefix, body.replace("\n", "\n    "))
            with self.subTest(base=base), Harness(program) as harness:
                harness.start()
                harness.submit(harness.request(1))
                harness.expect(STATISTICS)
                harness.send(BYE)
                self.assertEqual(harness.process.wait(60), 0)
                self.assertIn("ended: True", harness.process.stderr.read().decode())

    def test_process_ends_without_close_if_generate_does_not_end(self):
        program = """
            import sys
            import loadharness_worker.worker
            loadharness_worker.worker._CLOSE_SECONDS = 0.1
            class W(Worker):
                def generate(self, request):
                    self._connection.send(bytes([0, 0, 0, 0, 75, 0, 0, 0]))
                    time.sleep(1000)
                def close(self):
                    print("closed", file=sys.stderr, flush=True)
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1))
            harness.expect(STATISTICS)
            harness.send(BYE)
            self.assertEqual(harness.process.wait(60), 0)
            self.assertNotIn("closed", harness.process.stderr.read().decode())

    def test_fork_does_not_answer_for_the_worker(self):
        program = """
            import os
            class W(Worker):
                def generate(self, request):
                    child = os.fork()
                    if child:
                        yield [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]
                    else:
                        yield [9]
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2))
            self.assertEqual(harness.responses(2), {1: [[1], ""], 2: [[1], ""]})

    def test_frame_that_is_too_long_ends_the_worker(self):
        for frame in (struct.pack("<II", 0xFFFFFFFF, SUBMIT), b"HTTP/1.1 200 OK\r\n"):
            with Harness("run(Worker())") as harness:
                harness.start()
                harness._socket.sendall(frame)
                self.assertEqual(harness.process.wait(60), 0)
                self.assertIn("is not allowed", harness.process.stderr.read().decode())


class RangesTest(unittest.TestCase):
    """The stand-in for the package nvtx has its signatures, and prints all calls."""

    NVTX = """
        import sys, types
        def log(*what):
            print(*what, file=sys.stderr, flush=True)
        def start_range(message=None, color=None, domain=None, category=None, payload=None):
            log("start", domain, message, payload)
            return message, payload
        def mark(message=None, color=None, domain=None, category=None, payload=None):
            log("mark", domain, message, payload)
        sys.modules["nvtx"] = types.ModuleType("nvtx")
        sys.modules["nvtx"].start_range, sys.modules["nvtx"].mark = start_range, mark
        sys.modules["nvtx"].end_range = lambda started: log("end", *started)
        for name in [each for each in sys.modules if each.startswith("loadharness_worker")]:
            del sys.modules[name]
        from loadharness_worker import *
    """

    def test_requests_have_ranges_and_marks(self):
        for base, argument, prefix, first, batch in (
            ("Worker", "request", "", "[1]", 0),
            ("BatchWorker", "request", "", "[(request[0], [1])]", 1),
            ("AsyncWorker", "request", "async ", "[1]", 0),
        ):
            worker = """
        class W(%s):
            %sdef generate(self, %s):
                yield %s
                yield %s
        run(W())
            """ % (base, prefix, argument, first, first)
            with self.subTest(base=base), Harness(self.NVTX + worker) as harness:
                harness.start()
                harness.submit(harness.request(2**33 + 5, sample=7))
                self.assertEqual(harness.responses(1), {2**33 + 5: [[1], [1], ""]})
                harness.send(BYE)
                self.assertEqual(harness.process.wait(60), 0)
                expected = ["start loadharness load None", "end load None", "start loadharness warm up None", "end warm up None"]
                expected += ["mark loadharness issue 7", "start loadharness request 7"] + ["start loadharness batch 1"] * batch
                expected += ["mark loadharness first token 7"] + ["end batch 1"] * batch + ["end request 7"]
                self.assertEqual(harness.process.stderr.read().decode().splitlines(), expected)


class BatchWorkerTest(unittest.TestCase):
    PROGRAM = """
        class W(BatchWorker):
            max_batch = %d
            def generate(self, requests):
                yield [(each, len(requests)) for each in requests]
                yield [(each, Finish("stop")) for each in requests[:1]]
                if requests[0].prompt == "fail":
                    raise Failed("batch failed")
        run(W())
    """

    def test_requests_sent_together_are_one_batch(self):
        with Harness(self.PROGRAM % 0) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2), together=1)
            harness.submit(harness.request(3), harness.request(4))
            self.assertEqual(
                harness.responses(4), {1: [[2], "stop"], 2: [[2], ""], 3: [[1], "stop"], 4: [[1], "stop"]}
            )

    def test_waiting_requests_are_collected(self):
        with Harness(self.PROGRAM % 3) as harness:
            harness.start()
            harness.submit(*[harness.request(i) for i in range(1, 8)])
            sizes = [each[0][0] for _, each in sorted(harness.responses(7).items())]
            self.assertEqual(sizes, [3, 3, 3, 3, 3, 3, 1])

    def test_batch_waits_for_the_further_requests_of_its_query(self):
        with Harness(self.PROGRAM % 4) as harness:
            self.assertTrue(harness.start()["collects"])
            for i in range(1, 4):
                harness.submit_and_wait(harness.request(i), more=True)
            harness.submit(*[harness.request(i) for i in range(4, 7)], more=True)
            harness.submit()
            sizes = [each[0][0] for _, each in sorted(harness.responses(6).items())]
            self.assertEqual(sizes, [4, 4, 4, 4, 2, 2])

    def test_batch_waits_for_the_requests_in_place_of_ended_ones(self):
        with Harness(self.PROGRAM % 4) as harness:
            harness.start()
            replacements = [3, 4, 5]

            def replace():
                while replacements:
                    harness.submit_and_wait(harness.request(replacements.pop(0)))

            harness.before_sync = replace
            harness.submit(harness.request(1), more=True)
            harness.submit(harness.request(2))
            sizes = [each[0][0] for _, each in sorted(harness.responses(5).items())]
            self.assertEqual(sizes, [2, 2, 3, 3, 3])

    def test_cancelled_request_that_waits_ends_and_takes_no_place_in_a_batch(self):
        with Harness(self.PROGRAM % 3) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2), more=True)
            harness.send(CANCEL, struct.pack("<Q", 1))
            self.assertEqual(harness.responses(1), {1: ["cancelled"]})
            harness.submit_and_wait(harness.request(3), more=True)
            harness.submit(harness.request(4), harness.request(5), more=True)
            sizes = [each[0][0] for _, each in sorted(harness.responses(3).items())]
            self.assertEqual(sizes, [3, 3, 3])
            harness.submit()
            self.assertEqual(harness.responses(1), {5: [[1], "stop"]})

    def test_batch_of_the_harness_runs_without_its_cancelled_requests(self):
        program = """
            class W(BatchWorker):
                def generate(self, requests):
                    yield [(each, len(requests)) for each in requests]
                    while requests[0].prompt == "wait" and not requests[0].cancelled:
                        time.sleep(0.01)
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1, b"wait"))
            harness.expect(TOKENS)
            harness.submit(harness.request(2), together=1)
            harness.submit(harness.request(3), harness.request(4), together=1)
            harness.send(CANCEL, struct.pack("<QQ", 2, 3))
            self.assertEqual(harness.responses(2), {2: ["cancelled"], 3: ["cancelled"]})
            harness.send(CANCEL, struct.pack("<Q", 1))
            self.assertEqual(harness.responses(2), {1: ["cancelled"], 4: [[1], ""]})

    def test_worker_asks_for_two_batches_in_flight(self):
        for batch, expected in ((0, (False, 256)), (100, (True, 256)), (1000, (True, 2000))):
            with Harness(self.PROGRAM % batch) as harness:
                loaded = harness.start()
                self.assertEqual((loaded["collects"], loaded["requests"]), expected)

    def test_failed_batch_fails_what_has_not_ended(self):
        with Harness(self.PROGRAM % 0) as harness:
            harness.start()
            harness.submit(harness.request(1, b"fail"), harness.request(2, b"fail"), together=1)
            failure = {"kind": "backend_exception", "message": "batch failed"}
            self.assertEqual(harness.responses(2), {1: [[2], "stop"], 2: [[2], failure]})


    def test_exception_as_a_value_fails_only_its_request(self):
        program = """
            class W(BatchWorker):
                def generate(self, requests):
                    yield [(requests[0], ValueError("too long")), (requests[1], [7])]
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2), together=1)
            failure = {"kind": "backend_exception", "message": "ValueError: too long"}
            self.assertEqual(harness.responses(2), {1: [failure], 2: [[7], ""]})

    def test_wrong_value_keeps_the_ends_before_it(self):
        program = """
            class W(BatchWorker):
                def generate(self, requests):
                    yield [(requests[0], Finish("stop")), (requests[1], Finish(completion="x"))]
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1), harness.request(2), together=1)
            results = harness.responses(2)
            self.assertEqual(results[1], ["stop"])
            self.assertIn("error: ", results[2][0]["message"])


class AsyncWorkerTest(unittest.TestCase):
    PROGRAM = """
        import asyncio
        class W(AsyncWorker):
            async def load(self, options):
                self.event = asyncio.Event()
            async def generate(self, request):
                yield [1]
                if request.prompt == "wait":
                    await self.event.wait()
                if request.prompt == "fail":
                    raise ValueError("broken")
                if request.prompt == "set":
                    self.event.set()
                yield [2, 3]
        run(W())
    """

    def test_requests_run_at_the_same_time(self):
        with Harness(self.PROGRAM) as harness:
            harness.start()
            harness.submit(harness.request(1, b"wait"), harness.request(2, b"fail"))
            harness.submit(harness.request(3, b"set"))
            failure = {"kind": "backend_exception", "message": "ValueError: broken"}
            self.assertEqual(harness.responses(3), {1: [[1], [2, 3], ""], 2: [[1], failure], 3: [[1], [2, 3], ""]})

    def test_cancel_ends_the_request(self):
        with Harness(self.PROGRAM) as harness:
            harness.start()
            harness.submit(harness.request(1, b"wait"))
            harness.expect(TOKENS)
            harness.send(CANCEL, struct.pack("<Q", 1))
            self.assertEqual(harness.responses(1), {1: ["cancelled"]})

    def test_cancel_after_the_end_sends_nothing(self):
        program = """
            import asyncio
            class W(AsyncWorker):
                async def generate(self, request):
                    yield Finish("stop")
                    await asyncio.sleep(1000 if request.prompt == "wait" else 0)
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1, b"wait"))
            self.assertEqual(harness.responses(1), {1: ["stop"]})
            harness.send(CANCEL, struct.pack("<Q", 1))
            harness.submit(harness.request(2))
            self.assertEqual(harness.responses(1), {2: ["stop"]})

    def test_cancel_before_the_first_step_ends_the_request(self):
        # both frames arrive while the event loop is blocked
        program = """
            class W(AsyncWorker):
                def warm_up(self):
                    self._loop.call_later(0.1, self.block)
                def block(self):
                    self._connection.send(bytes([0, 0, 0, 0, 75, 0, 0, 0]))
                    while not any(each.cancelled for each in list(self._requests.values())):
                        time.sleep(0.01)
                async def generate(self, request):
                    yield [1]
                def statistics(self):
                    return {"requests": len(self._requests), "tasks": len(self._tasks)}
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.expect(STATISTICS)
            harness.submit(harness.request(1))
            harness.send(CANCEL, struct.pack("<Q", 1))
            self.assertEqual(harness.responses(1), {1: ["cancelled"]})
            harness.send(BYE)
            self.assertEqual(json.loads(harness.expect(STATISTICS)), {"requests": 0, "tasks": 0})

    def test_cancellation_by_the_engine_fails_the_request(self):
        program = """
            import asyncio
            class W(AsyncWorker):
                async def generate(self, request):
                    yield [1]
                    raise asyncio.CancelledError("engine died") if request.prompt == "a" else SystemExit(3)
            run(W())
        """
        with Harness(program) as harness:
            harness.start()
            harness.submit(harness.request(1, b"a"), harness.request(2, b"b"))
            results = harness.responses(2)
            self.assertEqual(results[1][1]["message"], "CancelledError: engine died")
            self.assertEqual(results[2][1]["message"], "SystemExit: 3")


if __name__ == "__main__":
    unittest.main()
