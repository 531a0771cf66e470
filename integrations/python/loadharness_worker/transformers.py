# SPDX-License-Identifier: Apache-2.0
"""Another name of the worker ``transformers_generate``."""

from .transformers_generate import create
from .worker import run

if __name__ == "__main__":
    run(create())
