# SPDX-License-Identifier: Apache-2.0
"""What both workers for vLLM share."""

import inspect
import os

from .engines import renamed, use_all_devices
from .worker import end_process

PARAMETERS = {
    name: name for name in ("max_tokens", "min_tokens", "temperature", "top_p", "top_k", "seed", "stop", "ignore_eos")
}


def prepare(worker):
    """Sets the defaults of this harness, and what must be set before vLLM is imported.

    vLLM does not reuse the prefixes of earlier prompts, and does not reuse earlier images that it has already processed.
    """
    worker._settings.setdefault("enable_prefix_caching", False)
    use_all_devices(worker, "tensor_parallel_size", ("pipeline_parallel_size", "prefill_context_parallel_size", "data_parallel_size"))
    os.environ.setdefault("VLLM_WORKER_MULTIPROC_METHOD", "spawn")  # child processes must not inherit the threads of this process
    os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")
    from vllm.engine.arg_utils import AsyncEngineArgs  # has all arguments of LLM

    if "mm_processor_cache_gb" in inspect.signature(AsyncEngineArgs).parameters:  # older versions have no such argument
        worker._settings.setdefault("mm_processor_cache_gb", 0)


def end_if_dead(engine, error):
    """Ends this process if the engine core, which is another process, has ended: all further requests would fail."""
    from vllm.v1.engine.exceptions import EngineDeadError

    if isinstance(error, EngineDeadError) or getattr(engine, "errored", False):
        end_process(error)


def sampling_params(request, output_kind):
    from vllm import SamplingParams

    return SamplingParams(output_kind=output_kind, **renamed(request, PARAMETERS))


def prompt(request):
    """Returns a prompt of text or ids in the form that vLLM takes."""
    if request.kind == "ids":
        return {"prompt_token_ids": request.prompt}
    return {"prompt": request.prompt}


def statistics():
    """Returns the counters and gauges of the engine, and the counts and means of its histograms. Empty if vLLM collects none."""
    from vllm.v1.metrics.reader import get_metrics_snapshot

    result = {}
    for metric in get_metrics_snapshot():
        if metric.name.endswith("_info"):
            continue
        labels = ["%s=%s" % each for each in sorted(metric.labels.items()) if each[0] != "model_name" and each != ("engine", "0")]
        name = metric.name.split(":", 1)[-1] + ("{%s}" % ",".join(labels) if labels else "")
        if hasattr(metric, "buckets"):
            result[name + ".count"] = metric.count
            if metric.count:
                result[name + ".mean"] = metric.sum / metric.count
        else:
            result[name] = metric.values if hasattr(metric, "values") else metric.value
    return result
