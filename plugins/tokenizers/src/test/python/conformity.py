# SPDX-License-Identifier: Apache-2.0
"""Creates the conformity corpus: python conformity.py OUT.

Needs jinja2 3.1.6. Writes conversations.jsonl, and expected.json with the rendering of each template of the folder conformity for each
conversation: "!raised" if the template rejects the conversation, "!error" for any other error, or the start of the SHA-256 of the text.
For the first conversations it also writes the texts.
"""

import hashlib
import json
import pathlib
import random
import sys

import fixtures

HERE = pathlib.Path(__file__).parent
COUNT = 300
TEXTS = 2

SENTENCES = [
    "How far is the moon?",
    "Write a haiku about rain.",
    "  Leading and trailing blanks  ",
    "two\nlines\n\nand a blank one\n",
    "Grüße aus Köln, naïve café",
    "こんにちは、元気ですか。",
    "Что нового? 你好 مرحبا",
    "an emoji 🙂 and a family 👨\u200d👩\u200d👧",
    'quotes "double" and \'single\' and `code`',
    "back\\slash, tab\there, <b>tags</b> &amp; more",
    "{{ not a tag }} {% nor this %} {# nor this #}",
    "<|im_start|>user\nspecial tokens<|im_end|>",
    "separators \u2028 and \x0b and \x1c and \xa0 and \ufeff",
    "percent %s %d %% and braces {} {0}",
    "/no_think 1 + 1 = ?",
    "x" * 60,
    "42",
    "It depends.\n\n```python\nprint('hi')\n```",
]
REASONS = ["Short one.", "First, count.\nThen add.", "  spaces around \n", "Ünïcode …", ""]


def tool(name, description, properties, required=None, **more):
    parameters = {"type": "object", "properties": properties}
    if required is not None:
        parameters["required"] = required
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters, **more}}


WEATHER = tool(
    "get_weather",
    'Returns the "weather" of a place.',
    {
        "place": {"type": "string", "description": "City & country, e.g. Köln"},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius", "description": "The unit"},
        "days": {"type": "integer", "description": "Number of days", "default": 3},
    },
    ["place"],
)
SEARCH = tool(
    "search",
    "Searches.\nReturns texts.",
    {
        "query": {"type": "string", "description": "Words  "},
        "tags": {"type": "array", "items": {"type": "string"}, "description": "Tags"},
        "range": {"type": "object", "properties": {"from": {"type": "number"}, "to": {"type": ["number", "null"]}}, "description": "Years"},
        "strict": {"type": "boolean", "description": "Exact words"},
        "any": {"oneOf": [{"type": "string", "description": "text"}, {"type": "integer", "default": 0}], "description": "Either"},
    },
    ["query", "tags"],
)
CLOCK = tool("now", "Returns the time", {})
TOOLSETS = [None, [], [WEATHER], [SEARCH], [WEATHER, SEARCH], [CLOCK], [WEATHER, SEARCH, CLOCK]]
DOCUMENTS = [
    None,
    None,
    None,
    [{"doc_id": 7, "title": "Rain", "text": "Rain falls."}, {"title": "Snow", "text": "Snow is\nwhite: ❄"}],
    [{"text": "One document"}],
]


def parts(random, text):
    made = [{"type": "text", "text": text}]
    for _ in range(random.randrange(3)):
        made.insert(random.randrange(len(made) + 1), {"type": "image"})
    if random.random() < 0.3:
        made.append({"type": "text", "text": random.choice(SENTENCES)})
    return made


def arguments(random):
    made = {
        "place": random.choice(["Köln", "New York", 'a "b"', ""]),
        "days": random.choice([1, 0, -3, 2.5, 1e16, 12345678901234567890]),
        "strict": random.choice([True, False, None]),
        "tags": random.choice([[], ["a", "ü"], [1, [2, {"deep": None}]]]),
        "range": {"from": 1990, "to": None},
    }
    keys = [key for key in made if random.random() < 0.6]
    random.shuffle(keys)
    return {key: made[key] for key in keys}


def calls(random, number):
    made = []
    for i in range(random.choice([1, 1, 1, 2, 3])):
        function = {"name": random.choice(["get_weather", "search", "now"]), "arguments": arguments(random)}
        if random.random() < 0.15:
            function["arguments"] = json.dumps(function["arguments"])
        call = {"type": "function", "function": function}
        if random.random() < 0.85:
            call = {"id": f"call{number}{i:03d}0"[:9].ljust(9, "x"), **call}
        made.append(call)
    return made


def conversation(random, number):
    messages = []
    if random.random() < 0.5:
        messages.append({"role": "system", "content": random.choice(["Be brief.", "  Answer in German.\n", "", "Use /think always"])})
        if random.random() < 0.1:
            messages[0]["content"] = [{"type": "text", "text": messages[0]["content"]}]
    with_tools = random.random() < 0.45
    with_parts = random.random() < 0.15
    for turn in range(random.choice([1, 1, 2, 2, 3, 5])):
        text = random.choice(SENTENCES)
        messages.append({"role": "user", "content": parts(random, text) if with_parts and random.random() < 0.7 else text})
        if random.random() < 0.05:
            messages.append({"role": "user", "content": "and again"})
        if with_tools and random.random() < 0.7:
            made = calls(random, number % 10)
            content = random.choice([None, None, "", "I look it up."])
            messages.append({"role": "assistant", "content": content, "tool_calls": made})
            if random.random() < 0.3:
                messages[-1]["reasoning_content"] = random.choice(REASONS)
            for call in made:
                result = {"role": "tool", "content": random.choice(["20 °C", '{"a": 1}', "", "line\nline"])}
                if "id" in call:
                    result["tool_call_id"] = call["id"]
                if random.random() < 0.5:
                    result["name"] = call["function"]["name"]
                messages.append(result)
        answer = random.choice(SENTENCES)
        if random.random() < 0.2:
            answer = "<think>\n" + random.choice(REASONS) + "\n</think>\n\n" + answer
        if random.random() < 0.05:
            answer = random.choice(["", None])
        messages.append({"role": "assistant", "content": answer})
        if random.random() < 0.2:
            messages[-1]["reasoning_content"] = random.choice(REASONS)
        if random.random() < 0.05:
            messages[-1]["name"] = "model"
    if random.random() < 0.6:
        while messages and messages[-1]["role"] == "assistant":
            messages.pop()
    if random.random() < 0.02:
        messages = []
    made = {"messages": messages, "add_generation_prompt": random.random() < 0.7}
    made["tools"] = random.choice(TOOLSETS[2:]) if with_tools else random.choice(TOOLSETS[:2] + [None] * 6)
    made["documents"] = random.choice(DOCUMENTS)
    if random.random() < 0.3:
        made["enable_thinking"] = random.choice([True, False])
    if random.random() < 0.1:
        made["reasoning_effort"] = random.choice(["low", "high"])
    if random.random() < 0.1:
        made["tools_in_user_message"] = False
    if random.random() < 0.1:
        made["builtin_tools"] = ["search", "code_interpreter"]
    if random.random() < 0.1:
        made["controls"] = random.choice([{"citations": True}, {}])
    return made


def conversations():
    """Returns conversations that are the same on each call."""
    seeded = random.Random(2026)
    return [conversation(seeded, number) for number in range(COUNT)]


def variables(made):
    return {"bos_token": "<s>", "eos_token": "</s>", **made}


def cell(rendered):
    if "text" in rendered:
        return hashlib.sha256(rendered["text"].encode("utf-8")).hexdigest()[:16]
    return "!raised" if rendered["refused"] == "TemplateError" else "!error"


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    made = conversations()
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in made]
    (out / "conversations.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    env = fixtures.environment()
    expected = {}
    for file in sorted((HERE / "conformity").glob("*.jinja")):
        source = file.read_text(encoding="utf-8")
        rendered = [fixtures.render(env, source, variables(each)) for each in made]
        expected[file.stem] = {
            "source": source,
            "renderings": [cell(each) for each in rendered],
            "texts": [each.get("text") for each in rendered[:TEXTS]],
        }
    fixtures.write(out / "expected.json", expected)


if __name__ == "__main__":
    main()
