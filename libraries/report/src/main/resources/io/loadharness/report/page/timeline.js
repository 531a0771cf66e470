// SPDX-License-Identifier: Apache-2.0
// The timeline of a server startup.

const seconds = value => value === 0 ? "0 s" : time(value === null || value === undefined ? null : value * 1e9);
const processName = each => each.pid ? `${each.process} pid=${each.pid}`.trim() : "";

/** Returns the rows of the timeline, each phase before its parts. */
function phaseRows(phases, depth) {
    return phases.flatMap(phase => [
        {name: phase.title, depth, spans: phase.spans, processes: phase.processes ?? [phase], tone: depth ? "c3" : "c1"},
        ...phaseRows(phase.parts, depth + 1),
        ...(phase.uncategorized.length ? [{name: "Uncategorized", depth: depth + 1, spans: phase.uncategorized, processes: [], tone: "c5"}] : []),
    ]);
}

/** Returns the rows of the phases, and of the time that the log does not explain. */
function startRows(start) {
    const gap = start.uncategorized;
    return [...phaseRows(start.phases, 0), ...(gap.length ? [{name: "Uncategorized", depth: 0, spans: gap, processes: [], tone: "c5"}] : [])];
}

const rowLabel = row => "– ".repeat(row.depth) + row.name;

/** Returns the process of a row, or the durations of the fastest and the slowest of several. */
function rowProcess({processes}) {
    const byTime = [...processes].sort((one, other) => one.seconds - other.seconds);
    const shown = each => processName(each) + " " + seconds(each.seconds);
    return byTime.length > 1 ? `${byTime.length} processes: ${shown(byTime[0])} to ${shown(byTime.at(-1))}` : byTime.map(processName).join("");
}

function rowTip(row) {
    const fromTo = ([start, end]) => `${seconds(start)} to ${seconds(end)}: ${seconds(end - start)}`;
    const lines = row.processes.length > 1
        ? row.processes.flatMap(each => each.spans.map(span => processName(each) + ", " + fromTo(span))) : row.spans.map(fromTo);
    return [row.name + (row.processes.length === 1 ? " " + rowProcess(row) : ""), ...lines.slice(0, 10)].join("\n").replace(/[{}|]/g, " ");
}

/** Each row is a stack of invisible bars before the spans and visible bars for the spans. */
function timelineOption(style, start, timeline) {
    const maxSpans = Math.max(...timeline.map(row => row.spans.length));
    const series = [];
    for (let i = 0; i < maxSpans; i++) {
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
        xAxis: {...style.axis, type: "value", name: "s since the first log line", min: 0, max: Math.max(start.seconds, 0.001)},
        yAxis: {...style.axis, type: "category", inverse: true, data: timeline.map(rowLabel), splitLine: {show: false},
            axisLabel: {color: style.soft, fontSize: narrow ? 10 : 12, width: narrow ? 108 : 180, overflow: "truncate"}},
        tooltip: {...base().common.tooltip, axisPointer: {type: "shadow", shadowStyle: {opacity: .12}},
            formatter: points => rowTip(timeline[points[0].dataIndex])},
        series,
    };
}

function timelineChart(title, start, note) {
    const timeline = startRows(start);
    return chart(title, style => timelineOption(style, start, timeline), {height: 66 + 26 * timeline.length, note});
}
