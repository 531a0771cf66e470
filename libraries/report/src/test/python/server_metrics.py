# SPDX-License-Identifier: Apache-2.0
"""Writes the server metrics of the run of fixture.py: python server_metrics.py OUT, with cbor2 of PyPI.

Written without LoadHarness, so that the tests also check docs/guides/server-metrics.md. Two servers respond as in the records of
the run, 5 ms earlier than the client saw. The second one restarts, and one of its scrapes fails. A GPU and a process are scraped too.
"""

import json
import sys
from pathlib import Path

import cbor2

MILLI = 1_000_000
INTERVAL = 250 * MILLI
OWN = 5 * MILLI  # added by network and client
ENDPOINTS = ["http://10.0.0.1:8000", "http://10.0.0.2:8000"]
BOUNDS = [0.01, 0.02, 0.04, 0.06, 0.08, 0.16]
NAMES = {
    "running": "vllm:num_requests_running",
    "waiting": "vllm:num_requests_waiting",
    "kv_cache_use": "vllm:kv_cache_usage_perc",
    "preemptions": "vllm:num_preemptions_total",
    "prompt_tokens": "vllm:prompt_tokens_total",
    "generation_tokens": "vllm:generation_tokens_total",
    "requests": "vllm:request_success_total",
    "ttft": "vllm:time_to_first_token_seconds",
    "latency": "vllm:e2e_request_latency_seconds",
    "queue_time": "vllm:request_queue_time_seconds",
    "prefix_hits": "vllm:prefix_cache_hits_total",
    "prefix_queries": "vllm:prefix_cache_queries_total",
}
GAUGES = ["running", "waiting", "kv_cache_use"]
HISTOGRAMS = ["ttft", "latency", "queue_time"]


def answers(folder):
    """Returns for each server the start, the times and the tokens of its requests."""
    found = [[], []]
    with open(folder / "run" / "records.cbor", "rb") as records:
        items = cbor2.CBORDecoder(records)
        while True:
            item = items.decode()
            if isinstance(item, list) and item[2] is None:
                scheduled, sent, first, done = item[3], item[6], item[8], item[11]
                found[item[1]].append((scheduled + sent, first - sent - OWN, done - sent - OWN, item[14], item[16]))
            if isinstance(item, dict) and "samples" in item:
                return found


def histogram(seconds):
    return [sum(seconds)] + [sum(1 for each in seconds if each <= bound) for bound in BOUNDS] + [len(seconds)]


def values(requests, since, now):
    ended = [each for each in requests if since < each[0] + each[2] <= now]
    begun = [each for each in requests if since < each[0] + each[1] <= now]
    running = sum(1 for each in requests if each[0] <= now < each[0] + each[2])
    prompt = sum(each[3] for each in begun)
    return {
        "running": running,
        "waiting": running // 3,
        "kv_cache_use": running / 16,
        "preemptions": len(ended) // 40,
        "prompt_tokens": prompt,
        "generation_tokens": sum(each[4] for each in ended),
        "requests": len(ended),
        "ttft": histogram([each[1] / 1e9 for each in begun]),
        "latency": histogram([each[2] / 1e9 for each in ended]),
        "queue_time": histogram([each[1] / 4e9 for each in begun]),
        "prefix_hits": prompt // 4,
        "prefix_queries": prompt,
    }


def main(folder):
    lines = [{"format": "loadharness-server-metrics", "version": 1, "started": "2026-01-01T00:00:00Z",
              "interval_s": INTERVAL / 1e9, "names": {name: [of] for name, of in NAMES.items()}, "additional": []}]
    number = 0
    series = [{}, {}]
    for source, endpoint in enumerate(ENDPOINTS):
        lines.append({"source": source, "name": endpoint + "/metrics", "endpoint": endpoint})
        for name, of in NAMES.items():
            kind = "gauge" if name in GAUGES else "histogram" if name in HISTOGRAMS else "counter"
            line = {"series": number, "source": source, "name": of, "labels": {"engine": "0"}, "kind": kind}
            lines.append({**line, "bounds": BOUNDS} if kind == "histogram" else line)
            series[source][name] = str(number)
            number += 1
    lines.append({"source": 2, "name": "nvidia-smi", "endpoint": ""})
    lines.append({"source": 3, "name": "process of replica 0", "endpoint": ENDPOINTS[0]})
    for source, name, labels, kind in ((2, "nvidia_smi_utilization_gpu", {"gpu": "0"}, "gauge"),
                                       (2, "nvidia_smi_memory_used", {"gpu": "0"}, "gauge"),
                                       (3, "process_cpu_seconds_total", {}, "counter"),
                                       (3, "process_resident_memory_bytes", {}, "gauge")):
        lines.append({"series": number, "source": source, "name": name, "labels": labels, "kind": kind})
        number += 1
    requests = answers(folder)
    restart = 5 * INTERVAL  # of the second server
    for step in range(15):
        now = step * INTERVAL
        for source in (0, 1):
            if source == 1 and step == 9:
                lines.append({"t_ns": now, "source": 1, "failure": "HTTP status 500"})
                continue
            since = restart if source == 1 and now > restart else 0
            scraped = values(requests[source], since, now)
            lines.append({"t_ns": now, "source": source, "values": {series[source][name]: scraped[name] for name in NAMES}})
        busy = 90 if 0 < step < 13 else 0
        lines.append({"t_ns": now + MILLI, "source": 2, "values": {str(number - 4): busy, str(number - 3): 40960}})
        lines.append({"t_ns": now + MILLI, "source": 3, "values": {str(number - 2): round(step * .4, 2), str(number - 1): 3 << 30}})
    lines.append({"scrapes": sum(1 for line in lines if "t_ns" in line)})
    out = folder / "servers"
    out.mkdir(exist_ok=True)
    with open(out / "server-metrics.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


main(Path(sys.argv[1]))
