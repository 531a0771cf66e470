// The report of one run, in the order in which its reader asks: can I trust it, what came out, why.

const run = data.run, outcome = data.outcome, rates = data.rates, counts = data.counts, metrics = data.metrics;
const total = counts.answered + counts.failed;
const PERCENTILES = Object.keys(data.needed);
const MEANING = {
    VALID: "Every request was answered, every constraint was met and the client kept up."
        + (outcome?.profiler ? "" : " The figures below can be relied on."),
    INVALID: "The run went to its end, but its figures do not count.",
    ABORTED: "The run was stopped before its end. The figures are of what had ended by then.",
    FAILED: "The run broke. The figures are of what had ended by then, and do not count.",
};

/** The moments of a request are known from its due time or from its send; the send is what the server answers for. */
const MAIN = ["latency", "ttft", "tpot", "itl"].filter(id => metrics[id]);

function header() {
    const when = new Date(run.started).toISOString().replace("T", " ").slice(0, 19) + " UTC";
    page.append(element("header", {},
        element("div", {},
            element("h1", {}, (run.model || "A model without a name") + ", " + run.load),
            element("p", {class: "soft"}, [run.generator, run.endpoints.join(", "), when].join(" · "))),
        themeSwitch), nav);
}

/** A link to a file that belongs to the run. */
function beside(file, text) {
    return element("a", {href: "./" + file.split("/").map(encodeURIComponent).join("/")}, text);
}

function verdict() {
    const reasons = data.reasons.map((reason, i) => element("li", {}, reason, element("span", {}, data.advice[i])));
    const required = data.requirements.map(each => element("li", {},
        element("b", {class: each.met ? "good-text" : "bad-text"}, each.met ? "met" : "not met"), " ", each.text));
    const remarks = (outcome ? outcome.remarks : []).map(remark => element("p", {class: "soft"}, remark));
    const files = (outcome ? outcome.files : []).map(file => element("li", {}, beside(file, file)));
    page.append(element("div", {id: "verdict", class: "card verdict " + data.verdict},
        element("b", {class: "badge"}, data.verdict), element("p", {}, MEANING[data.verdict]),
        outcome?.profiler ? element("p", {class: "profiler"}, element("b", {}, "Ran under a profiler"),
            ", " + outcome.profiler + ": without it the servers are faster.") : null,
        reasons.length ? element("ol", {class: "reasons"}, reasons) : null,
        required.length ? element("div", {}, element("h3", {class: "required"}, "Required of this run"), element("ul", {class: "requirements"}, required)) : null,
        remarks,
        files.length ? element("div", {}, element("h3", {class: "required"}, "Beside this page"), element("ul", {class: "files"}, files)) : null));
}

function figure(title, value, note, bad) {
    return element("div", {class: "card figure" + (bad ? " bad" : "")},
        element("span", {class: "soft small"}, title), value, element("span", {class: "soft small"}, note ?? ""));
}

function figures() {
    const big = (value, unit) => element("b", {}, value, unit ? element("small", {}, " " + unit) : null);
    const cards = [];
    if (rates.requests_per_second !== undefined) {
        const planned = run.rate_per_second;
        cards.push(figure("Requests", big(number(rates.requests_per_second), "/s"),
            planned ? "planned " + number(planned) + " /s" : "answered, over the window"));
    }
    if (rates.output_tokens_per_second !== undefined) {
        cards.push(figure("Output tokens", big(number(rates.output_tokens_per_second), "/s"), number(counts.output_tokens) + " in all"));
    }
    for (const id of MAIN.filter(each => each !== "itl")) {
        const known = metrics[id];
        cards.push(figure(data.titles[id], element("div", {class: "pair"},
            big(time(known.p50), "p50"), big(time(known.p99), "p99")), "at most " + time(known.max)));
    }
    cards.push(figure("Failed", big(number(counts.failed)),
        total ? "of " + number(total) + ", " + percent(counts.failed / total) : "no request ended", counts.failed > 0));
    if (rates.concurrency !== undefined) {
        cards.push(figure("Open at a time", big(number(rates.concurrency)), "requests, on average"));
    }
    cards.push(figure("Window", big(duration(rates.duration)), "first due to last end"));
    section("figures", "Key figures", null, element("div", {class: "figures"}, cards), allPercentiles());
}

function allPercentiles() {
    const ids = Object.keys(metrics);
    if (!ids.length) {
        return null;
    }
    const bound = (known, name) => {
        const least = known.bounds[name];
        return element("small", {}, least !== null ? "≤ " + measured(least, known.unit)
            : "too few: needs " + number(data.needed[name]));
    };
    return element("details", {},
        element("summary", {}, "All metrics and percentiles"),
        element("p", {class: "soft"}, "Below each percentile stands what it does not exceed with 99 % confidence, by the rule of LoadGen's early stopping."),
        table([{name: "Metric", text: true}, {name: "mean"}, ...PERCENTILES.map(name => ({name})), {name: "max"}, {name: "values"}],
            ids.map(id => {
                const known = metrics[id];
                return [[data.titles[id], element("small", {}, data.shapes[id].formula)], measured(known.mean, known.unit),
                    ...PERCENTILES.map(name => [measured(known[name], known.unit), bound(known, name)]),
                    measured(known.max, known.unit), number(known.count)];
            })));
}

// Distributions

const shown = {form: "curve", scale: "value"};
const MARKS = {p50: "c3", p90: "c4", p99: "c2"};

function marks(known, factor) {
    return {
        symbol: "none", silent: true,
        data: Object.entries(MARKS).map(([name, tone], i) => ({
            xAxis: shownValue(known[name], factor),
            lineStyle: {color: color(tone), type: "solid", width: 1.5},
            label: {formatter: name, color: color(tone), distance: [0, 2 + 11 * i], fontSize: 11},
        })),
    };
}

function distribution(id) {
    const known = metrics[id], shape = data.shapes[id];
    const [factor, unit] = axisUnit(known.p99);
    const note = element("div", {class: "small number"}, Object.entries(MARKS).map(([name, tone]) =>
        key(tone, name + " " + time(known[name]))), element("span", {class: "soft keyed"}, "of " + number(known.count)));
    return chart(data.titles[id], style => shown.form === "curve"
        ? curve(style, known, shape, factor, unit) : histogram(style, known, shape, factor, unit), {note});
}

/** With equal steps, the end of a tail that is longer than all the rest is left out. */
function valueAxis(style, known, shape, factor, unit) {
    const {from, width, counts: bars, beyond} = shape.histogram;
    const cut = shown.scale === "value" && beyond > 0;
    const end = shown.scale === "value" ? ({min, max}) => max + (max - min) / 50 : "dataMax";
    return {
        ...style.axis, type: shown.scale, splitLine: {show: false}, scale: true,
        name: unit + (cut ? `  (${number(beyond)} more, up to ${time(known.max)})` : ""),
        max: cut ? (from + width * bars.length) / factor : end,
        axisLabel: {...style.axis.axisLabel, showMaxLabel: false},
    };
}

/** As an axis can show it: one with equal factors has no zero. */
function shownValue(nanos, factor) {
    return (shown.scale === "log" ? Math.max(nanos, 1000) : nanos) / factor;
}

function curve(style, known, shape, factor, unit) {
    return {
        xAxis: valueAxis(style, known, shape, factor, unit),
        yAxis: {...style.axis, type: "value", min: 0, max: 100, name: "% of them took at most", nameGap: 40},
        tooltip: {...base().common.tooltip, formatter: ([point]) => percent(point.data[1] / 100) + " took at most " + time(point.data[0] * factor)},
        series: [{
            type: "line", showSymbol: false, color: color("c1"), lineStyle: {width: 2}, markLine: marks(known, factor),
            data: shape.curve.map(([percentage, value]) => [shownValue(value, factor), percentage]),
        }],
    };
}

function histogram(style, known, shape, factor, unit) {
    const {from, width, counts: bars} = shape.histogram;
    const share = bar => 100 * bar / known.count;
    // Each bar is the area under a step, so that bars lie where their values do, on both scales.
    const steps = bars.flatMap((bar, i) => 
        [[shownValue(from + i * width, factor), share(bar)], [shownValue(from + (i + 1) * width, factor), share(bar)]]);
    return {
        xAxis: valueAxis(style, known, shape, factor, unit),
        yAxis: {...style.axis, type: "value", min: 0, name: "% of them", nameGap: 40},
        tooltip: {
            ...base().common.tooltip, formatter: ([point]) => {
                const i = Math.floor(point.dataIndex / 2);
                return number(bars[i]) + " took " + time(from + i * width) + " to " + time(from + (i + 1) * width);
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
        "Of the requests that were answered, timed from the send. A curve with steps, or bars with two hills, means that there are two kinds of requests.",
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

/** The last bin may be cut short by the end of the run. */
function binLength(i) {
    return i < bins.length - 1 ? binSeconds : Math.min(binSeconds, Math.max(binSeconds / 100, rates.duration - i * binSeconds));
}

function points(value) {
    return bins.map((bin, i) => [i * binSeconds + binLength(i) / 2, value(bin, i)]);
}

/** For each second; of a last bin that is shorter than half of one, chance would make most. */
function perSecond(name) {
    return points((bin, i) => binLength(i) < binSeconds / 2 ? null : bin[name] / binLength(i));
}

/** Those of a last bin are known as if it were as long as the others. */
function openRequests() {
    return points((bin, i) => binLength(i) < binSeconds / 2 ? null : bin.open * binSeconds / binLength(i));
}

function timeLines(style, yName, unit, lines) {
    return {
        xAxis: {...style.axis, type: "value", name: "seconds since the first was due", min: 0, max: rates.duration,
            splitLine: {show: false}, axisLabel: {...style.axis.axisLabel, showMaxLabel: false}},
        yAxis: {...style.axis, type: "value", min: 0, name: yName, nameGap: 46},
        legend: lines.length > 1 ? base().common.legend : {show: false},
        tooltip: {
            ...base().common.tooltip,
            formatter: all => "after " + duration(all[0].data[0]) + all.map(point =>
                "\n" + point.seriesName + "  " + (point.data[1] === null ? "–" : trimmed(point.data[1]) + " " + unit)).join(""),
        },
        series: lines.map(({name, tone, points: values, area, dashed, joined}) => ({
            type: "line", name, data: values, color: color(tone), symbolSize: 4, connectNulls: Boolean(joined),
            showSymbol: (joined ? values.filter(point => point[1] !== null) : values).length < 40,
            lineStyle: {width: 1.8, type: dashed ? "dashed" : "solid"}, areaStyle: area ? {opacity: .18} : undefined,
        })),
    };
}

function percentilesOverTime(style) {
    const p99s = bins.map(bin => bin[overTime + "_p99"]).filter(value => value !== null);
    const [factor, unit] = axisUnit(Math.max(0, ...p99s));
    const of = name => points(bin => bin[overTime + name] === null ? null : bin[overTime + name] / factor);
    return timeLines(style, unit, unit, [{name: "p50", tone: "c3", points: of("_p50")}, {name: "p99", tone: "c2", points: of("_p99")}]);
}

function timelines() {
    if (!series || rates.duration <= 0) {
        return;
    }
    const names = {latency: "Latency", ttft: "TTFT", tpot: "TPOT"};
    const known = Object.fromEntries(Object.entries(names).filter(([id]) => metrics[id]));
    const group = {group: "time"};
    const every = "Each point is " + duration(binSeconds) + " of the run";
    if (Object.keys(known).length) {
        section("percentiles", "Percentiles over time",
            every + ", and of the requests that ended in it. Times that grow all the way mean a queue that grows: more comes than is served.",
            element("div", {class: "bar screen"}, choice("Metric", known, overTime, id => { overTime = id; drawAll(); })),
            element("div", {class: "stack"}, chart("Median and 99th percentile", percentilesOverTime, group)));
    }
    section("throughput", "Throughput and concurrency over time", every + ".", element("div", {class: "stack"},
        chart("Requests per second", style => timeLines(style, "requests/s", "/s", [
            {name: "due", tone: "c5", points: perSecond("due"), dashed: true},
            {name: "answered", tone: "c1", points: perSecond("answered")},
            ...(counts.failed ? [{name: "failed", tone: "bad", points: perSecond("failed")}] : []),
        ]), group),
        counts.output_tokens > 0 ? chart("Output tokens per second", style => timeLines(style, "tokens/s", "/s", [
            {name: "tokens", tone: "c3", points: perSecond("output_tokens"), area: true}]), group) : null,
        chart("Open requests", style => timeLines(style, "requests", "", [
            {name: "open", tone: "c4", points: openRequests(), area: true}]), group)));
}

// The servers that were started for the run

function starts() {
    const {count, each} = data.starts;
    const drawn = each.filter(start => startRows(start).length);
    if (drawn.length) {
        section("starts", "Starts of the servers", "Before the run, as their logs tell. Grey is what no line of them explains."
            + (count > drawn.length ? ` Shown: ${number(drawn.length)} of ${number(count)}.` : ""),
            element("div", {class: "stack"}, drawn.map(start => timelineChart("Replica " + start.replica + ": "
                + (start.ready ? "ready after " : "not ready after ") + duration(start.seconds), start,
            element("div", {class: "small"}, beside(start.page, "All that is known of it"))))));
    }
}

// Tables

function endpoints() {
    if (!data.endpoints.length) {
        return;
    }
    section("endpoints", "Endpoints", null, element("div", {class: "card"}, table(
        [{name: "Endpoint", text: true}, {name: "answered"}, {name: "failed"}, {name: "requests/s"}, {name: "tokens/s"},
            {name: "TTFT p50"}, {name: "p99"}, {name: "TPOT p50"}, {name: "p99"}, {name: "latency p50"}, {name: "p99"}],
        data.endpoints.map(each => [each.endpoint || "(never sent)", number(each.counts.answered),
            element("span", each.counts.failed ? {class: "bad-text"} : {}, number(each.counts.failed)),
            number(each.rates.requests_per_second), number(each.rates.output_tokens_per_second),
            ...["ttft", "tpot", "latency"].flatMap(id => [time(each.metrics[id]?.p50), time(each.metrics[id]?.p99)])]))));
}

function failures() {
    const rows = data.failures.flatMap(failure => failure.messages.map((message, i) =>
        [i ? "" : failure.kind, i ? "" : number(failure.count), number(message.count), message.text]));
    section("failures", "Failures", rows.length ? "What failed counts in no latency and no rate." : "No request failed.",
        rows.length ? element("div", {class: "card"}, table(
            [{name: "Kind", text: true}, {name: "count"}, {name: "of these"}, {name: "say", text: true}], rows)) : null);
}

function client() {
    const health = outcome?.health;
    if (!health) {
        section("client", "The client itself", "How the client got on is not known: it was not watched, or did not come to its end.");
        return;
    }
    const delay = (name, of) => [name, time(of.p50_nanos), time(of.p99_nanos), time(of.max_nanos)];
    section("client", "The client itself",
        "A client that sends late or reads late measures itself. "
            + (outcome.client_limited ? "This one did not keep up: see the reasons above." : "This one kept up, by the limits of the run."),
        element("div", {class: "grid"},
            element("div", {class: "card"}, table([{name: "Delay", text: true}, {name: "p50"}, {name: "p99"}, {name: "max"}], [
                delay("Issued after it was due", health.sends.issue_lag), delay("Sent after that", health.sends.lag),
                delay("Waited for a place", health.sends.place_wait), delay("Waited for a connection", health.sends.connection_wait),
                ...health.readers.map(reader => delay("Unread at " + (reader.thread || "a thread"), reader.delay)),
                delay("Stood still", health.stalls)])),
            element("div", {class: "card"}, table([{name: "Busy", text: true}, {name: "of the time"}], [
                ...health.readers.map(reader => [reader.thread || "a thread that reads", percent(reader.share)]),
                ["The " + health.processors + " processors, by this process", percent(health.processor_share)],
                ["Garbage collection", percent(health.collections.share)]]))));
}

function settings() {
    const given = run.settings.filter(each => each.source !== "default"), rest = run.settings.filter(each => each.source === "default");
    const heads = [{name: "Option", text: true}, {name: "value", text: true}, {name: "from", text: true}];
    const rows = list => list.map(each => [each.name, each.value ?? "", each.source]);
    const facts = (title, list) => element("div", {class: "card"}, table([{name: title, text: true}, {name: "", text: true}],
        list.filter(([, value]) => value !== null && value !== undefined && value !== "")));
    const env = run.environment;
    section("settings", "Settings and environment", null,
        element("div", {class: "grid"},
            facts("Run", [["Load generator", run.generator], ["LoadGen", outcome?.load_gen_version], ["Scenario", run.scenario],
                ["Load", run.load], ["Model", run.model], ["Endpoints", run.endpoints.join(", ")], ["Dialect", run.dialect],
                ["Transport", run.transport], ["Streamed", run.streamed ? "yes" : "no"],
                ["Data set", run.dataset + ", " + number(run.samples) + " samples"], ["Started", run.started],
                ["Ended", outcome?.ended], ["LoadHarness", run.version]]),
            facts("Machine of the client", [["JVM", env.jvm], ["System", env.os], ["Processor", env.processor],
                ["Processors", number(env.processors)], ["Heap", number(env.heap_bytes / 1048576) + " MiB at most"],
                ...Object.entries(env.limits), ["Git revision", env.revision]])),
        given.length ? element("div", {class: "card", style: "margin-top: 12px"}, table(heads, rows(given))) : null,
        rest.length ? element("details", {}, element("summary", {}, "Options left at their defaults: " + rest.length),
            element("div", {class: "card"}, table(heads, rows(rest)))) : null);
}

header();
verdict();
figures();
distributions();
timelines();
serverSection();
starts();
endpoints();
failures();
client();
