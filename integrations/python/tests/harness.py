# SPDX-License-Identifier: Apache-2.0
"""Runs of LoadHarness for tests, which the command in ``HARNESS_UNDER_TEST`` measures."""

import os
import re
import subprocess

COMMAND = os.environ.get("HARNESS_UNDER_TEST", "")
REASON = "HARNESS_UNDER_TEST is not set to the command of LoadHarness, such as ../../harness"

LENIENT = ("--max-send-delay", "1h", "--max-read-delay", "1h", "--max-thread-share", "100", "--max-cpu-share", "100")
"""Limits with which a busy machine does not make a run INVALID."""


def loadharness(*arguments, expect=0):
    """Runs a command, and returns its output."""
    done = subprocess.run([COMMAND, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode != expect:
        raise AssertionError("%s ended with exit code %d instead of %d:\n%s" % (arguments, done.returncode, expect, output))
    return output


class Simulator:
    """The simulated server of LoadHarness, on a free port."""

    def __init__(self, *options):
        self.process = subprocess.Popen([COMMAND, "simulate", "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = []
        for line in self.process.stdout:
            output.append(line.decode("utf-8", "replace"))
            found = re.search(r"http://[\w.]+:\d+", output[-1])
            if found:
                self.url = found.group()
                return
        raise AssertionError("the simulator did not start: " + "".join(output))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.stdout.read()
        self.process.wait()
        self.process.stdout.close()
