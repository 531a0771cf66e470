// How a server started: a timeline of its phases, and what it told.

const GIB = 1024 ** 3;
const seconds = value => value === 0 ? "0 s" : time(value === null || value === undefined ? null : value * 1e9);
const gib = bytes => bytes === null || bytes === undefined ? "–" : trimmed(bytes / GIB) + " GiB";

/** Rows of the timeline, phases before their parts. */
function rows(phases, depth) {
    return phases.flatMap(phase => [
        {name: phase.title, depth, spans: phase.spans, process: phase.process ? `${phase.process} pid=${phase.pid}` : "", tone: depth ? "c3" : "c1"},
        ...rows(phase.parts, depth + 1),
        ...(phase.uncategorized.length ? [{name: "Uncategorized", depth: depth + 1, spans: phase.uncategorized, process: "", tone: "c5"}] : []),
    ]);
}

const timeline = rows(data.phases, 0);
if (data.uncategorized.length) {
    timeline.push({name: "Uncategorized", depth: 0, spans: data.uncategorized, process: "", tone: "c5"});
}
const length = row => row.spans.reduce((sum, [begin, end]) => sum + end - begin, 0);
const label = row => "– ".repeat(row.depth) + row.name;

/** Each row is a stack of what lies before a span, unseen, and the span. */
function timelineOption(style) {
    const most = Math.max(...timeline.map(row => row.spans.length));
    const series = [];
    for (let i = 0; i < most; i++) {
        const before = row => i ? row.spans[i - 1][1] : 0;
        series.push(
            {type: "bar", stack: "time", silent: true, barWidth: "62%", itemStyle: {color: "transparent"},
                data: timeline.map(row => row.spans[i] ? row.spans[i][0] - before(row) : 0)},
            {type: "bar", stack: "time", barWidth: "62%", barMinHeight: 2,
                data: timeline.map(row => row.spans[i] ? {value: row.spans[i][1] - row.spans[i][0], itemStyle: {color: color(row.tone)}} : "-")});
    }
    const narrow = document.documentElement.clientWidth < 600;
    return {
        grid: {left: narrow ? 118 : 190, right: 18, top: 10, bottom: 46},
        legend: {show: false},
        xAxis: {...style.axis, type: "value", name: "s since the first line", min: 0, max: Math.max(data.seconds, 0.001)},
        yAxis: {...style.axis, type: "category", inverse: true, data: timeline.map(label), splitLine: {show: false},
            axisLabel: {color: style.soft, fontSize: narrow ? 10 : 12, width: narrow ? 108 : 180, overflow: "truncate"}},
        tooltip: {...base().common.tooltip, axisPointer: {type: "shadow", shadowStyle: {opacity: .12}}, formatter: points => {
            const row = timeline[points[0].dataIndex];
            return [row.name + (row.process ? ", " + row.process : ""),
                ...row.spans.slice(0, 10).map(([begin, end]) => `${seconds(begin)} to ${seconds(end)}: ${seconds(end - begin)}`)]
                .join("\n").replace(/[{}|]/g, " ");
        }},
        series,
    };
}

const TOLD = {
    load_size: ["Model in memory", gib], load_time: ["Loading of the model", seconds], weights_time: ["Reading of the weights", seconds],
    download_time: ["Download of the weights", seconds], checkpoint_size: ["Checkpoint", gib],
    dynamo_bytecode_transform: ["Dynamo", seconds], load_cached_compiled_graph: ["Compiled graphs from the cache", seconds],
    compile_graph: ["Compilation of graphs", seconds], torch_compile: ["torch.compile", seconds],
    torch_compile_and_profiling: ["torch.compile and first run", seconds], memory_profiling: ["Profiling of memory", seconds],
    graph_capture: ["Capture of graphs", seconds], graph_memory: ["Memory of captured graphs", gib],
    initial_free: ["Free memory at the beginning", gib], after_free: ["Free memory after profiling", gib],
    kv_cache_memory: ["Memory for the KV cache", gib], kv_cache_tokens: ["Tokens in the KV cache", number],
    max_concurrency: ["Longest requests at a time", number], init_engine: ["Profiling, KV cache and warm-up", seconds],
};

page.append(element("header", {},
    element("div", {}, element("h1", {}, "Start of " + (data.model || "a server")),
        element("p", {class: "soft"}, ["vLLM " + (data.server_version || "of an unknown version"), data.service, ...data.devices.map(device => device.name), data.begin].filter(Boolean).join(" · "))),
    themeSwitch), nav);
page.append(element("div", {id: "verdict", class: "card verdict " + (data.ready ? "VALID" : "FAILED")},
    element("p", {}, data.ready ? `Ready after ${duration(data.seconds)}.`
        : `Not ready: the log ends after ${duration(data.seconds)}` + (data.unfinished ? `, in ${data.unfinished}.` : ".")),
    data.failure ? element("p", {class: "bad-text"}, data.failure) : null,
    data.remarks.map(remark => element("p", {class: "soft"}, remark))));

if (timeline.length) {
    section("timeline", "Timeline", "Grey is what no line of the log explains. vLLM's own stamps are in whole seconds, and so is the timeline unless a container stamped the lines.",
        chart("Phases", timelineOption, {height: 66 + 26 * timeline.length}));
}
section("phases", "Phases", null, element("div", {class: "card"}, table(
    [{name: "Phase", text: true}, {name: "from"}, {name: "lasted"}, {name: "share"}, {name: "Process", text: true}],
    timeline.map(row => [label(row), seconds(row.spans[0][0]), seconds(length(row)),
        data.seconds > 0 ? percent(length(row) / data.seconds) : "–", row.process]))));
const told = Object.entries(TOLD).filter(([id]) => data.facts[id] !== null)
    .map(([id, [title, shown]]) => [title, shown(data.facts[id])]);
if (data.load_bytes_per_second !== null) {
    told.push(["Rate of loading", gib(data.load_bytes_per_second) + "/s"]);
}
if (told.length) {
    section("told", "Told by the server", "Times are of the slowest process; sizes are of all processes, free memory of the fullest device.",
        element("div", {class: "figures"}, told.map(([title, value]) =>
            element("div", {class: "card figure"}, element("span", {class: "soft small"}, title), element("b", {}, value)))));
}
if (data.sleeps.length) {
    section("sleeps", "Sleeping and waking", null, element("div", {class: "card"}, table(
        [{name: "", text: true}, {name: "after"}, {name: "took"}, {name: "freed"}, {name: "still in use"}],
        data.sleeps.map(each => [each.type, seconds(each.at), seconds(each.seconds), gib(each.freed_bytes), gib(each.in_use_bytes)]))));
}
page.append(element("footer", {}, `Made by LoadHarness with the patterns ${data.patterns}, charts by Apache ECharts.`));
drawAll();
