// SPDX-License-Identifier: Apache-2.0
// A comparison of runs. The first run is the base.

const runs = data.runs, figures = data.figures;
const letters = runs.map((_, i) => i < 26 ? String.fromCharCode(65 + i) : "#" + (i + 1));
const TONES = ["c1", "c2", "c3", "c4", "c5"];
const STATISTICS = ["mean", "p50", "p90", "p95", "p99"];
const MANY_POINTS = 20;
const MIN_LEGEND_WIDTH = 600; // on narrow screens, the keys in the table are the legend

function tone(i) {
    return TONES[i % TONES.length];
}

/** Returns the line style, which distinguishes runs of the same color. */
function dash(i) {
    return ["solid", "dashed", "dotted"][Math.floor(i / TONES.length) % 3];
}

function figure(id) {
    return figures.find(each => each.id === id);
}

function shown(value, unit) {
    if (value === null || value === undefined) {
        return "–";
    }
    return unit === "ratio" ? percent(value) : unit === "s" ? duration(value) : measured(value, unit);
}

function change(value, unit) {
    return (value > 0 ? "+" : value < 0 ? "−" : "") + shown(Math.abs(value), unit);
}

// Charts

function curves(metric) {
    return style => {
        const known = metric.curves.map((points, i) => ({points, i})).filter(each => each.points.length);
        const [factor, unit] = axisUnit(Math.max(...known.map(each => at(each.points, 99))));
        return {
            xAxis: {...style.axis, type: "value", min: 0, max: Math.max(...known.map(each => at(each.points, 99))) * 1.1 / factor || 1,
                name: unit, splitLine: {show: false}, axisLabel: {...style.axis.axisLabel, showMaxLabel: false}},
            yAxis: {...style.axis, type: "value", min: 0, max: 100, name: "% of requests", nameGap: 40},
            tooltip: {...base().common.tooltip, trigger: "item", formatter: point =>
                `${point.seriesName}, P${trimmed(point.data[1])}\n${time(point.data[0] * factor)}`},
            series: known.map(({points, i}) => ({
                type: "line", name: letters[i], color: color(tone(i)), showSymbol: points.length < MANY_POINTS, symbolSize: 8,
                lineStyle: {width: points.length < MANY_POINTS ? 0 : 2, type: dash(i)}, clip: true,
                data: points.map(([percentage, value]) => [value / factor, percentage]),
            })),
        };
    };
}

/** Returns the value at a percentage, or at the next lower known one. */
function at(points, percentage) {
    return points.filter(point => point[0] <= percentage).pop()[1];
}

function timeBars(metric) {
    return style => {
        const found = STATISTICS.map(name => figure(metric.id + "." + name)).filter(each => each);
        const [factor, unit] = axisUnit(Math.max(...found.flatMap(each => each.values)));
        return {
            xAxis: {...style.axis, type: "category", data: found.map(each => each.id.split(".")[1]), axisLabel: {color: style.soft}},
            yAxis: {...style.axis, type: "value", min: 0, name: unit, nameGap: 46},
            series: runs.map((_, i) => ({
                type: "bar", name: letters[i], color: color(tone(i)), data: found.map(each => each.values[i] === null ? null : each.values[i] / factor),
            })),
            tooltip: {...base().common.tooltip, valueFormatter: value => value === null || value === undefined ? "–" : trimmed(value) + " " + unit},
        };
    };
}

function rateBars(rate) {
    return style => ({
        legend: {show: false},
        xAxis: {...style.axis, type: "category", data: letters, axisLabel: {color: style.soft}},
        yAxis: {...style.axis, type: "value", min: 0, name: rate.unit, nameGap: 46},
        series: [{type: "bar", name: rate.title, data: rate.values.map((value, i) => ({value, itemStyle: {color: color(tone(i))}}))}],
        tooltip: {...base().common.tooltip, valueFormatter: value => shown(value, rate.unit)},
    });
}

// Phases of the latency: a run next to the base, and the difference

/** Returns the stacked bars. A phase that the servers divided has one bar for each part, in shades of one color. */
function stacks(compared, rows, values) {
    return compared.phases.flatMap((phase, i) => {
        const titles = [...new Set(phase.parts.flat().map(part => part.title))];
        const shades = values === means && titles.length ? [null, ...titles] : [null];
        return shades.map((title, shade) => ({
            type: "bar", stack: "phases", barWidth: "52%", color: color(tone(i)),
            name: title === null ? phase.title : phase.title + ": " + title,
            itemStyle: {opacity: title === null ? 1 : 1.2 - 0.25 * shade, borderColor: color("card"), borderWidth: 1},
            data: rows.map((_, row) => values(phase, row, title)),
        }));
    });
}

/** Returns the mean of a phase, or of a part of it; null if the phase of this run has parts, or lacks this part. */
function means(phase, run, part) {
    const parts = phase.parts[run];
    return part === null ? parts.length ? null : phase.means[run] : parts.find(each => each.title === part)?.mean ?? null;
}

function stacked(compared, rows, values) {
    return style => {
        const series = stacks(compared, rows, values);
        const sum = (sign, row) => series.reduce((all, each) => all + Math.max(0, sign * (each.data[row] ?? 0)), 0);
        const [factor, unit] = axisUnit(Math.max(...rows.flatMap((_, row) => [sum(1, row), sum(-1, row)])));
        const value = nanos => nanos === null ? null : nanos / factor;
        return {
            grid: {left: 62, right: 24, top: innerWidth >= MIN_LEGEND_WIDTH ? 64 : 16, bottom: 40, outerBoundsMode: "none"},
            legend: {...base().common.legend, show: innerWidth >= MIN_LEGEND_WIDTH, left: 0, right: "auto", data: series.filter(each => each.data.some(known => known)).map(each => each.name)},
            xAxis: {...style.axis, type: "value", name: unit, nameGap: 24},
            yAxis: {...style.axis, type: "category", inverse: true, data: rows, splitLine: {show: false}, axisLabel: {color: style.soft}},
            tooltip: {...base().common.tooltip, trigger: "item", formatter: point =>
                `${point.seriesName}\n${values === means ? time(point.value * factor) : change(point.value * factor, "ns")}`},
            series: series.map(each => ({...each, data: each.data.map(value)})),
        };
    };
}

function phaseTable(compared, name) {
    const row = (title, phase) => [title, time(phase.means[0]), time(phase.means[1]),
        [change(phase.difference.absolute, "ns"), element("small", {},
            `${change(phase.difference.interval[0], "ns")} to ${change(phase.difference.interval[1], "ns")}` + (phase.difference.significant ? " *" : ""))],
        time(phase.medians[0]), time(phase.medians[1])];
    const parts = phase => [...new Set(phase.parts.flat().map(part => part.title))].map(title =>
        ["– " + title, ...phase.parts.map(of => time(of.find(part => part.title === title)?.mean)), "", "", ""]);
    return table([{name: "Phase", text: true}, {name: "A, mean"}, {name: name + ", mean"}, {name: "Difference"}, {name: "A, median"}, {name: name + ", median"}],
        [...compared.phases.flatMap((phase, i) => [row(key(tone(i), phase.title), phase), ...parts(phase)]), row("All phases", compared.total)]);
}

function phases(compared, i) {
    const name = letters[i + 1];
    return element("div", {class: "stack", "data-phases": name},
        runs.length > 2 ? element("h3", {}, name + " against A") : null,
        element("p", {}, element("b", {}, compared.summary)),
        element("div", {class: "grid"},
            chart("Mean latency of A and " + name, stacked(compared, ["A", name], means), {height: 210}),
            chart(`Difference: ${name} − A`, stacked(compared, [`${name} − A`], phase => phase.difference.absolute), {height: 210})),
        element("div", {class: "card"}, phaseTable(compared, name)),
        compared.notes.length ? element("ul", {class: "card reasons"}, compared.notes.map(note => element("li", {}, note))) : null);
}

// Tables

function cell(each, i) {
    const value = shown(each.values[i], each.unit);
    const difference = i > 0 ? each.differences[i - 1] : null;
    if (!difference) {
        return value;
    }
    const sign = difference.absolute * {higher: -1, lower: 1, neither: 0}[each.better];
    const judged = !difference.significant ? "" : sign > 0 ? "bad-text" : sign < 0 ? "good-text" : "";
    const relative = difference.relative === null ? "" : (difference.relative > 0 ? "+" : "") + (100 * difference.relative).toFixed(1) + " %";
    const interval = difference.interval ? ` (${change(difference.interval[0], each.unit)} to ${change(difference.interval[1], each.unit)})` : "";
    return [value, element("small", judged ? {class: judged} : {},
        change(difference.absolute, each.unit) + interval + (relative ? ", " + relative : "") + (difference.significant ? " *" : ""))];
}

function verdictOf(run) {
    return element("span", run.verdict && run.verdict !== "VALID" ? {class: "bad-text"} : {}, run.verdict ?? "no verdict");
}

const heads = letters.map(name => ({name}));
const invalid = runs.some(run => run.verdict && run.verdict !== "VALID");

page.append(element("header", {},
    element("div", {}, element("h1", {}, runs.length + " runs compared"), element("p", {class: "soft"}, "A is the base: " + runs[0].name)), themeSwitch), nav);
if (data.findings) {
    page.append(element("div", {id: "verdict", class: "card verdict " + (data.findings.length ? "INVALID" : "VALID")},
        element("p", {}, element("b", {}, data.findings.length ? "Check failed" : "No regression")),
        element("ul", {class: "reasons"}, data.findings.map(finding => element("li", {}, finding)))));
}
section("runs", "Runs", invalid ? "The metrics of runs that are not VALID do not count." : null, element("div", {class: "card"}, table(
    [{name: "Run", text: true}, {name: "Result", text: true}, {name: "Tool", text: true}, {name: "Verdict", text: true}, {name: "Completed"}, {name: "Failed"}],
    runs.map((run, i) => [key(tone(i), letters[i]), run.name, run.tool, [verdictOf(run), run.reasons.length ? element("small", {}, run.reasons[0]) : null],
        number(run.completed), number(run.failed)]))));

const differing = Object.entries(data.settings);
section("settings", "Different settings", differing.length ? null : "No setting in the results differs.",
    differing.length ? element("div", {class: "card"}, table([{name: "Setting", text: true}, ...letters.map(name => ({name, text: true}))],
        differing.map(([name, values]) => [name, ...values.map(value => value ?? "–")]))) : null);

const divided = data.phases.map((compared, i) => compared && phases(compared, i)).filter(each => each);
if (divided.length) {
    section("phases", "Phases of the latency", "Mean latencies from the scheduled start to the end. The differences of the phases add up to the"
        + " difference of the latency; medians do not add up. A star marks significant differences.", ...divided);
}
const drawn = data.metrics.filter(metric => metric.curves.some(points => points.length));
if (drawn.length) {
    const dotted = drawn.some(metric => metric.curves.some(points => points.length && points.length < MANY_POINTS));
    section("curves", "Latency distributions", (dotted ? "Dots are results with only a few percentiles. " : "")
        + "The axis ends a little above the highest P99.",
        element("div", {class: "grid"}, drawn.map(metric => chart(metric.title, curves(metric), {height: 320}))));
    section("times", "Latencies", null, element("div", {class: "grid"}, drawn.map(metric => chart(metric.title, timeBars(metric)))));
}
const rates = figures.filter(each => !each.id.includes(".") && each.values.some(value => value));
section("rates", "Rates", null, element("div", {class: "grid"}, rates.map(rate => chart(rate.title, rateBars(rate), {height: 220}))));
section("figures", "All metrics", "Below a metric: its difference from the base, with the 95 % confidence interval. A star marks significant differences.",
    element("div", {class: "card"}, table([{name: "Metric", text: true}, ...heads], figures.map(each => [each.id, ...runs.map((_, i) => cell(each, i))]))));

const warnings = [...new Set(runs.flatMap(run => run.warnings))].map(warning => {
    const having = letters.filter((_, i) => runs[i].warnings.includes(warning));
    return having.length === runs.length ? warning : having.join(", ") + ": " + warning;
});
if (warnings.length) {
    section("warnings", "Warnings", null, element("ul", {class: "card reasons"}, warnings.map(warning => element("li", {}, warning))));
}
page.append(element("footer", {}, "Generated by LoadHarness, charts by Apache ECharts."));
drawAll();
