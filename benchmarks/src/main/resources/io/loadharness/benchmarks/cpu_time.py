# SPDX-License-Identifier: Apache-2.0
"""Runs a program of `harness bench rivals` and measures its CPU time.

    cpu_time.py FILE COMMAND...

Waits for the program and all its descendants, and then writes the exit code and the nanoseconds of their CPU time to FILE. Kills the
program if it does not end in LIMIT seconds, or if this process is stopped.
"""

import ctypes
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

LIMIT = 900
GRACE = 30
KILLED = 124
PR_SET_CHILD_SUBREAPER = 36


def run(command):
    process = None
    is_stopped = False

    def stop(*_):
        nonlocal is_stopped
        is_stopped = True
        if process:
            os.killpg(process.pid, signal.SIGKILL)
            os.waitpid(process.pid, 0)
            sys.exit(KILLED)

    signal.signal(signal.SIGTERM, stop)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    if is_stopped:  # while the program was started
        stop()
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        print(f"killed after {LIMIT} s", flush=True)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return KILLED


def reap_descendants():
    """Waits for descendants whose parents have ended. Kills those that continue."""
    end = time.monotonic() + GRACE
    try:
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                if time.monotonic() > end:
                    for child in pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
                        os.kill(int(child), signal.SIGKILL)
                time.sleep(0.05)
    except ChildProcessError:
        pass


# Descendants whose parents end before them become children of this process. Otherwise, their CPU time would be lost.
if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit("prctl failed")
code = run(sys.argv[2:])
reap_descendants()
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
pathlib.Path(sys.argv[1]).write_text(f"{code} {round((usage.ru_utime + usage.ru_stime) * 1e9)}\n")
