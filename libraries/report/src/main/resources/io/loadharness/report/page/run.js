// SPDX-License-Identifier: Apache-2.0
// The report of a run: first the verdict, then the figures, then the details that explain them.

const run = data.run, outcome = data.outcome, rates = data.rates, counts = data.counts, metrics = data.metrics;
const total = counts.completed + counts.failed;
const PERCENTILES = Object.keys(data.min_counts);
const MEANING = {
    VALID: (counts.failed ? number(counts.failed) + " of " + number(total) + " requests failed, which the rules allow." : "All requests completed.")
        + " All constraints were met. " + data.client.sentence
        + (outcome?.profiler || warnings().length || !data.client.within_defaults ? "" : " The metrics below are reliable."),
    INVALID: data.partial ? "The results are not complete, and the metrics do not count." : "The run completed, but its metrics do not count.",
    ABORTED: "The run was stopped early. The metrics cover the requests that had completed or failed by then.",
    FAILED: "The run failed. The metrics cover the requests that had completed or failed by then, and do not count.",
};

function warnings() {
    return [...new Set([...data.warnings, ...(outcome ? outcome.warnings : [])])];
}

/** The main metrics. They count from the send, which is the part that the server is responsible for. */
const MAIN = ["latency", "ttft", "tpot", "itl"].filter(id => metrics[id]);

function header() {
    const when = new Date(run.started).toISOString().replace("T", " ").slice(0, 19) + " UTC";
    page.append(element("header", {},
        element("div", {},
            element("h1", {}, (run.model || "Unnamed model") + ", " + run.load),
            element("p", {class: "soft"}, [run.generator, run.endpoints.join(", "), when].join(" · "))),
        themeSwitch), nav);
}

/** Creates a link to a file of the run. */
function fileLink(file, text) {
    return element("a", {href: "./" + file.split("/").map(encodeURIComponent).join("/")}, text);
}

function verdict() {
    const reasons = data.reasons.map((reason, i) => element("li", {}, reason, element("span", {}, data.advice[i])));
    const required = data.requirements.map(each => element("li", {},
        element("b", {class: each.met ? "good-text" : "bad-text"}, each.met ? "met" : "not met"), " ", each.text));
    const files = (outcome ? outcome.files : []).map(file => element("li", {}, fileLink(file, file)));
    page.append(element("div", {id: "verdict", class: "card verdict " + data.verdict},
        element("b", {class: "badge"}, data.verdict), element("p", {}, MEANING[data.verdict]),
        data.rules ? element("p", {class: "rules"}, data.rules.sentence) : null,
        outcome?.profiler ? element("p", {class: "profiler"}, element("b", {}, "Profiled with " + outcome.profiler),
            ": requests are faster without it.") : null,
        reasons.length ? element("ol", {class: "reasons"}, reasons) : null,
        reasons.length ? element("p", {class: "soft"},
            "Causes and remedies of " + [...new Set(data.reason_codes)].join(", ") + ": docs/guides/my-run-is-invalid.md") : null,
        required.length ? element("div", {}, element("h3", {class: "required"}, "Requirements"), element("ul", {class: "requirements"}, required)) : null,
        warnings().map(warning => element("p", {class: "soft"}, warning)),
        files.length ? element("div", {}, element("h3", {class: "required"}, "Files"), element("ul", {class: "files"}, files)) : null));
}

function accuracy() {
    const known = data.accuracy;
    if (!known) {
        return;
    }
    const bound = name => known.bounds.find(each => each.score === name);
    const rows = Object.entries(known.totals).map(([name, score]) => [name, score.toFixed(4),
        bound(name) ? "at least " + bound(name).min.toFixed(4) : "-",
        bound(name) ? element("b", {class: bound(name).met ? "good-text" : "bad-text"}, bound(name).met ? "met" : "not met") : "-"]);
    section("accuracy", "Accuracy", [known.metric, known.model, known.targets].filter(each => each).join(", ") + ".",
        element("div", {class: "card"}, table([{name: "Score", text: true}, {name: "Value"}, {name: "Bound"}, {name: "", text: true}], rows)),
        element("p", {class: "soft"}, number(known.scored) + " of " + number(known.samples) + " samples have an answer. The result is also in ",
            fileLink("accuracy.json", "accuracy.json"), "."),
        known.warnings.map(warning => element("p", {class: "soft"}, warning)));
}

function figure(title, value, note, bad) {
    return element("div", {class: "card figure" + (bad ? " bad" : "")},
        element("span", {class: "soft small"}, title), value, element("span", {class: "soft small"}, note ?? ""));
}

/** Returns the title of a P99. With fewer than 100 values, the P99 is the maximum. */
function p99Title(count) {
    return count < 100 ? "P99 (maximum of " + number(count) + (count === 1 ? " value)" : " values)") : "P99";
}

function figures() {
    const big = (value, unit) => element("b", {}, value, unit ? element("small", {}, " " + unit) : null);
    const cards = [];
    if (rates.requests_per_second !== undefined) {
        const planned = run.rate_per_second;
        cards.push(figure("Request throughput", big(number(rates.requests_per_second), "requests/s"),
            planned ? "planned " + number(planned) + " /s" : "completed requests"));
    }
    if (rates.output_tokens_per_second !== undefined) {
        cards.push(figure("Output token throughput", big(number(rates.output_tokens_per_second), "tokens/s"), number(counts.output_tokens) + " output tokens"));
    }
    for (const id of MAIN.filter(each => each !== "itl")) {
        const known = metrics[id];
        cards.push(figure(data.titles[id], element("div", {class: "pair"},
            big(time(known.p50), "median"), big(time(known.p99), p99Title(known.count))), "max " + time(known.max)));
    }
    if (data.coordination) {
        const cost = data.coordination;
        cards.push(figure("Coordination of the workers", element("div", {class: "pair"},
            big(time(cost.p50_ns), "median"), big(time(cost.p99_ns), p99Title(metrics.coordination.count))), percent(cost.latency_share) + " of the latency", !!cost.warning));
    }
    cards.push(figure("Failed requests", big(number(counts.failed)),
        total ? "of " + number(total) + ", " + percent(counts.failed / total) : "no request ended", counts.failed > 0));
    if (rates.concurrency !== undefined) {
        cards.push(figure("Requests in flight", big(number(rates.concurrency)), "mean"));
    }
    cards.push(figure("Duration", big(duration(rates.duration)), "first scheduled start to last end"));
    section("figures", "Key metrics", null, element("div", {class: "figures"}, cards), allPercentiles());
}

function allPercentiles() {
    const ids = Object.keys(metrics);
    if (!ids.length) {
        return null;
    }
    const bound = (known, name) => {
        const limit = known.bounds[name];
        return element("small", {}, limit !== null ? "≤ " + measured(limit, known.unit)
            : "too few: needs " + number(data.min_counts[name]));
    };
    return element("details", {},
        element("summary", {}, "All metrics and percentiles"),
        element("p", {class: "soft"}, "Below each percentile is its upper bound at 99 % confidence, by the rule of LoadGen's early stopping."),
        table([{name: "Metric", text: true}, {name: "Mean"}, ...PERCENTILES.map(name => ({name: percentileName(name)})), {name: "Max"}, {name: "Count"}],
            ids.map(id => {
                const known = metrics[id];
                return [[data.titles[id], element("small", {}, data.distributions[id].formula)], measured(known.mean, known.unit),
                    ...PERCENTILES.map(name => [measured(known[name], known.unit), bound(known, name)]),
                    measured(known.max, known.unit), number(known.count)];
            })));
}

// Distributions

const shown = {form: "curve", scale: "value"};
const MARKS = {p50: "c3", p90: "c4", p99: "c2"};

/** The space above the distributions: a row for each label of a percentile, above the highest label of the axis. */
const MARK_ROW = 13, ABOVE_AXIS = 11;

function marks(known, factor) {
    return {
        symbol: "none", silent: true,
        precision: -1, // By default, ECharts rounds to two decimals, and leaves out lines that are then outside of the axis.
        data: Object.entries(MARKS).map(([name, tone], i) => ({
            xAxis: shownValue(known[name], factor),
            lineStyle: {color: color(tone), type: "solid", width: 1.5},
            label: {formatter: percentileName(name), color: color(tone), distance: [0, ABOVE_AXIS + MARK_ROW * i], fontSize: 11},
        })),
    };
}

function distribution(id) {
    const known = metrics[id], shape = data.distributions[id];
    const [factor, unit] = axisUnit(known.p99);
    const grid = {...base().common.grid, right: 22, top: ABOVE_AXIS + MARK_ROW * 3 + 2};
    const note = element("div", {class: "small number"}, Object.entries(MARKS).map(([name, tone]) =>
        key(tone, percentileName(name) + " " + time(known[name]))), element("span", {class: "soft keyed"}, number(known.count) + " values"));
    const draw = style => (shown.form === "curve" ? curve : histogram)(style, known, shape, factor, unit);
    return chart(data.titles[id], style => ({grid, ...draw(style)}), {note});
}

/** Returns the value axis. On a linear scale, a tail that is longer than the rest is cut off. */
function valueAxis(style, known, shape, factor, unit) {
    const {from, width, counts: bars, beyond} = shape.histogram;
    const cut = shown.scale === "value" && beyond > 0;
    // The space at the end keeps lines at the maximum: rounding of logarithms can put them outside of the axis.
    const end = ({min, max}) => shown.scale === "value" ? max + (max - min) / 50 : max * 1.02;
    return {
        ...style.axis, type: shown.scale, splitLine: {show: false}, scale: true,
        name: unit + (cut ? `  (${number(beyond)} more, up to ${time(known.max)})` : ""),
        max: cut ? (from + width * bars.length) / factor : end,
        axisLabel: {...style.axis.axisLabel, showMaxLabel: false},
    };
}

/** Returns the value on the axis: a logarithmic scale has no zero. */
function shownValue(nanos, factor) {
    return (shown.scale === "log" ? Math.max(nanos, 1000) : nanos) / factor;
}

function curve(style, known, shape, factor, unit) {
    return {
        xAxis: valueAxis(style, known, shape, factor, unit),
        yAxis: {...style.axis, type: "value", min: 0, max: 100, name: "% of values", nameGap: 40},
        tooltip: {...base().common.tooltip, formatter: ([point]) => percent(point.data[1] / 100) + " are at most " + time(point.data[0] * factor)},
        series: [{
            type: "line", showSymbol: false, color: color("c1"), lineStyle: {width: 2}, markLine: marks(known, factor),
            data: shape.curve.map(([percentage, value]) => [shownValue(value, factor), percentage]),
        }],
    };
}

function histogram(style, known, shape, factor, unit) {
    const {from, width, counts: bars} = shape.histogram;
    const share = bar => 100 * bar / known.count;
    // Bars are drawn as areas under steps, so that they are at their values on both scales.
    const steps = bars.flatMap((bar, i) => 
        [[shownValue(from + i * width, factor), share(bar)], [shownValue(from + (i + 1) * width, factor), share(bar)]]);
    return {
        xAxis: valueAxis(style, known, shape, factor, unit),
        yAxis: {...style.axis, type: "value", min: 0, name: "% of values", nameGap: 40},
        tooltip: {
            ...base().common.tooltip, formatter: ([point]) => {
                const i = Math.floor(point.dataIndex / 2);
                return number(bars[i]) + " values from " + time(from + i * width) + " to " + time(from + (i + 1) * width);
            },
        },
        series: [{
            type: "line", showSymbol: false, color: color("c1"), lineStyle: {width: 1}, areaStyle: {opacity: .35},
            markLine: marks(known, factor), data: steps,
        }],
    };
}

function distributions() {
    if (!MAIN.length) {
        return;
    }
    const cards = MAIN.map(distribution);
    section("distributions", "Distributions",
        "Completed requests, timed from the send. Steps in a curve, or two peaks in a histogram, mean that there are two kinds of requests.",
        element("div", {class: "bar screen"},
            choice("Form", {curve: "Cumulative", histogram: "Histogram"}, shown.form, form => { shown.form = form; drawAll(); }),
            choice("Scale", {value: "Linear", log: "Logarithmic"}, shown.scale, scale => { shown.scale = scale; drawAll(); })),
        element("div", {class: "grid"}, cards));
}

// Over time

const series = data.series;
const binSeconds = series ? series.bin_ns / 1e9 : 0;
const bins = series ? series.bins : [];
let overTime = "latency";

/** The pauses of the client in the time of the charts, as pairs of seconds. */
const pauses = data.client.pauses.map(pause => pause.map(nanos => Math.min(Math.max(nanos / 1e9, 0), rates.duration))).filter(([from, to]) => to > from);
const PAUSED = "client paused";

/** Returns the length of a bin in seconds. The last bin can be shorter. */
function binLength(i) {
    return i < bins.length - 1 ? binSeconds : Math.min(binSeconds, Math.max(binSeconds / 100, rates.duration - i * binSeconds));
}

function points(value) {
    return bins.map((bin, i) => [i * binSeconds + binLength(i) / 2, value(bin, i)]);
}

/** Returns rates per second. A last bin that is shorter than half a bin is left out, because its rate is not reliable. */
function perSecond(name) {
    return points((bin, i) => binLength(i) < binSeconds / 2 ? null : bin[name] / binLength(i));
}

/** Returns the requests in flight. The value of the last bin is scaled to its length. */
function requestsInFlight() {
    return points((bin, i) => binLength(i) < binSeconds / 2 ? null : bin.in_flight * binSeconds / binLength(i));
}

/** Returns a series without points that shades the pauses of the client. The border keeps a short pause visible. */
function pauseBands() {
    const tone = color("warn");
    return {
        type: "line", name: PAUSED, data: [], color: tone,
        markArea: {
            silent: true, itemStyle: {color: tone, opacity: .3, borderColor: tone, borderWidth: 1},
            data: pauses.map(([from, to]) => [{xAxis: from}, {xAxis: to}]),
        },
    };
}

function timeLines(style, yName, unit, lines) {
    return {
        xAxis: {...style.axis, type: "value", name: "seconds since first scheduled start", min: 0, max: rates.duration,
            splitLine: {show: false}, axisLabel: {...style.axis.axisLabel, showMaxLabel: false}},
        yAxis: {...style.axis, type: "value", min: 0, name: yName, nameGap: 46},
        legend: lines.length > 1 || pauses.length ? {...base().common.legend,
            data: [...lines.map(line => line.name), ...(pauses.length ? [{name: PAUSED, icon: "rect"}] : [])]} : {show: false},
        tooltip: {
            ...base().common.tooltip,
            formatter: all => "at " + duration(all[0].data[0]) + all.map(point =>
                "\n" + point.seriesName + "  " + (point.data[1] === null ? "–" : trimmed(point.data[1]) + " " + unit)).join(""),
        },
        series: [...lines.map(({name, tone, points: values, area, dashed, joined}) => ({
            type: "line", name, data: values, color: color(tone), symbolSize: 4, connectNulls: Boolean(joined),
            showSymbol: (joined ? values.filter(point => point[1] !== null) : values).length < 40,
            lineStyle: {width: 1.8, type: dashed ? "dashed" : "solid"}, areaStyle: area ? {opacity: .18} : undefined,
        })), ...(pauses.length ? [pauseBands()] : [])],
    };
}

function percentilesOverTime(style) {
    const p99s = bins.map(bin => bin[overTime + "_p99"]).filter(value => value !== null);
    const [factor, unit] = axisUnit(Math.max(0, ...p99s));
    const of = name => points(bin => bin[overTime + name] === null ? null : bin[overTime + name] / factor);
    return timeLines(style, unit, unit, [{name: "Median", tone: "c3", points: of("_p50")}, {name: "P99", tone: "c2", points: of("_p99")}]);
}

function timelines() {
    if (!series || rates.duration <= 0) {
        return;
    }
    const names = {latency: "E2EL", ttft: "TTFT", tpot: "TPOT"};
    const known = Object.fromEntries(Object.entries(names).filter(([id]) => metrics[id]));
    const group = {group: "time"};
    const interval = "Each point covers " + duration(binSeconds) + " of the run";
    const paused = pauses.length ? " Shaded: pauses of the client, up to " + duration(Math.max(...pauses.map(([from, to]) => to - from)))
        + ". A gap there can come from the client, not from the server." : "";
    if (Object.keys(known).length) {
        section("percentiles", "Percentiles over time",
            interval + " and the requests that ended in it. Latencies that grow during the whole run mean that a queue grows: requests arrive faster than they complete." + paused,
            element("div", {class: "bar screen"}, choice("Metric", known, overTime, id => { overTime = id; drawAll(); })),
            element("div", {class: "stack"}, chart("Median and P99", percentilesOverTime, group)));
    }
    section("throughput", "Throughput and concurrency over time", interval + "." + paused, element("div", {class: "stack"},
        chart("Request throughput", style => timeLines(style, "requests/s", "/s", [
            {name: "scheduled", tone: "c5", points: perSecond("scheduled"), dashed: true},
            {name: "completed", tone: "c1", points: perSecond("completed")},
            ...(counts.failed ? [{name: "failed", tone: "bad", points: perSecond("failed")}] : []),
        ]), group),
        counts.output_tokens > 0 ? chart("Output token throughput", style => timeLines(style, "tokens/s", "/s", [
            {name: "output tokens", tone: "c3", points: perSecond("output_tokens"), area: true}]), group) : null,
        chart("Requests in flight", style => timeLines(style, "requests", "", [
            {name: "in flight", tone: "c4", points: requestsInFlight(), area: true}]), group)));
}

// Startups of the servers that were started for the run

function starts() {
    const {count, timelines: all} = data.startups;
    const drawn = all.filter(start => startRows(start).length);
    if (drawn.length) {
        section("starts", "Server startups", "From the server logs, before the run. Gray is time that no log line explains."
            + (count > drawn.length ? ` Shown: ${number(drawn.length)} of ${number(count)}.` : ""),
            element("div", {class: "stack"}, drawn.map(start => timelineChart("Replica " + start.replica + ": "
                + (start.ready ? "ready after " : "not ready after ") + duration(start.seconds), start,
            element("div", {class: "small"}, fileLink(start.page, "Details of this startup"))))));
    }
}

// Tables

function endpoints() {
    if (!data.endpoints.length) {
        return;
    }
    section("endpoints", "Endpoints", null, element("div", {class: "card"}, table(
        [{name: "Endpoint", text: true}, {name: "Completed"}, {name: "Failed"}, {name: "Requests/s"}, {name: "Output tokens/s"},
            {name: "Median TTFT"}, {name: "P99 TTFT"}, {name: "Median TPOT"}, {name: "P99 TPOT"}, {name: "Median E2EL"}, {name: "P99 E2EL"}],
        data.endpoints.map(each => [each.endpoint || "(not sent)", number(each.counts.completed),
            element("span", each.counts.failed ? {class: "bad-text"} : {}, number(each.counts.failed)),
            number(each.rates.requests_per_second), number(each.rates.output_tokens_per_second),
            ...["ttft", "tpot", "latency"].flatMap(id => [time(each.metrics[id]?.p50), time(each.metrics[id]?.p99)])]))));
}

// With one server, the table of endpoints already has a row for each worker.
function workers() {
    if (!data.workers || data.workers.length === data.endpoints.length) {
        return;
    }
    section("workers", "Workers", null, element("div", {class: "card"}, table(
        [{name: "Worker", text: true}, {name: "Completed"}, {name: "Failed"}, {name: "Requests/s"}, {name: "Output tokens/s"},
            {name: "In flight"}],
        data.workers.map(each => [each.worker, number(each.completed),
            element("span", each.failed ? {class: "bad-text"} : {}, number(each.failed)),
            number(each.rates.requests_per_second), number(each.rates.output_tokens_per_second),
            number(each.rates.concurrency)]))));
}

function engines() {
    const rows = (outcome?.engines ?? []).flatMap(engine => Object.entries(engine.statistics).map(each => [engine.name, ...each]));
    if (rows.length) {
        section("engines", "Engines", "Statistics of the engines, counted since their start.", element("div", {class: "card"},
            table([{name: "Engine", text: true}, {name: "Statistic", text: true}, {name: "Value"}], rows)));
    }
}

/** The codes of reasons that are faults of the servers, but not of a request. */
const SERVER_FAULTS = ["UNEXPECTED_BYTES"];

function failures() {
    const faults = data.reasons.filter((reason, i) => SERVER_FAULTS.includes(data.reason_codes[i]))
        .map(fault => element("p", {class: "bad-text"}, fault));
    const rows = data.failures.flatMap(failure => failure.messages.map((message, i) =>
        [i ? "" : failure.kind, i ? "" : number(failure.count), number(message.count), message.text]));
    section("failures", "Failures", rows.length ? "Failed requests are not part of latencies and throughput." : "No request failed.", faults,
        rows.length ? element("div", {class: "card"}, table(
            [{name: "Kind", text: true}, {name: "Count"}, {name: "With this message"}, {name: "Message", text: true}], rows)) : null);
}

function client() {
    const health = outcome?.health, limits = data.client;
    if (!health) {
        section("client", "Client health", limits.sentence);
        return;
    }
    const delays = [["Issue delay", health.sends.issue_delay, limits.send_delay], ["Send delay", health.sends.send_delay, limits.send_delay],
        ["Slot wait", health.sends.slot_wait], ["Connection wait", health.sends.connection_wait],
        ...health.readers.map(reader => ["Read delay, " + (reader.thread || "unnamed thread"), reader.delay, limits.read_delay]),
        ["Pauses", health.pauses, limits.read_delay]];
    const limit = share => share === null ? "–" : percent(share);
    section("client", "Client health",
        "If the client sends or reads too late, it measures itself instead of the server. " + limits.sentence
            + (outcome.client_limited ? " See the reasons above." : "") + " Limits apply to the values in the column Judged.",
        element("div", {class: "grid"},
            element("div", {class: "card"}, table(
                [{name: "Delay", text: true}, {name: "Median"}, {name: "P99"}, {name: "Max"}, {name: "Judged"}, {name: "Limit"}],
                delays.filter(([, of]) => of.count).map(([name, of, most]) => [name, time(of.p50_nanos), time(of.p99_nanos), time(of.max_nanos),
                    most && of.count >= 10 ? time(of.judged_nanos) : "–", time(most)]))),
            element("div", {class: "card"}, table([{name: "Resource", text: true}, {name: "Usage"}, {name: "Limit"}], [
                ...health.readers.filter(reader => reader.thread).map(reader => [reader.thread, percent(reader.share), limit(limits.thread_share)]),
                ["CPUs (" + health.cpus + ")", percent(health.cpu_share), limit(limits.cpu_share)],
                ["Garbage collection", percent(health.garbage_collection.share), limit(limits.gc_share)]]))));
}

function settings() {
    const given = run.settings.filter(each => each.source !== "default"), rest = run.settings.filter(each => each.source === "default");
    const heads = [{name: "Option", text: true}, {name: "Value", text: true}, {name: "Source", text: true}];
    const rows = list => list.map(each => [each.name, each.value ?? "", each.source]);
    const facts = (title, list) => element("div", {class: "card"}, table([{name: title, text: true}, {name: "", text: true}],
        list.filter(([, value]) => value !== null && value !== undefined && value !== "")));
    const env = run.environment;
    section("settings", "Settings and environment", null,
        element("div", {class: "grid"},
            facts("Run", [["Load generator", run.generator], ["LoadGen", outcome?.load_gen_version], ["Scenario", run.scenario],
                ["Load", run.load], ["Model", run.model], ["Endpoints", run.endpoints.join(", ")], ["Dialect", run.dialect],
                ["Transport", run.transport], ["Streaming", run.streamed ? "yes" : "no"],
                ["Data set", run.dataset + ", " + number(run.samples) + " samples"], ["Started", run.started],
                ["Ended", outcome?.ended], ["LoadHarness", run.version]]),
            facts("Client machine", [["JVM", env.jvm], ["Operating system", env.os], ["CPU", env.cpu],
                ["CPUs", number(env.cpus)], ["Maximum heap", number(env.heap_bytes / 1048576) + " MiB"],
                ...Object.entries(env.limits), ["Git revision", env.revision]])),
        given.length ? element("div", {class: "card", style: "margin-top: 12px"}, table(heads, rows(given))) : null,
        rest.length ? element("details", {}, element("summary", {}, "Options with default values: " + rest.length),
            element("div", {class: "card"}, table(heads, rows(rest)))) : null);
}

header();
verdict();
accuracy();
figures();
distributions();
timelines();
serverSection();
starts();
endpoints();
workers();
engines();
failures();
client();
