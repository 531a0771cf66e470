// SPDX-License-Identifier: Apache-2.0
// Server metrics, on the same time axis as the client's measurements.

/** The server lines: title, unit, factor of the values, and the client's line of the same quantity. */
const SERVER_LINES = {
    running: {title: "Running requests", unit: "requests", client: ["in flight (client)", () => requestsInFlight()]},
    waiting: {title: "Waiting requests", unit: "requests"},
    kv_cache_use: {title: "KV cache usage", unit: "%", factor: 100},
    generation_tokens: {title: "Generation throughput", unit: "tokens/s", client: ["received by client", () => perSecond("output_tokens")]},
    prompt_tokens: {title: "Prompt throughput", unit: "tokens/s"},
    preemptions: {title: "Preemptions per second", unit: "/s"},
    gpu_use: {title: "GPU utilization", unit: "%"},
    gpu_memory: {title: "GPU memory", unit: "GiB", factor: 1 / 1024},
    gpu_power: {title: "GPU power", unit: "W"},
    process_cpu: {title: "CPUs used", unit: "CPUs"},
    process_memory: {title: "Process memory", unit: "GiB", factor: 1 / 1073741824},
};
const SERVER_TIMES = {ttft: "TTFT", tpot: "TPOT", itl: "ITL", queue_time: "Queue time", latency: "E2EL"};
const LINE_TONES = ["c1", "c2", "c3", "c4", "good", "warn", "bad", "c5"];

let serversShown = "per_server";
let serverTime;

/** Returns the points of server values. A bin without a scrape has no point, and the line continues over it. */
function serverPoints(values, factor = 1) {
    return points((bin, i) => values[i] === null ? null : values[i] * factor);
}

function serverLines(style, id, known) {
    const {unit, factor, client} = SERVER_LINES[id];
    const names = Object.keys(known.per_server);
    if (serversShown === "per_server" && names.length) {
        const drawn = timeLines(style, unit, unit, names.map((name, i) =>
            ({name, tone: LINE_TONES[i], points: serverPoints(known.per_server[name], factor), joined: true})));
        return {...drawn, legend: {...drawn.legend, type: "scroll", left: 0}};
    }
    return timeLines(style, unit, unit, [
        ...(client ? [{name: client[0], tone: "c5", points: client[1](), dashed: true}] : []),
        {name: "servers", tone: "c1", points: serverPoints(known.combined, factor), joined: true}]);
}

/** The client's percentiles are exact; those of servers are estimated within a bucket. */
function serverTimesOverTime(style, times) {
    const own = times[serverTime], ofClient = name => bins.map(bin => bin[serverTime + name] ?? null);
    const all = [...own.p99, ...own.p50, ...ofClient("_p99")].filter(value => value !== null);
    const [factor, unit] = axisUnit(Math.max(0, ...all));
    const lines = [
        {name: "server median", tone: "c3", points: serverPoints(own.p50, 1 / factor)},
        {name: "server P99", tone: "c2", points: serverPoints(own.p99, 1 / factor)},
    ];
    if (metrics[serverTime]) {
        lines.push({name: "client median", tone: "c3", points: serverPoints(ofClient("_p50"), 1 / factor), dashed: true},
            {name: "client P99", tone: "c2", points: serverPoints(ofClient("_p99"), 1 / factor), dashed: true});
    }
    const drawn = timeLines(style, unit, unit, lines);
    return {...drawn, legend: {...drawn.legend, itemWidth: 28}}; // wide enough to show dashes
}

function serverCharts() {
    const over = data.server_series;
    if (!over || !series || rates.duration <= 0) {
        return null;
    }
    const group = {group: "time"};
    const lines = Object.keys(SERVER_LINES).filter(id => over.lines[id]);
    const times = Object.fromEntries(Object.entries(SERVER_TIMES).filter(([id]) => over.latencies[id]?.p50.some(value => value !== null)));
    const several = lines.some(id => Object.keys(over.lines[id].per_server).length);
    serverTime = Object.keys(times)[0];
    return [
        several ? element("div", {class: "bar screen"}, choice("Servers", {per_server: "Per server", combined: "Combined"}, serversShown,
            id => { serversShown = id; drawAll(); })) : null,
        element("div", {class: "grid low"}, lines.map(id =>
            chart(SERVER_LINES[id].title, style => serverLines(style, id, over.lines[id]), group))),
        serverTime ? [
            element("div", {class: "bar screen"}, choice("Latency", times, serverTime, id => { serverTime = id; drawAll(); })),
            element("div", {class: "stack"}, chart("Latency measured by servers and client",
                style => serverTimesOverTime(style, over.latencies), group))] : null,
    ];
}

// Tables

function gauge(known, factor = 1) {
    return known ? [number(known.mean * factor), number(known.max * factor)] : ["–", "–"];
}

/** Creates a table without empty rows and empty columns. */
function knownTable(heads, all) {
    const rows = all.filter(row => row.slice(1).some(cell => cell !== "–"));
    const known = heads.map((head, i) => i === 0 || rows.some(row => row[i] !== "–"));
    const keep = list => list.filter((each, i) => known[i]);
    return rows.length
        ? element("div", {class: "card"}, table(keep(heads), rows.map(keep))) : null;
}

function stateTable(all) {
    const heads = [{name: "Server", text: true}, {name: "Running, mean"}, {name: "Max"}, {name: "Waiting, mean"}, {name: "Max"},
        {name: "KV cache usage %, mean"}, {name: "Max"}, {name: "Prefix cache hit rate"}];
    return knownTable(heads, all.map(({name, gauges, prefix_hit_rate: hits}) => [name, ...gauge(gauges.running), ...gauge(gauges.waiting),
        ...gauge(gauges.kv_cache_use, 100), hits === undefined ? "–" : percent(hits)]));
}

function countersTable(all) {
    const heads = [{name: "Server", text: true}, {name: "Completed requests"}, {name: "Prompt tokens/s"}, {name: "Generation tokens/s"}, {name: "Preemptions"}];
    return knownTable(heads, all.map(({name, counters}) => [name, number(counters.requests?.increase), number(counters.prompt_tokens?.per_second),
        number(counters.generation_tokens?.per_second), number(counters.preemptions?.increase)]));
}

function machineTable(all) {
    const heads = [{name: "Machine", text: true}, {name: "GPU utilization %, mean"}, {name: "Max"}, {name: "GPU memory GiB, mean"}, {name: "Max"},
        {name: "GPU power W, mean"}, {name: "Max"}, {name: "CPUs used"}, {name: "Process memory GiB, mean"}, {name: "Max"}];
    return knownTable(heads, all.map(({name, gauges, counters}) => [name, ...gauge(gauges.gpu_use), ...gauge(gauges.gpu_memory, 1 / 1024),
        ...gauge(gauges.gpu_power), number(counters.process_cpu?.per_second), ...gauge(gauges.process_memory, 1 / 1073741824)]));
}

function latencyTable({latencies}) {
    const percentile = (known, name) => known[name] !== null ? time(known[name]) : known.last_bound === null ? "–" : "> " + time(known.last_bound);
    return knownTable([{name: "Server latency", text: true}, {name: "Mean"}, {name: "Median"}, {name: "P90"}, {name: "P99"}, {name: "Count"}],
        Object.keys(SERVER_TIMES).filter(id => latencies[id]).map(id => [SERVER_TIMES[id], time(latencies[id].mean),
            ...["p50", "p90", "p99"].map(name => percentile(latencies[id], name)), number(latencies[id].count)]));
}

function gapTable(all) {
    const cells = known => known ? [time(known.client_mean), time(known.server_mean), time(known.difference)] : ["–", "–", "–"];
    return knownTable([{name: "Mean latency", text: true}, {name: "TTFT, client"}, {name: "Server"}, {name: "Client − server"},
        {name: "E2EL, client"}, {name: "Server"}, {name: "Client − server"}],
    all.map(({name, client_minus_server: gaps}) => [name, ...cells(gaps.ttft), ...cells(gaps.latency)]));
}

function agreementTable(agreement) {
    const names = {requests: "Completed requests", prompt_tokens: "Prompt tokens", generation_tokens: "Generation tokens"};
    return knownTable([{name: "Counter", text: true}, {name: "Servers"}, {name: "Client"}, {name: "Servers − client"}],
        agreement.map(({metric, servers, client}) => {
            const difference = (servers - client) / client;
            return [names[metric], number(servers), number(client), servers === client ? "0" : element("span",
                Math.abs(difference) > .01 ? {class: "bad-text"} : {},
                number(servers - client) + (client ? `  (${difference > 0 ? "+" : "−"}${percent(Math.abs(difference))})` : ""))];
        }));
}

/** A series has either a mean and a maximum, or a total and a rate. */
function extraTable(all) {
    return knownTable([{name: "Extra metric", text: true}, {name: "Source", text: true}, {name: "Mean"}, {name: "Max"}, {name: "Total"}, {name: "Per second"}],
        all.map(({source, name, labels, mean, max, increase, per_second: rate}) => {
            const labelText = Object.entries(labels).map(([key, value]) => `${key}="${value}"`).join(",");
            return [labelText ? `${name}{${labelText}}` : name, source, ...[mean, max, increase, rate].map(value => value === undefined ? "–" : number(value))];
        }));
}

function scrapesTable(sources) {
    return knownTable([{name: "Scrape target", text: true}, {name: "Scrapes"}, {name: "Failed"}], sources.map(each => [each.name, number(each.scrapes),
        number(each.failures.reduce((sum, failure) => sum + failure.count, 0))]));
}

function serverSection() {
    const servers = data.servers;
    if (!servers) {
        return;
    }
    const all = servers.per_server.length > 1 ? [{...servers.combined, name: "All servers"}, ...servers.per_server] : servers.per_server;
    const about = servers.per_server.length ? "Metrics of the servers "
        + (servers.window.of === "loadgen" ? "in the window that LoadGen measured" : "from the first scheduled start to the last end")
        + ". Values between two scrapes are unknown. Server percentiles are estimates that spread values evenly within a histogram bucket; means are exact."
        : null;
    const gaps = gapTable(all);
    section("servers", "Servers", about,
        servers.notes.length ? element("div", {class: "card"}, element("ul", {class: "requirements"}, servers.notes.map(note => element("li", {}, note)))) : null,
        element("div", {class: "stack"}, stateTable(all), countersTable(all)),
        serverCharts(),
        element("div", {class: "grid"}, latencyTable(servers.combined), agreementTable(servers.agreement)),
        gaps ? element("div", {class: "stack"}, gaps, element("p", {class: "soft small"},
            "Client − server is the time that the network, gateways and the client add. If it is large, the servers are faster than the values above. If it is slightly negative, the server started before the client recorded the end of the send. If it is very negative, the two did not measure the same requests.")) : null,
        element("div", {class: "stack"}, machineTable(all), extraTable(servers.extra), scrapesTable(servers.sources)));
}
