// The page of a start: its timeline, and what the server told.

const GIB = 1024 ** 3;
const gib = bytes => bytes === null || bytes === undefined ? "–" : trimmed(bytes / GIB) + " GiB";

const timeline = startRows(data);
const length = row => row.spans.reduce((sum, [begin, end]) => sum + end - begin, 0);

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
        timelineChart("Phases", data));
}
section("phases", "Phases", null, element("div", {class: "card"}, table(
    [{name: "Phase", text: true}, {name: "from"}, {name: "lasted"}, {name: "share"}, {name: "Process", text: true}],
    timeline.map(row => [rowLabel(row), seconds(row.spans[0][0]), seconds(length(row)),
        data.seconds > 0 ? percent(length(row) / data.seconds) : "–", rowProcess(row)]))));
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
