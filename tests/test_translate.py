"""Python as JavaScript: many small pieces run here and in Node, and must say the same; what is not known is refused with its line."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from spieltisch.browser.sources import Program, Source, Untranslatable
from spieltisch.browser.translate import translate

HERE = Path(__file__).parent.parent
BUNDLER = HERE / "node_modules" / ".bin" / "rolldown"

SNIPPETS = (Path(__file__).parent / "snippets.txt").read_text(encoding="utf-8").split("\n# ----\n")[1:]


def program_of(text: str) -> Program:
    """A program of one module, all of it wanted."""
    source = Source("snippet", text, "snippet.py")
    attributes = {node.attr for node in ast.walk(source.tree) if isinstance(node, ast.Attribute)}
    program = Program({"snippet": source})
    program.want({"snippet": " ".join(source.defined)}, attributes)
    return program


def as_javascript(text: str) -> str:
    """A snippet, translated."""
    program = program_of(text)
    return translate(program, program.sources["snippet"])[0]


def in_python(text: str) -> str:
    """What a snippet answers here."""
    module = sys.modules["snippet"] = ModuleType("snippet")
    exec(compile("from __future__ import annotations\n" + text, "snippet.py", "exec", dont_inherit=True), vars(module))
    return json.dumps(module.answer())


@pytest.fixture(scope="module")
def in_node(tmp_path_factory):
    """What all snippets answer in Node."""
    if not BUNDLER.exists() or shutil.which("node") is None:
        pytest.skip("needs Node and its packages")
    folder = tmp_path_factory.mktemp("snippets")
    subprocess.run([BUNDLER, HERE / "web/door/python.ts", "--file", folder / "python.mjs", "--format", "esm"], check=True, capture_output=True)
    run = ['import * as py from "./python.mjs";', "const said = [];"]
    for number, text in enumerate(SNIPPETS):
        (folder / f"snippet{number}.mjs").write_text(f'import * as py from "./python.mjs";\n{as_javascript(text)}\n', encoding="utf-8")
        ask = f'(await import("./snippet{number}.mjs")).answer()'
        run.append(f"try {{ said.push(JSON.stringify(py.outside({ask}))); }} catch (problem) {{ said.push(String(problem.stack)); }}")
    (folder / "run.mjs").write_text("\n".join([*run, "console.log(JSON.stringify(said));"]), encoding="utf-8")
    done = subprocess.run(["node", folder / "run.mjs"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("number", range(len(SNIPPETS)), ids=[text.strip().partition("\n")[0].strip("# ")[:60] for text in SNIPPETS])
def test_says_the_same_in_node(number, in_node):
    try:
        said = json.loads(in_node[number])
    except ValueError:
        pytest.fail(f"{in_node[number]}\n{as_javascript(SNIPPETS[number])}")
    assert said == json.loads(in_python(SNIPPETS[number])), as_javascript(SNIPPETS[number])


UNKNOWN = {
    "async def answer():\n    return 1": "AsyncFunctionDef",
    "def answer():\n    return b'x'": "b'x'",
    "def answer():\n    return 1 << 3, 9007199254740993": "9007199254740993",
    "def answer():\n    global x\n    x = 1": "Global",
    "def answer():\n    for x in []:\n        pass\n    else:\n        return 1": "else",
    "def answer():\n    return '%d' % 1": "Mod",
    "def answer():\n    return f'{1:>8}' + f'{1:{2}}'": "format",
    "def answer():\n    return 1 @ 2": "MatMult",
    "def answer():\n    return ~1": "Invert",
    "def answer():\n    return open('x')": "open",
    "import os\ndef answer():\n    return os.sep": "os.sep",
    "import math\ndef answer():\n    return math.exp(1)": "math.exp",
    "from functools import reduce\ndef answer():\n    return reduce(max, [1])": "reduce",
    "class A(int, str):\n    pass\ndef answer():\n    return A()": "parents",
    "def outer():\n    return 1\n@outer\ndef answer():\n    return 1": "decorator",
    "def answer():\n    try:\n        return 1\n    except:\n        return 2": "except",
    "def answer():\n    return (lambda x=1: x)()": "lambda",
    "def answer():\n    return sum([1], start=2)": "sum",
    "def answer():\n    x = [1, 2]\n    x[0], y = 1, 2\n    return y": "place",
    "def answer():\n    match 1:\n        case 1:\n            return 2": "Match",
}


@pytest.mark.parametrize(("text", "named"), UNKNOWN.items(), ids=UNKNOWN.values())
def test_what_is_not_known_is_refused_with_its_line(text, named):
    with pytest.raises(Untranslatable) as refused:
        as_javascript(text)
    line = int(str(refused.value).split(":")[1])
    assert str(refused.value).startswith("snippet.py:") and named in str(refused.value)
    assert 1 <= line <= text.count("\n") + 1


def test_only_what_is_asked_for_is_translated():
    text = "class Thing:\n    def told(self):\n        return helper()\n    def odd(self):\n        return open('x')\n"
    text += "def helper():\n    return 1\ndef unknown():\n    return os.sep\ndef answer():\n    return Thing().told()\n"
    source = Source("snippet", text, "snippet.py")
    program = Program({"snippet": source})
    program.want({"snippet": "answer"}, set())
    made = translate(program, source)[0]
    assert "told(" in made and "helper(" in made and "odd" not in made and "unknown" not in made
