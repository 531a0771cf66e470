# SPDX-License-Identifier: Apache-2.0
"""Another name of the worker ``sglang_engine``."""

from .sglang_engine import create
from .worker import run

if __name__ == "__main__":
    run(create())
