// SPDX-License-Identifier: Apache-2.0
// A waterfall chart of single requests.

const PHASES = [
    {name: "waiting in client", tone: "c5", until: "sent"},
    {name: "to first byte", tone: "c2", until: "first_byte"},
    {name: "to first token", tone: "warn", until: "first_token"},
    {name: "generating tokens", tone: "c1", until: "last_token"},
    {name: "to end of response", tone: "c3", until: "done"},
];
const FEW = 25;
const LISTS = Object.fromEntries(Object.entries({slowest: "Slowest", failed: "Failed", random: "Random"})
    .filter(([id]) => data.requests[id].length));
const waterfall = {list: data.requests.failed.length ? "failed" : "slowest", count: FEW};

/** Returns the lengths of the phases in order; 0 for unknown phases. */
function phases(request) {
    let reached = 0;
    return PHASES.map(({until}) => {
        const length = request[until] === undefined ? 0 : Math.max(0, request[until] - reached);
        reached += length;
        return length;
    });
}

function details(request) {
    const at = name => request[name] === undefined ? "–" : time(request[name] * 1e3);
    return [
        `sample ${request.sample}, scheduled at ${duration(request.scheduled / 1e6)}` + (request.endpoint ? ", " + request.endpoint : ""),
        `issued ${at("issued")}  ·  sent ${at("sent")}  ·  first byte ${at("first_byte")}`,
        `first token ${at("first_token")}  ·  last token ${at("last_token")}`,
        `done ${at("done")}  ·  ${number(request.tokens)} tokens ${request.finish}`,
        ...(request.kind ? [request.kind + ": " + request.message.replace(/(.{70}\S*) /g, "$1\n").slice(0, 400)] : []),
    ].join("\n").replace(/[{}|]/g, " ");
}

function waterfallOption(style) {
    const requests = data.requests[waterfall.list].slice(0, waterfall.count);
    const [factor, unit] = axisUnit(1e3 * Math.max(1, ...requests.map(each => each.done ?? each.reported ?? 0)));
    const scaled = micros => micros * 1e3 / factor;
    const lengths = requests.map(phases);
    const marks = requests.flatMap((each, row) => each.marks.map(mark => [scaled(mark), row]));
    const ends = requests.flatMap((each, row) => each.kind ? [[scaled(each.done ?? each.reported ?? 0), row]] : []);
    const narrow = document.documentElement.clientWidth < 600;
    return {
        grid: {left: 62, right: 18, top: narrow ? 66 : 34, bottom: 46},
        legend: {...base().common.legend, left: 0},
        xAxis: {...style.axis, type: "value", name: unit + " since scheduled start", min: 0},
        yAxis: {...style.axis, type: "category", inverse: true, data: requests.map(each => "#" + each.sample), splitLine: {show: false},
            axisLabel: {color: style.soft, fontSize: 10}},
        tooltip: {...base().common.tooltip, trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {opacity: .12}},
            formatter: ([point]) => details(requests[point.dataIndex])},
        series: [
            ...PHASES.map(({name, tone}, phase) => ({
                type: "bar", name, stack: "request", color: color(tone), barWidth: "62%",
                data: lengths.map(each => scaled(each[phase])),
            })),
            {type: "scatter", data: marks, symbol: "rect", symbolSize: [1, 9], color: color("card"), silent: true, tooltip: {show: false}, z: 5},
            ...(ends.length ? [{type: "scatter", name: "failed", data: ends, symbol: "diamond", symbolSize: 9, color: color("bad"), silent: true,
                tooltip: {show: false}, z: 6}] : []),
        ],
    };
}

function waterfallHeight() {
    return 96 + 17 * Math.min(waterfall.count, data.requests[waterfall.list].length);
}

if (Object.keys(LISTS).length) {
    const card = chart("Single requests", waterfallOption, {height: waterfallHeight()});
    const changed = change => {
        Object.assign(waterfall, change);
        card.querySelector(".chart").style.height = waterfallHeight() + "px";
        drawAll();
    };
    section("requests", "Single requests",
        "Each row starts at the scheduled start of the request. Thin lines mark chunks with tokens; a red diamond marks a failure. At most 100 requests are available of each kind: slowest, failed and random.",
        element("div", {class: "bar screen"},
            choice("Requests", LISTS, waterfall.list, list => changed({list})),
            choice("Number of requests", {[FEW]: String(FEW), 100: "100"}, String(FEW), count => changed({count: Number(count)}))),
        card);
}
