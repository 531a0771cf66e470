// SPDX-License-Identifier: Apache-2.0
// A search for the peak: figures of each run over the load.

const result = data.result, isRate = data.load === "rate";
const points = data.points, atALevel = points.filter(point => point.kind === "short" || point.kind === "full");
const TITLES = {ttft_scheduled: "TTFT (scheduled)", tpot_scheduled: "TPOT (reported)", latency_scheduled: "E2EL (scheduled)"};
const PERCENTILES = {p50: "c3", p90: "c4", p99: "c2"};
const OUTCOMES = {kept: "limits kept", exceeded: "limit exceeded", client_limited: "client-limited"};
const unit = isRate ? "requests/s (target)" : "requests in flight";
const sorted = [...atALevel].sort((a, b) => a.level - b.level);

function load(level) {
    return isRate ? number4(level) + "/s" : number(level) + " in flight";
}

function number4(value) {
    return String(Number(value.toPrecision(4)));
}

/** Marks the interval of the peak, the peak and the knee in a chart. */
function marks(style) {
    const lines = [];
    if (result?.level !== undefined && result.level !== null) {
        lines.push({xAxis: result.level, label: {formatter: "peak", color: style.ink}, lineStyle: {color: color("c1"), type: "solid"}});
    }
    if (data.knee !== undefined) {
        lines.push({xAxis: data.knee, label: {formatter: "knee", color: style.ink, position: "insideEndTop"}, lineStyle: {color: style.soft, type: "dashed"}});
    }
    return {
        markLine: {symbol: "none", silent: true, data: lines},
        markArea: result && result.low > 0 && result.high ? {
            silent: true, itemStyle: {color: color("c1"), opacity: 0.12}, data: [[{xAxis: result.low}, {xAxis: result.high}]],
        } : undefined,
    };
}

function symbol(point) {
    return point.outcome === "kept" ? "circle" : point.outcome === "exceeded" ? "emptyCircle" : "emptyTriangle";
}

function axes(style, name) {
    return {
        xAxis: {...style.axis, type: "value", scale: true, name: unit, splitLine: {show: false}},
        yAxis: {...style.axis, type: "value", min: 0, name, nameGap: 46},
    };
}

function curves(id) {
    return style => {
        const shown = sorted.filter(point => point.percentiles[id + ".p99"] !== undefined);
        const limit = data.limits[id];
        const [factor, name] = axisUnit(1e9 * Math.max(limit ?? 0, ...shown.map(point => point.percentiles[id + ".p99"])));
        return {
            ...axes(style, name),
            tooltip: {
                ...base().common.tooltip, trigger: "item", formatter: at => {
                    const point = shown[at.dataIndex];
                    return `${point.folder}, ${point.kind} run at ${load(point.level)}: ${OUTCOMES[point.outcome]}\n`
                        + Object.keys(PERCENTILES).map(each => percentileName(each) + " " + time(1e9 * point.percentiles[id + "." + each])).join("  ");
                },
            },
            series: [
                ...Object.entries(PERCENTILES).map(([each, tone], i) => ({
                    type: "line", name: percentileName(each), color: color(tone), symbolSize: 7, lineStyle: {width: 2},
                    data: shown.map(point => ({value: [point.level, 1e9 * point.percentiles[id + "." + each] / factor], symbol: symbol(point)})),
                    ...(i === 0 ? marks(style) : {}),
                })),
                ...(limit === undefined ? [] : [{
                    type: "line", name: "limit", color: color("c5"), symbol: "none", silent: true, lineStyle: {type: "dashed"},
                    data: shown.length ? [[shown[0].level, 1e9 * limit / factor], [shown[shown.length - 1].level, 1e9 * limit / factor]] : [],
                }]),
            ],
        };
    };
}

function rates(style) {
    const line = (name, tone, value) => ({
        type: "line", name, color: color(tone), symbolSize: 7, lineStyle: {width: 2},
        data: sorted.filter(point => value(point) !== undefined && value(point) !== null).map(point => ({value: [point.level, value(point)], symbol: symbol(point)})),
    });
    return {
        ...axes(style, "requests/s"),
        tooltip: {...base().common.tooltip, trigger: "item", formatter: at => `${at.seriesName} ${number4(at.data.value[1])}/s at ${load(at.data.value[0])}`},
        series: [{...line("completed", "c3", point => point.completed_per_second), ...marks(style)}, line("goodput", "c2", point => point.good_per_second)],
    };
}

const kind = !result ? "ABORTED" : result.confirmed ? "VALID" : result.complete ? "INVALID" : "ABORTED";
page.append(element("header", {},
    element("div", {}, element("h1", {}, data.title), element("p", {class: "soft"}, isRate ? "The highest rate within the limits" : "The highest concurrency within the limits")),
    themeSwitch), nav);
page.append(element("div", {id: "verdict", class: "card verdict " + kind}, element("p", {}, result ? result.text : "No run is complete."),
    element("p", {class: "soft"}, "Each circle is a run: filled if all limits were kept, empty if a limit was exceeded. A triangle is a run in which the load generator was the bottleneck. The band is the interval that contains the peak. The knee is the load with the highest ratio of throughput to mean latency.")));

if (atALevel.length) {
    section("curves", "Latency over load", null, element("div", {class: "grid"},
        Object.keys(TITLES).filter(id => atALevel.some(point => point.percentiles[id + ".p99"] !== undefined))
            .map(id => chart(TITLES[id], curves(id), {height: 320})),
        chart("Completed and good requests", rates, {height: 320})));
}

const second = (point, name) => point.percentiles[name] === undefined ? "–" : time(1e9 * point.percentiles[name]);
section("points", "Runs", "In the order in which they ran.", element("div", {class: "card"}, table(
    [{name: "Run", text: true}, {name: "Kind", text: true}, {name: isRate ? "Rate/s" : "In flight"}, {name: "Outcome", text: true}, {name: "Completed/s"}, {name: "Good/s"},
        {name: "Mean in flight"}, {name: "P99 TTFT"}, {name: "P99 TPOT"}, {name: "P99 E2EL"}],
    points.map(point => [element("a", {href: encodeURI(point.folder) + "/report.html"}, point.folder), point.kind,
        point.kind === "probe" ? "–" : number4(point.level),
        point.kind === "probe" ? "saturated" : [OUTCOMES[point.outcome], point.reason ? element("small", {}, " " + point.reason) : null],
        number(point.completed_per_second), number(point.good_per_second), number(point.in_flight),
        second(point, "ttft_scheduled.p99"), second(point, "tpot_scheduled.p99"), second(point, "latency_scheduled.p99")]))));
page.append(element("footer", {}, "Generated by LoadHarness " + data.version + ", charts by Apache ECharts."));
drawAll();
