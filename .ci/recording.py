# SPDX-License-Identifier: Apache-2.0
"""Converts the recording of a terminal by script(1) to an animated SVG. It knows the escape sequences that LoadHarness prints."""

import argparse
import html
import re

CHARACTER_WIDTH = 8.0
LINE_HEIGHT = 18
MARGIN = 16
SECONDS_OF_A_FRAME = 1.0  # a shorter change is not shown
SECONDS_OF_A_PARAGRAPH = 1.4  # output that arrives at once is shown paragraph by paragraph
SECONDS_AT_THE_END = 6.0
COLORS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341"}
TOKEN = re.compile(r"\x1b\[(\d*)([A-Za-z])|\r|\n|[^\x1b\r\n]+")


class Terminal:
    """The visible lines of a terminal. A line is a tuple of a text and its color."""

    def __init__(self, columns, rows):
        self.columns = columns
        self.rows = rows
        self.lines = [("", None)]
        self.row = 0
        self.column = 0
        self.color = None

    def write(self, match):
        text = match.group(0)
        if text == "\r":
            self.column = 0
        elif text == "\n":
            self.next_line()
        elif match.group(2):
            self.control(match.group(2), int(match.group(1) or 0))
        else:
            self.print(text)

    def next_line(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append(("", None))

    def print(self, text):
        room = self.columns - self.column
        line, color = self.lines[self.row]
        line = line[: self.column].ljust(self.column) + text[:room] + line[self.column + len(text) :]
        self.lines[self.row] = (line, self.color or (color if self.column else None))
        self.column += len(text[:room])
        if len(text) > room:
            self.next_line()
            self.column = 0
            self.print(text[room:])

    def control(self, kind, number):
        if kind == "A":
            self.row = max(0, self.row - max(1, number))
        elif kind == "K":
            text, color = self.lines[self.row]
            self.lines[self.row] = (text[: self.column], color)
        elif kind == "J":
            text, color = self.lines[self.row]
            self.lines[self.row] = (text[: self.column], color)
            del self.lines[self.row + 1 :]
        elif kind == "m":
            self.color = COLORS.get(number)
        else:
            raise ValueError("unknown escape sequence: ESC [ %d %s" % (number, kind))

    def screen(self):
        return tuple(self.lines[-self.rows :])


def chunks(output, timing):
    """Yields the delay before each piece of the output, and the piece."""
    with open(output, "rb") as file:
        file.readline()  # the header of script
        data = file.read()
    position = 0
    with open(timing) as file:
        for line in file:
            delay, size = line.split()[-2:]
            yield float(delay), data[position : position + int(size)].decode("utf-8", "replace")
            position += int(size)


def frames(arguments):
    """Returns pairs of a screen and its duration in seconds."""
    terminal = Terminal(arguments.columns, arguments.rows)
    result = []
    waited = 0.0

    def show(seconds):
        screen = terminal.screen()
        if result and result[-1][0] == screen:
            result[-1][1] += seconds
        else:
            result.append([screen, seconds])

    for match in TOKEN.finditer("$ " + arguments.command + "\r\n"):
        terminal.write(match)
    for delay, text in chunks(arguments.output, arguments.timing):
        waited += delay
        if waited >= SECONDS_OF_A_FRAME:
            show(waited)
            waited = 0.0
        lines = 0
        for match in TOKEN.finditer(text):
            if match.group(0) == "\n":
                lines += 1
                if terminal.lines[terminal.row][0] == "" and lines > 4:
                    show(SECONDS_OF_A_PARAGRAPH)
                    lines = 0
            elif match.group(2) == "A":
                lines = 0
            terminal.write(match)
    show(SECONDS_AT_THE_END)
    return result


def svg(arguments):
    shown = frames(arguments)
    total = sum(seconds for _, seconds in shown)
    width = round(arguments.columns * CHARACTER_WIDTH + 2 * MARGIN)
    height = arguments.rows * LINE_HEIGHT + 2 * MARGIN
    lines = {}
    groups = []
    for index, (screen, _) in enumerate(shown):
        uses = []
        for row, line in enumerate(screen):
            if line[0].strip():
                name = lines.setdefault(line, "l%d" % len(lines))
                uses.append('<use href="#%s" y="%d"/>' % (name, row * LINE_HEIGHT))
        groups.append('<g transform="translate(0 %d)">%s</g>' % (index * height, "".join(uses)))
    steps = []
    at = 0.0
    for index, (_, seconds) in enumerate(shown):
        steps.append("%.3f%%{transform:translateY(%dpx)}" % (100 * at / total, -index * height))
        at += seconds
    last = (len(shown) - 1) * height
    steps.append("100%%{transform:translateY(%dpx)}" % -last)
    texts = []
    for (text, color), name in lines.items():
        fill = ' fill="%s"' % color if color else ""
        length = round(len(text.rstrip()) * CHARACTER_WIDTH, 1)
        texts.append('<text id="%s" textLength="%s"%s>%s</text>' % (name, length, fill, html.escape(text.rstrip(), quote=False)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">' % (width, height, width, height)
        + "<title>%s</title>" % html.escape(arguments.command, quote=False)
        + "<style>text{font:13.3px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}"
        + "#s{transform:translateY(%dpx);animation:s %.2fs step-end infinite}" % (-last, total)
        + "@keyframes s{%s}@media (prefers-reduced-motion:reduce){#s{animation:none}}</style>" % "".join(steps)
        + "<defs>%s</defs>" % "".join(texts)
        + '<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="#161b22" stroke="#3d444d"/>' % (width - 1, height - 1)
        + '<svg x="%d" y="%d" width="%d" height="%d" viewBox="0 -13 %d %d" fill="#e6edf3">'
        % (MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
        + '<g id="s">%s</g></svg></svg>\n' % "".join(groups)
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--columns", type=int, required=True)
    parser.add_argument("--rows", type=int, required=True)
    parser.add_argument("--command", required=True, help="the first line of the screen")
    parser.add_argument("output")
    parser.add_argument("timing")
    parser.add_argument("svg")
    arguments = parser.parse_args()
    with open(arguments.svg, "w", encoding="utf-8") as file:
        file.write(svg(arguments))


main()
