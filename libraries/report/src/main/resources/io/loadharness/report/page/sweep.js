// SPDX-License-Identifier: Apache-2.0
// A sweep: latencies over the load.

const stages = data.stages, run = data.run;
const knee = stages.find(stage => stage.knee);
const AXES = {requests_per_second: "Requests/s", output_tokens_per_second: "Output tokens/s"};
const PERCENTILES = {p50: "c3", p90: "c4", p99: "c2"};
const TITLES = {latency_scheduled: "E2EL (scheduled)", ttft_scheduled: "TTFT (scheduled)", tpot: "TPOT"};
let load = "requests_per_second";

function curves(id) {
    return style => {
        const shown = stages.filter(stage => stage[id] && stage[load] !== undefined);
        const [factor, unit] = axisUnit(Math.max(...shown.map(stage => stage[id].p99)));
        return {
            xAxis: {...style.axis, type: "value", min: 0, name: AXES[load].toLowerCase() + " (completed)", splitLine: {show: false}},
            yAxis: {...style.axis, type: "value", min: 0, name: unit, nameGap: 46},
            tooltip: {
                ...base().common.tooltip, trigger: "item", formatter: point => {
                    const stage = shown[point.dataIndex];
                    return `${stage.name}\ncompleted ${number(stage[load])} ${AXES[load].toLowerCase()}\n`
                        + Object.keys(PERCENTILES).map(name => percentileName(name) + " " + time(stage[id][name])).join("  ");
                },
            },
            series: Object.entries(PERCENTILES).map(([name, tone], i) => ({
                type: "line", name: percentileName(name), color: color(tone), symbolSize: 7, lineStyle: {width: 2},
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

function achievedRates(style) {
    const shown = stages.filter(stage => stage.planned !== undefined && stage.requests_per_second !== undefined);
    const maxPlanned = Math.max(...shown.map(stage => stage.planned));
    return {
        xAxis: {...style.axis, type: "value", min: 0, name: "requests/s (planned)", splitLine: {show: false}},
        yAxis: {...style.axis, type: "value", min: 0, name: "requests/s (completed)", nameGap: 46},
        tooltip: {...base().common.tooltip, trigger: "item", formatter: point => `planned ${number(point.data[0])}/s, completed ${number(point.data[1])}/s`},
        series: [
            {type: "line", name: "completed", color: color("c1"), symbolSize: 7, lineStyle: {width: 2},
                data: shown.map(stage => [stage.planned, stage.requests_per_second])},
            {type: "line", name: "planned", color: color("c5"), symbol: "none", silent: true, lineStyle: {type: "dashed"},
                data: [[0, 0], [maxPlanned, maxPlanned]]},
        ],
    };
}

function summary() {
    if (!stages.length) {
        return "No stage was started.";
    }
    return knee
        ? `The knee is at ${number(knee.requests_per_second)} requests/s, with a P99 latency of ${time(knee.latency_scheduled.p99)}. Above it, latencies grow faster than throughput.`
        : "No knee was found: throughput and latencies grew together up to the last completed stage. The limit can be at higher rates.";
}

page.append(element("header", {},
    element("div", {}, element("h1", {}, run ? (run.model || "Unnamed model") + ", sweep" : "Sweep"),
        run ? element("p", {class: "soft"}, [run.generator, run.endpoints.join(", ")].join(" · ")) : null),
    themeSwitch), nav);
page.append(element("div", {id: "verdict", class: "card verdict " + (knee ? "VALID" : "ABORTED")}, element("p", {}, summary()),
    element("p", {class: "soft"}, "The knee is the stage with the highest ratio of request throughput to mean latency. Empty circles are stages that are not VALID.")));

if (stages.some(stage => stage.latency_scheduled)) {
    section("curves", "Latency over throughput", null,
        element("div", {class: "bar screen"}, choice("Throughput", Object.fromEntries(Object.entries(AXES).filter(([id]) =>
            stages.some(stage => stage[id] !== undefined))), load, id => { load = id; drawAll(); })),
        element("div", {class: "grid"},
            Object.keys(TITLES).filter(id => stages.some(stage => stage[id])).map(id => chart(TITLES[id], curves(id), {height: 320})),
            stages.some(stage => stage.planned !== undefined) ? chart("Planned and completed rate", achievedRates, {height: 320}) : null));
}

section("stages", "Stages", null, element("div", {class: "card"}, table(
    [{name: "Stage", text: true}, {name: "Verdict", text: true}, {name: "Planned/s"}, {name: "Completed/s"}, {name: "Output tokens/s"}, {name: "In flight"},
        {name: "Failed"}, {name: "Median E2EL"}, {name: "P99 E2EL"}, {name: "Median TTFT"}, {name: "P99 TTFT"}, {name: "Median TPOT"}, {name: "P99 TPOT"}],
    stages.map(stage => [[element("a", {href: encodeURI(stage.name) + "/report.html"}, stage.name), stage.knee ? " knee" : ""],
        [stage.verdict, stage.reasons.length ? element("small", {}, stage.reasons[0]) : null],
        number(stage.planned), number(stage.requests_per_second), number(stage.output_tokens_per_second), number(stage.concurrency),
        element("span", stage.failed ? {class: "bad-text"} : {}, number(stage.failed)),
        ...Object.keys(TITLES).flatMap(id => [time(stage[id]?.p50), time(stage[id]?.p99)])]))));
page.append(element("footer", {}, "Generated by LoadHarness" + (run ? " " + run.version : "") + ", charts by Apache ECharts."));
drawAll();
