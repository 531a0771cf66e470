// What the servers said of themselves, on the same axis of time as what the client saw.

/** Each line of the servers: its title, its unit, by what a value is multiplied, and what the client knows of the same. */
const SERVER_LINES = {
    running: {title: "Requests running", unit: "requests", client: ["open, as the client sees it", () => openRequests()]},
    waiting: {title: "Requests waiting", unit: "requests"},
    kv_cache_use: {title: "KV cache in use", unit: "%", factor: 100},
    generation_tokens: {title: "Tokens of answers per second", unit: "tokens/s", client: ["as the client got them", () => perSecond("output_tokens")]},
    prompt_tokens: {title: "Tokens of prompts per second", unit: "tokens/s"},
    preemptions: {title: "Preemptions per second", unit: "/s"},
    gpu_use: {title: "GPU busy", unit: "%"},
    gpu_memory: {title: "GPU memory", unit: "GiB", factor: 1 / 1024},
    gpu_power: {title: "GPU power", unit: "W"},
    process_cpu: {title: "Processors busy", unit: "processors"},
    process_memory: {title: "Memory of processes", unit: "GiB", factor: 1 / 1073741824},
};
const SERVER_TIMES = {ttft: "TTFT", tpot: "TPOT", itl: "ITL", queue_time: "Queue", latency: "Latency"};
const LINE_TONES = ["c1", "c2", "c3", "c4", "good", "warn", "bad", "c5"];

let serversShown = "each";
let serverTime;

/** Points of the servers' values; a bin that no scrape fell into has none, and lines go on over it. */
function serverPoints(values, factor = 1) {
    return points((bin, i) => values[i] === null ? null : values[i] * factor);
}

function serverLines(style, id, known) {
    const {unit, factor, client} = SERVER_LINES[id];
    const names = Object.keys(known.each);
    if (serversShown === "each" && names.length) {
        const drawn = timeLines(style, unit, unit, names.map((name, i) =>
            ({name, tone: LINE_TONES[i], points: serverPoints(known.each[name], factor), joined: true})));
        return {...drawn, legend: {...drawn.legend, type: "scroll", left: 0}};
    }
    return timeLines(style, unit, unit, [
        ...(client ? [{name: client[0], tone: "c5", points: client[1](), dashed: true}] : []),
        {name: "servers", tone: "c1", points: serverPoints(known.together, factor), joined: true}]);
}

/** The client's percentiles are exact, those of servers lie somewhere in a bucket. */
function serverTimesOverTime(style, times) {
    const own = times[serverTime], seen = name => bins.map(bin => bin[serverTime + name] ?? null);
    const all = [...own.p99, ...own.p50, ...seen("_p99")].filter(value => value !== null);
    const [factor, unit] = axisUnit(Math.max(0, ...all));
    const lines = [
        {name: "server p50", tone: "c3", points: serverPoints(own.p50, 1 / factor)},
        {name: "server p99", tone: "c2", points: serverPoints(own.p99, 1 / factor)},
    ];
    if (metrics[serverTime]) {
        lines.push({name: "client p50", tone: "c3", points: serverPoints(seen("_p50"), 1 / factor), dashed: true},
            {name: "client p99", tone: "c2", points: serverPoints(seen("_p99"), 1 / factor), dashed: true});
    }
    const drawn = timeLines(style, unit, unit, lines);
    return {...drawn, legend: {...drawn.legend, itemWidth: 28}}; // so long that dashes show
}

function serverCharts() {
    const over = data.server_series;
    if (!over || !series || rates.duration <= 0) {
        return null;
    }
    const group = {group: "time"};
    const lines = Object.keys(SERVER_LINES).filter(id => over.lines[id]);
    const times = Object.fromEntries(Object.entries(SERVER_TIMES).filter(([id]) => over.times[id]?.p50.some(value => value !== null)));
    const several = lines.some(id => Object.keys(over.lines[id].each).length);
    serverTime = Object.keys(times)[0];
    return [
        several ? element("div", {class: "bar screen"}, choice("Servers", {each: "Each", together: "Together"}, serversShown,
            id => { serversShown = id; drawAll(); })) : null,
        element("div", {class: "grid low"}, lines.map(id =>
            chart(SERVER_LINES[id].title, style => serverLines(style, id, over.lines[id]), group))),
        serverTime ? [
            element("div", {class: "bar screen"}, choice("Time", times, serverTime, id => { serverTime = id; drawAll(); })),
            element("div", {class: "stack"}, chart("Times as the servers and the client measured them",
                style => serverTimesOverTime(style, over.times), group))] : null,
    ];
}

// Tables

function level(known, factor = 1) {
    return known ? [number(known.mean * factor), number(known.max * factor)] : ["–", "–"];
}

/** A table without the rows that know nothing, and the columns of which no row knows anything. */
function knownTable(heads, all) {
    const rows = all.filter(row => row.slice(1).some(cell => cell !== "–"));
    const known = heads.map((head, i) => i === 0 || rows.some(row => row[i] !== "–"));
    const keep = list => list.filter((each, i) => known[i]);
    return rows.length
        ? element("div", {class: "card"}, table(keep(heads), rows.map(keep))) : null;
}

function stateTable(all) {
    const heads = [{name: "Server", text: true}, {name: "running, mean"}, {name: "max"}, {name: "waiting, mean"}, {name: "max"},
        {name: "KV cache %, mean"}, {name: "max"}, {name: "found in the prefix cache"}];
    return knownTable(heads, all.map(({name, levels, prefix_hit_rate: hits}) => [name, ...level(levels.running), ...level(levels.waiting),
        ...level(levels.kv_cache_use, 100), hits === undefined ? "–" : percent(hits)]));
}

function countsTable(all) {
    const heads = [{name: "Server", text: true}, {name: "requests answered"}, {name: "prompt tokens/s"}, {name: "answer tokens/s"}, {name: "preemptions"}];
    return knownTable(heads, all.map(({name, counts}) => [name, number(counts.requests?.increase), number(counts.prompt_tokens?.per_second),
        number(counts.generation_tokens?.per_second), number(counts.preemptions?.increase)]));
}

function machineTable(all) {
    const heads = [{name: "Machine", text: true}, {name: "GPU %, mean"}, {name: "max"}, {name: "GPU GiB, mean"}, {name: "max"},
        {name: "GPU W, mean"}, {name: "max"}, {name: "processors"}, {name: "memory GiB, mean"}, {name: "max"}];
    return knownTable(heads, all.map(({name, levels, counts}) => [name, ...level(levels.gpu_use), ...level(levels.gpu_memory, 1 / 1024),
        ...level(levels.gpu_power), number(counts.process_cpu?.per_second), ...level(levels.process_memory, 1 / 1073741824)]));
}

function timesTable({times}) {
    const beyond = (known, name) => known[name] !== null ? time(known[name]) : known.last_bound === null ? "–" : "> " + time(known.last_bound);
    return knownTable([{name: "In the servers", text: true}, {name: "mean"}, {name: "p50"}, {name: "p90"}, {name: "p99"}, {name: "values"}],
        Object.keys(SERVER_TIMES).filter(id => times[id]).map(id => [SERVER_TIMES[id], time(times[id].mean),
            ...["p50", "p90", "p99"].map(name => beyond(times[id], name)), number(times[id].count)]));
}

function apartTable(all) {
    const cells = known => known ? [time(known.client_mean), time(known.server_mean), time(known.difference)] : ["–", "–", "–"];
    return knownTable([{name: "Means", text: true}, {name: "TTFT, client"}, {name: "server"}, {name: "client − server"},
        {name: "latency, client"}, {name: "server"}, {name: "client − server"}],
    all.map(({name, client_minus_server: apart}) => [name, ...cells(apart.ttft), ...cells(apart.latency)]));
}

function agreementTable(agreement) {
    const names = {requests: "Requests answered", prompt_tokens: "Tokens of prompts", generation_tokens: "Tokens of answers"};
    return knownTable([{name: "Counted", text: true}, {name: "servers"}, {name: "client"}, {name: "servers − client"}],
        agreement.map(({metric, servers: said, client: seen}) => {
            const more = (said - seen) / seen;
            return [names[metric], number(said), number(seen), said === seen ? "0" : element("span",
                Math.abs(more) > .01 ? {class: "bad-text"} : {}, number(said - seen) + (seen ? `  (${more > 0 ? "+" : "−"}${percent(Math.abs(more))})` : ""))];
        }));
}

/** A number has a mean and a maximum, or a sum and a rate, never both. */
function furtherTable(all) {
    return knownTable([{name: "Also asked for", text: true}, {name: "of", text: true}, {name: "mean"}, {name: "max"}, {name: "in all"}, {name: "/s"}],
        all.map(({source, name, labels, mean, max, increase, per_second: rate}) => {
            const told = Object.entries(labels).map(([key, value]) => `${key}="${value}"`).join(",");
            return [told ? `${name}{${told}}` : name, source, ...[mean, max, increase, rate].map(value => value === undefined ? "–" : number(value))];
        }));
}

function scrapesTable(sources) {
    return knownTable([{name: "Asked", text: true}, {name: "scrapes"}, {name: "failed"}], sources.map(each => [each.name, number(each.scrapes),
        number(each.failures.reduce((sum, failure) => sum + failure.count, 0))]));
}

function serverSection() {
    const said = data.servers;
    if (!said) {
        return;
    }
    const all = said.each.length > 1 ? [{...said.together, name: "All together"}, ...said.each] : said.each;
    const about = said.each.length ? "What the servers said of themselves "
        + (said.window.of === "loadgen" ? "in the window that LoadGen measured" : "from the first due request to the last end")
        + ". Between two scrapes nothing is known. Percentiles of servers are taken as if times within a bucket of their histogram were evenly spread; means are exact."
        : null;
    const apart = apartTable(all);
    section("servers", "Servers", about,
        said.notes.length ? element("div", {class: "card"}, element("ul", {class: "requirements"}, said.notes.map(note => element("li", {}, note)))) : null,
        element("div", {class: "stack"}, stateTable(all), countsTable(all)),
        serverCharts(),
        element("div", {class: "grid"}, timesTable(said.together), agreementTable(said.agreement)),
        apart ? element("div", {class: "stack"}, apart, element("p", {class: "soft small"},
            "Client − server is what the network, a gateway and the client itself add. If it is large, the servers are faster than the figures above; a little below zero, the server began before the client had noted the end of the send; far below, the two did not measure the same requests.")) : null,
        element("div", {class: "stack"}, machineTable(all), furtherTable(said.further), scrapesTable(said.sources)));
}
