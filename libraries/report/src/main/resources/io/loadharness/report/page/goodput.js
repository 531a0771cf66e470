// How many requests were good: answered, and within limits that the reader chooses.

const STATED = Object.keys(data.limits).length > 0;
const LIMITS = ["ttft", "tpot", "latency"].filter(id => data.limited[id].some(value => value !== null)).map(id => {
    const sorted = data.limited[id].filter(value => value !== null).sort((a, b) => a - b);
    return {id, values: data.limited[id], sorted, limit: data.limits[id] ?? sorted[Math.ceil((STATED ? 1 : .99) * sorted.length) - 1]};
});
const tried = data.limited.latency.length;

function atMost(sorted, limit) {
    let from = 0, to = sorted.length;
    while (from < to) {
        const middle = (from + to) >> 1;
        if (sorted[middle] <= limit) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

function shareOfGood() {
    let good = 0;
    for (let row = 0; row < tried; row++) {
        good += LIMITS.every(({values, limit}) => values[row] !== null && values[row] <= limit) ? 1 : 0;
    }
    return good / tried * counts.answered / total;
}

/** A slider goes by factors, because times do; a little beyond what was measured and what it begins with. */
function slider(each, changed) {
    const low = Math.max(1, Math.min(each.sorted[0], each.limit)) * .9;
    const high = Math.max(2, each.sorted[each.sorted.length - 1], each.limit) * 1.1;
    const place = limit => Math.round(1000 * Math.log(Math.max(limit, low) / low) / Math.log(high / low));
    const reached = element("span", {class: "small soft"});
    const range = element("input", {type: "range", min: 0, max: 1000, "aria-label": "At most, " + data.titles[each.id], id: "limit-" + each.id});
    const exact = element("input", {type: "number", min: 0, step: "any", "aria-label": data.titles[each.id] + " in milliseconds"});
    const say = () => {
        const within = 100 * atMost(each.sorted, each.limit) / each.sorted.length;
        reached.textContent = `${time(each.limit * 1e3)} holds for ${percent(within / 100)} of the answers`
            + (within < 100 ? `, so up to p${Math.floor(10 * within) / 10}` : "");
    };
    const show = () => {
        range.value = place(each.limit);
        exact.value = Number((each.limit / 1e3).toPrecision(4));
        say();
    };
    range.addEventListener("input", () => {
        each.limit = low * Math.pow(high / low, range.value / 1000);
        exact.value = Number((each.limit / 1e3).toPrecision(4));
        say();
        changed();
    });
    exact.addEventListener("input", () => {
        each.limit = 1e3 * Number(exact.value);
        range.value = place(each.limit);
        say();
        changed();
    });
    show();
    return element("div", {class: "limit"}, element("label", {for: "limit-" + each.id}, each.id === "latency" ? "Latency" : each.id.toUpperCase()),
        range, element("span", {}, exact, " ms"), reached);
}

if (tried > 0 && LIMITS.length) {
    const meter = element("div", {class: "meter", role: "img"});
    const result = element("b", {id: "goodput"}), parts = element("div", {class: "small number"});
    const part = (name, tone, share) => {
        meter.append(element("i", {style: `width: ${100 * share}%; background: var(--${tone})`}));
        parts.append(key(tone, name + " " + percent(share)));
    };
    const changed = () => {
        const good = shareOfGood(), failed = counts.failed / total;
        result.textContent = number(good * total / rates.duration) + " good requests/s";
        meter.replaceChildren();
        parts.replaceChildren();
        part("good", "good", good);
        part("beyond a limit", "warn", Math.max(0, 1 - good - failed));
        part("failed", "bad", failed);
        meter.setAttribute("aria-label", parts.textContent);
    };
    const sliders = LIMITS.map(each => slider(each, changed));
    changed();
    section("goodput", "Goodput under limits",
        "A request is good if it was answered and keeps all limits at once, timed from the send. What failed is never good. "
            + (STATED ? "The limits begin at what the run was held against; where there is no such limit, at the maximum." : "The limits begin at the 99th percentiles."),
        element("div", {class: "card"}, result, meter, parts, sliders,
            tried < counts.answered ? element("p", {class: "small soft"}, "Computed from " + number(tried) + " of the "
                + number(counts.answered) + " answered requests, chosen at random: shares are right within 0.7 percentage points, 95 times of 100.") : null));
}

settings();
page.append(element("footer", {}, "Made by LoadHarness " + run.version + ", charts by Apache ECharts. All times are of the client's clock."));
drawAll();
