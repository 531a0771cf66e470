# SPDX-License-Identifier: Apache-2.0
"""A worker that violates the protocol in the way that its argument names. It uses only sockets and struct."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time

LOAD, WARM_UP, SUBMIT, CANCEL, CHECK, BYE, REPORT = range(1, 8)
HELLO, LOADED, NOT_LOADED, WARMED_UP, TOKENS, TEXT, DONE, OUTPUT, FAILED, CHECKED, STATISTICS, HEARTBEAT, REPORTED = range(65, 78)

fault = sys.argv[1]
if fault == "exits-at-once":
    print("no such model: llama-999b")
    sys.exit(3)
if fault == "never-connects":
    time.sleep(1000)
connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["LOADHARNESS_SOCKET"])


def frame(kind, body=b""):
    return struct.pack("<II", len(body), kind) + body


def send(kind, body=b""):
    connection.sendall(frame(kind, body))


def receive(size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def read():
    length, kind = struct.unpack("<II", receive(8))
    return kind, receive(length)


def pause():
    """Takes a part of the time of the start."""
    if fault == "starts-in-small-steps":
        time.sleep(3)


def tokens_frame(id, *ids):
    return frame(TOKENS, struct.pack("<IIQI%di" % len(ids), 1, 0, id, len(ids), *ids))


def tokens(id, *ids):
    connection.sendall(tokens_frame(id, *ids))


def done_frame(id, reason=b"stop"):
    return frame(DONE, struct.pack("<QiiiiIII", id, -1, -1, -1, -1, len(reason), 0, 0) + reason)


def done(id, reason=b"stop"):
    connection.sendall(done_frame(id, reason))


def text(value):
    return json.dumps(value).encode()


def ids(body):
    """Returns the ids of the requests of a SUBMIT frame."""
    found, at = [], 8
    for _ in range(struct.unpack_from("<I", body)[0]):
        id, _, _, parameters, prompt = struct.unpack_from("<QiIII", body, at)
        found.append(id)
        at += 24 + -(-parameters // 8) * 8 + -(-prompt // 8) * 8
    return found


if fault == "never-says-hello":
    time.sleep(1000)
pause()
send(HELLO, text({"protocol": 2 if fault == "other-version" else 1, "engine": "faulty", "version": "1"}))
read()
if fault == "exits-while-loading":
    print("CUDA error: out of memory", file=sys.stderr)
    sys.exit(1)
if fault == "refuses-to-load":
    send(NOT_LOADED, text({"message": "the file model.bin is truncated"}))
    time.sleep(1000)
if fault == "loads-alone":
    try:
        os.close(os.open(os.environ["LOADING"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        send(NOT_LOADED, text({"message": "another process is loading its model"}))
        time.sleep(1000)
    time.sleep(0.3)
if fault == "hangs-while-loading":
    time.sleep(1000)
if fault.startswith("only-rank-1-fails") and os.environ["LOADHARNESS_RANK"] == "1":
    while fault == "only-rank-1-fails-later" and not os.path.exists(os.environ["RELEASE"]):
        time.sleep(0.01)
    sys.exit(7)
if fault == "only-rank-1-fails":
    time.sleep(1000)
pause()
reports = {"report": True} if fault.startswith("reports") else {}
shown = "VLLM_PORT" if fault == "shows-its-port" else "CUDA_VISIBLE_DEVICES"
send(LOADED, text({"model": os.environ.get(shown, "none"), **reports}))
read()
if fault == "fills-stderr":
    line = b"x" * 1023 + b"\n"
    for _ in range(100 << 10):
        os.write(2, line)
if fault == "forks":
    subprocess.Popen(["sleep", "1000"])
    subprocess.Popen(["setsid", "sleep", "1000"])
    if os.fork() == 0:
        time.sleep(1000)
if fault == "waits-for-cancel":
    print("rank 0: waiting for the all-reduce of rank 1", flush=True)
if fault == "loads-alone":
    os.remove(os.environ["LOADING"])
send(WARMED_UP)
if fault == "ignores-everything":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)


def respond(id):
    """Responds to a request, or violates the protocol."""
    if fault == "crashes":
        tokens(id, 1)
        print("free(): invalid pointer", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault == "exits-139":
        sys.exit(139)
    elif fault == "leaves-a-fork":
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(1)
    elif fault == "exits-0":
        sys.exit(0)
    elif fault == "closes-its-socket":
        connection.close()
        time.sleep(1000)
    elif fault == "hangs":
        time.sleep(1000)
    elif fault == "prints-to-the-socket":
        connection.sendall(b"Loading checkpoint shards: 100%\n")
    elif fault == "huge-length":
        connection.sendall(struct.pack("<II", 0xFFFFFFFF, TOKENS))
    elif fault == "wrong-count":
        send(TOKENS, struct.pack("<IIQI", 1, 0, id, 1000000))
    elif fault == "unknown-id":
        tokens(0x500000005, 1)
    elif fault == "unknown-type":
        send(99)
    elif fault == "not-json":
        send(FAILED, struct.pack("<Q", id) + b"oops")
    elif fault == "ends-twice":
        tokens(id, 1)
        done(id)
        done(id)
    elif fault == "tokens-after-the-end":
        tokens(id, 1)
        done(id)
        tokens(id, 2)
    elif fault == "aborts":
        tokens(id, 1)
        done(id, b"abort")
    elif fault == "too-many-tokens":
        tokens(id, 1, 2, 3, 4, 5)
    elif fault in ("waits-for-cancel", "cancels-late"):
        tokens(id, 1)
    elif fault == "writes-forever":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            send(HEARTBEAT)
    elif fault == "fails":
        send(FAILED, struct.pack("<Q", id) + text({"kind": "in_band_error", "message": "the prompt is too long"}))
    else:
        if fault == "pushes-statistics":
            send(STATISTICS, text({"steps": 2}))
        tokens(id, 1, 2)
        tokens(id, 3)
        done(id)


waiting = []
answered = False
while True:
    kind, body = read()
    if kind == CANCEL:
        while fault == "cancels-late" and not os.path.exists(os.environ["RELEASE"]):
            time.sleep(0.01)
        for (id,) in struct.iter_unpack("<Q", body):
            tokens(id, 4, 5)
            done(id)
        if fault == "cancels-late":
            fault = "none"
    if kind == BYE:
        send(STATISTICS, text({"served": 1}))
        break
    if kind == REPORT and fault != "reports-never":
        statistics = {"tokens": 3, "cache": {"hits": [1, None]}} if fault == "reports" else [1]
        send(REPORTED, body + text({"warnings": ["the cache was full"], "statistics": statistics}))
    if kind != SUBMIT:
        continue
    if fault != "answers-8-at-once":
        for id in ids(body):
            respond(id)
        continue
    waiting += ids(body)
    if answered and len(waiting) < 8:
        send(FAILED, struct.pack("<Q", waiting[0]) + text({"kind": "in_band_error", "message": "%d of 8 requests" % len(waiting)}))
    elif len(waiting) == 8:
        connection.sendall(b"".join(tokens_frame(each, 1) + done_frame(each) for each in waiting))
        waiting, answered = [], True
