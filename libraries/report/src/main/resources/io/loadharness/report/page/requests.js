// A waterfall: what happened when to single requests.

const PHASES = [
    {name: "in the client", tone: "c5", until: "sent"},
    {name: "until the first byte", tone: "c2", until: "first_byte"},
    {name: "until the first token", tone: "warn", until: "first_token"},
    {name: "tokens", tone: "c1", until: "last_token"},
    {name: "until the end", tone: "c3", until: "done"},
];
const FEW = 25;
const LISTS = Object.fromEntries(Object.entries({slowest: "Slowest", failed: "Failed", chosen: "At random"})
    .filter(([id]) => data.requests[id].length));
const waterfall = {list: data.requests.failed.length ? "failed" : "slowest", count: FEW};

/** The lengths of the phases one after the other; of those that nobody knows, nothing. */
function phases(request) {
    let reached = 0;
    return PHASES.map(({until}) => {
        const length = request[until] === undefined ? 0 : Math.max(0, request[until] - reached);
        reached += length;
        return length;
    });
}

function told(request) {
    const at = name => request[name] === undefined ? "–" : time(request[name] * 1e3);
    return [
        `sample ${request.sample}, due after ${duration(request.due / 1e6)}` + (request.endpoint ? ", " + request.endpoint : ""),
        `issued ${at("issued")}  ·  sent ${at("sent")}  ·  first byte ${at("first_byte")}`,
        `first token ${at("first_token")}  ·  last token ${at("last_token")}`,
        `done ${at("done")}  ·  ${number(request.tokens)} tokens ${request.finish}`,
        ...(request.kind ? [request.kind + ": " + request.message.replace(/(.{70}\S*) /g, "$1\n").slice(0, 400)] : []),
    ].join("\n").replace(/[{}|]/g, " ");
}

function waterfallOption(style) {
    const requests = data.requests[waterfall.list].slice(0, waterfall.count);
    const [factor, unit] = axisUnit(1e3 * Math.max(1, ...requests.map(each => each.done ?? each.told ?? 0)));
    const scaled = micros => micros * 1e3 / factor;
    const lengths = requests.map(phases);
    const marks = requests.flatMap((each, row) => each.marks.map(mark => [scaled(mark), row]));
    const ends = requests.flatMap((each, row) => each.kind ? [[scaled(each.done ?? each.told ?? 0), row]] : []);
    const narrow = document.documentElement.clientWidth < 600;
    return {
        grid: {left: 62, right: 18, top: narrow ? 66 : 34, bottom: 46},
        legend: {...base().common.legend, left: 0},
        xAxis: {...style.axis, type: "value", name: unit + " since it was due", min: 0},
        yAxis: {...style.axis, type: "category", inverse: true, data: requests.map(each => "#" + each.sample), splitLine: {show: false},
            axisLabel: {color: style.soft, fontSize: 10}},
        tooltip: {...base().common.tooltip, trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {opacity: .12}},
            formatter: ([point]) => told(requests[point.dataIndex])},
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
    const card = chart("Requests one by one", waterfallOption, {height: waterfallHeight()});
    const changed = change => {
        Object.assign(waterfall, change);
        card.querySelector(".chart").style.height = waterfallHeight() + "px";
        drawAll();
    };
    section("requests", "Requests one by one",
        "From when each was due. Thin lines are the pieces in which tokens came; a red diamond is where a request failed. Of the slowest, the failed and a choice at random there are at most a hundred each.",
        element("div", {class: "bar screen"},
            choice("Which requests", LISTS, waterfall.list, list => changed({list})),
            choice("How many", {[FEW]: String(FEW), 100: "100"}, String(FEW), count => changed({count: Number(count)}))),
        card);
}
