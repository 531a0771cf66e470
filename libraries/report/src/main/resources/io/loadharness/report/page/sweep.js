// A sweep: how times grow with the load.

const stages = data.stages, run = data.run;
const knee = stages.find(stage => stage.knee);
const AXES = {requests_per_second: "Requests/s", output_tokens_per_second: "Output tokens/s"};
const PERCENTILES = {p50: "c3", p90: "c4", p99: "c2"};
const TITLES = {latency_scheduled: "Latency, from due time", ttft_scheduled: "Time to first token, from due time", tpot: "Time per output token"};
let load = "requests_per_second";

function curves(id) {
    return style => {
        const shown = stages.filter(stage => stage[id] && stage[load] !== undefined);
        const [factor, unit] = axisUnit(Math.max(...shown.map(stage => stage[id].p99)));
        return {
            xAxis: {...style.axis, type: "value", min: 0, name: AXES[load].toLowerCase() + ", answered", splitLine: {show: false}},
            yAxis: {...style.axis, type: "value", min: 0, name: unit, nameGap: 46},
            tooltip: {
                ...base().common.tooltip, trigger: "item", formatter: point => {
                    const stage = shown[point.dataIndex];
                    return `${stage.name}\nanswered ${number(stage[load])} ${AXES[load].toLowerCase()}\n`
                        + Object.keys(PERCENTILES).map(name => name + " " + time(stage[id][name])).join("  ");
                },
            },
            series: Object.entries(PERCENTILES).map(([name, tone], i) => ({
                type: "line", name, color: color(tone), symbolSize: 7, lineStyle: {width: 2},
                data: shown.map(stage => ({
                    value: [stage[load], stage[id][name] / factor],
                    symbol: stage.verdict === "VALID" ? "circle" : "emptyCircle",
                })),
                markLine: knee && i === 0 ? {
                    symbol: "none", silent: true, data: [{xAxis: knee[load]}],
                    lineStyle: {color: style.soft, type: "dashed"}, label: {formatter: "knee", color: style.ink},
                } : undefined,
            })),
        };
    };
}

function keptUp(style) {
    const shown = stages.filter(stage => stage.planned !== undefined && stage.requests_per_second !== undefined);
    const most = Math.max(...shown.map(stage => stage.planned));
    return {
        xAxis: {...style.axis, type: "value", min: 0, name: "requests/s, planned", splitLine: {show: false}},
        yAxis: {...style.axis, type: "value", min: 0, name: "requests/s, answered", nameGap: 46},
        tooltip: {...base().common.tooltip, trigger: "item", formatter: point => `planned ${number(point.data[0])}/s, answered ${number(point.data[1])}/s`},
        series: [
            {type: "line", name: "answered", color: color("c1"), symbolSize: 7, lineStyle: {width: 2},
                data: shown.map(stage => [stage.planned, stage.requests_per_second])},
            {type: "line", name: "all that was planned", color: color("c5"), symbol: "none", silent: true, lineStyle: {type: "dashed"},
                data: [[0, 0], [most, most]]},
        ],
    };
}

function summary() {
    if (!stages.length) {
        return "No stage was begun.";
    }
    return knee
        ? `The knee is at ${number(knee.requests_per_second)} requests/s, where the 99th percentile of the latency is ${time(knee.latency_scheduled.p99)}. Beyond it, times grow faster than throughput.`
        : "No knee was found: throughput and times grew together up to the last stage that was answered, so the limit may lie at higher rates.";
}

page.append(element("header", {},
    element("div", {}, element("h1", {}, run ? (run.model || "A model without a name") + ", sweep" : "Sweep"),
        run ? element("p", {class: "soft"}, [run.generator, run.endpoints.join(", ")].join(" · ")) : null),
    themeSwitch), nav);
page.append(element("div", {id: "verdict", class: "card verdict " + (knee ? "VALID" : "ABORTED")}, element("p", {}, summary()),
    element("p", {class: "soft"}, "The knee is the stage with the most answers a second for each second that an answer takes, on average. Empty circles are stages that are not valid.")));

if (stages.some(stage => stage.latency_scheduled)) {
    section("curves", "Throughput and times", null,
        element("div", {class: "bar screen"}, choice("Throughput", Object.fromEntries(Object.entries(AXES).filter(([id]) =>
            stages.some(stage => stage[id] !== undefined))), load, id => { load = id; drawAll(); })),
        element("div", {class: "grid"},
            Object.keys(TITLES).filter(id => stages.some(stage => stage[id])).map(id => chart(TITLES[id], curves(id), {height: 320})),
            stages.some(stage => stage.planned !== undefined) ? chart("Planned and answered", keptUp, {height: 320}) : null));
}

section("stages", "Stages", null, element("div", {class: "card"}, table(
    [{name: "Stage", text: true}, {name: "Verdict", text: true}, {name: "planned/s"}, {name: "answered/s"}, {name: "tokens/s"}, {name: "open"},
        {name: "failed"}, {name: "latency p50"}, {name: "p99"}, {name: "TTFT p50"}, {name: "p99"}, {name: "TPOT p50"}, {name: "p99"}],
    stages.map(stage => [[element("a", {href: encodeURI(stage.name) + "/report.html"}, stage.name), stage.knee ? " knee" : ""],
        [stage.verdict, stage.reasons.length ? element("small", {}, stage.reasons[0]) : null],
        number(stage.planned), number(stage.requests_per_second), number(stage.output_tokens_per_second), number(stage.concurrency),
        element("span", stage.failed ? {class: "bad-text"} : {}, number(stage.failed)),
        ...Object.keys(TITLES).flatMap(id => [time(stage[id]?.p50), time(stage[id]?.p99)])]))));
page.append(element("footer", {}, "Made by LoadHarness" + (run ? " " + run.version : "") + ", charts by Apache ECharts."));
drawAll();
