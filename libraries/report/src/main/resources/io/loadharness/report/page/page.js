// SPDX-License-Identifier: Apache-2.0
"use strict";
// Shared by all pages: elements, number formats, charts that follow the theme.

const data = JSON.parse(document.getElementById("data").textContent);

/** Creates an element. Children that are not nodes become text, so data cannot become markup. */
function element(tag, attributes = {}, ...children) {
    const created = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            created.addEventListener(name, value);
        } else if (value !== undefined) {
            created.setAttribute(name, value);
        }
    }
    created.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null));
    return created;
}

const page = document.getElementById("page");
const nav = element("nav", {class: "screen"});

function section(id, title, about, ...children) {
    nav.append(element("a", {href: "#" + id}, title));
    page.append(element("section", {id}, element("h2", {}, title), about ? element("p", {class: "soft"}, about) : null, ...children));
}

// Numbers

const grouped = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const compact = new Intl.NumberFormat("en", {notation: "compact", maximumFractionDigits: 1});

function number(value) {
    if (value === undefined || value === null) {
        return "–";
    }
    return value >= 1000 || Number.isInteger(value) ? grouped.format(value) : String(Number(value.toPrecision(3)));
}

function percent(share) {
    const value = 100 * share;
    const digits = value > 0 && value < 1 || value > 99 && value < 100 ? 2 : 1;
    return (value > 99.99 && value < 100 ? 99.99 : value).toFixed(digits).replace(/\.0+$/, "") + " %";
}

function time(nanos) {
    if (nanos === undefined || nanos === null) {
        return "–";
    }
    const size = Math.abs(nanos);
    const [factor, unit] = size < 1e3 ? [1, "ns"] : size < 1e6 ? [1e3, "µs"] : size < 1e9 ? [1e6, "ms"] : [1e9, "s"];
    return trimmed(nanos / factor) + " " + unit;
}

function trimmed(value) {
    return Math.abs(value) >= 1000 ? grouped.format(value) : String(Number(value.toPrecision(3)));
}

/** Returns the title of a percentile: p50 is the median. */
function percentileName(id) {
    return id === "p50" ? "Median" : id.toUpperCase();
}

function measured(value, unit) {
    return unit === "ns" ? time(value) : number(value);
}

/** Formats the numbers of an axis, where space is limited. */
function tick(value) {
    return Math.abs(value) >= 10000 ? compact.format(value) : trimmed(value);
}

/** Formats seconds, as in 12.5 s and 3 min 20 s. */
function duration(seconds) {
    return seconds < 120 ? trimmed(seconds) + " s" : Math.floor(seconds / 60) + " min " + Math.round(seconds % 60) + " s";
}

/** Returns the factor and the unit for an axis with this maximum. */
function axisUnit(nanos) {
    return nanos < 2e6 ? [1e3, "µs"] : nanos < 2e9 ? [1e6, "ms"] : [1e9, "s"];
}

// Parts

function table(heads, rows) {
    const cell = (tag, content, head) => element(tag, head.text ? {class: "text"} : {}, content);
    return element("div", {class: "scroll"}, element("table", {},
        element("thead", {}, element("tr", {}, heads.map(head => cell("th", head.name, head)))),
        element("tbody", {}, rows.map(row => element("tr", {}, row.map((content, i) => cell("td", content, heads[i])))))));
}

/** Creates a group of buttons of which one is pressed. */
function choice(label, options, chosen, choose) {
    const buttons = Object.entries(options).map(([id, name]) => element("button", {
        type: "button", "data-option": id, "aria-pressed": String(id === chosen), click: event => {
            for (const each of buttons) {
                each.setAttribute("aria-pressed", String(each === event.currentTarget));
            }
            choose(id);
        },
    }, name));
    return element("div", {class: "choice screen", role: "group", "aria-label": label}, buttons);
}

/** Creates a legend entry: a colored square and its text. */
function key(tone, text) {
    return element("span", {class: "keyed"}, element("span", {class: "key", style: `background: var(--${tone})`}), text);
}

// Charts

const charts = [];

function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** Creates a chart in a card. The option function is called again when the theme or a choice changes. */
function chart(title, option, settings = {}) {
    const box = element("div", {class: "chart", role: "img", "aria-label": title});
    if (settings.height) {
        box.style.height = settings.height + "px";
    }
    const card = element("div", {class: "card"}, element("h3", {}, title), settings.note, box);
    charts.push({box, option, group: settings.group});
    return card;
}

function base() {
    const ink = color("ink"), soft = color("soft"), line = color("line");
    const axis = {
        nameLocation: "middle", nameGap: 30, nameTextStyle: {color: soft}, axisLabel: {color: soft, hideOverlap: true, formatter: tick},
        axisLine: {lineStyle: {color: line}}, splitLine: {lineStyle: {color: line}}, axisTick: {show: false},
    };
    return {
        ink, soft, line, axis,
        common: {
            animation: false, backgroundColor: "transparent",
            textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: ink},
            grid: {left: 62, right: 18, top: 40, bottom: 46, outerBoundsMode: "none"},
            legend: {top: 0, right: 0, itemWidth: 14, itemHeight: 8, textStyle: {color: soft}, inactiveColor: line},
            tooltip: {
                trigger: "axis", renderMode: "richText", confine: true, backgroundColor: color("card"), borderColor: line,
                textStyle: {color: ink, fontSize: 12}, axisPointer: {lineStyle: {color: soft}},
            },
        },
    };
}

function draw(each) {
    if (!each.instance) {
        each.instance = echarts.init(each.box, null, {renderer: "svg", ...size(each.box)});
        if (each.group) {
            each.instance.group = each.group;
            echarts.connect(each.group);
        }
        boxes.observe(each.box);
    }
    const {common, ...style} = base();
    each.instance.setOption({...common, ...each.option(style)}, true);
}

function size(box) {
    return {width: box.clientWidth || 600, height: box.clientHeight || 260};
}

function fit() {
    for (const {box, instance} of charts) {
        const {width, height} = size(box);
        if (instance && (instance.getWidth() !== width || instance.getHeight() !== height)) {
            instance.resize({width, height});
            instance.getZr().flush();
        }
    }
}

const boxes = new ResizeObserver(fit);

function drawAll() {
    fit();
    charts.forEach(draw);
}

// Theme: that of the system until the user chooses one; print is always light.

const dark = matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null;

function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    drawAll();
}

function currentTheme() {
    return chosenTheme ?? (dark.matches ? "dark" : "light");
}

document.documentElement.dataset.theme = currentTheme();
dark.addEventListener("change", () => setTheme(currentTheme()));
addEventListener("beforeprint", () => {
    document.documentElement.classList.add("paper");
    setTheme("light");
});
addEventListener("afterprint", () => {
    document.documentElement.classList.remove("paper");
    setTheme(currentTheme());
});

const themeSwitch = element("button", {
    type: "button", class: "plain", id: "theme", click: () => {
        chosenTheme = currentTheme() === "dark" ? "light" : "dark";
        setTheme(chosenTheme);
    },
}, "Light / dark");
