# SPDX-License-Identifier: Apache-2.0
"""The command ``loadharness``: hands over to the start script of the archive, which finds Java."""

import os
import signal
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "archive", "bin", "loadharness")


def main():
    if not os.path.exists(SCRIPT):
        sys.exit(
            "This installation has the Python packages of LoadHarness, but not its commands: install the wheel for Linux x86_64 with"
            " `pip install --force-reinstall loadharness-VERSION-PLATFORM.whl`, or use the archive (docs/start/install.md)."
        )
    # Python ignores these signals, and a new program would inherit that.
    for each in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(each, signal.SIG_DFL)
    if os.path.basename(sys.argv[0]) == "loadharness":
        os.environ["LOADHARNESS_PROGRAM"] = sys.argv[0]  # for messages that name the command
    os.execv("/bin/sh", ["/bin/sh", SCRIPT, *sys.argv[1:]])


if __name__ == "__main__":
    main()
