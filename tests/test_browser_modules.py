"""The WebAssembly modules themselves: small, alone, the same from every build; and the linker that makes them."""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from node import node

import spieltisch
from spieltisch import arithmetic
from spieltisch.browser.link import NotAlone, linked, number, signed
from spieltisch.browser.lower import target_machine
from spieltisch.browser.module import made

SOURCE = Path(__file__).parent.parent / "src"
TINY = Path(__file__).parent / "tiny_room"
MOST = {".wasm": 100_000, ".bin": 60_000}  # bytes, compressed
named = pytest.mark.parametrize("key", spieltisch.game_keys())


@named
def test_a_module_is_small_and_asks_for_nothing(key):
    script = """
      const [zlib, fs] = [require("node:zlib"), require("node:fs")];
      const content = fs.readFileSync(process.argv[1]);
      const imports = process.argv[1].endsWith(".wasm") ? WebAssembly.Module.imports(new WebAssembly.Module(content)) : [];
      console.log(JSON.stringify([zlib.brotliCompressSync(content).length, imports]));
    """
    files = [file for file in made(key).iterdir() if file.suffix in MOST]
    assert len(files) == 4
    for file in files:
        size, imports = json.loads(node("-e", script, file)[0])
        assert size < MOST[file.suffix] and imports == []


def test_arithmetic_finds_the_same_bits_in_the_browser(tmp_path):
    script = """
      const fs = require("node:fs");
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(process.argv[1])));
      const bits = (number) => Buffer.from(Float64Array.of(number).buffer).toString("hex");
      for (const [name, ...given] of JSON.parse(fs.readFileSync(process.argv[2])))
        console.log(bits(exports[`arithmetic.${name}`](...given)));
    """
    dice = np.random.default_rng(3)
    calls = [("exp", number) for number in dice.uniform(-750, 720, 3000)]
    calls += [("log", math.exp(number)) for number in dice.uniform(-740, 700, 3000)]
    calls += [("cosine", number) for number in dice.uniform(-3, 3, 3000)]
    calls += [("power", *pair) for pair in dice.uniform(0, 60, (3000, 2))]
    file = tmp_path / "calls.json"
    file.write_text(json.dumps(calls))
    found = node("-e", script, made(spieltisch.game_keys()[0]) / f"{spieltisch.game_keys()[0]}.wasm", file)
    assert found == [struct.pack("<d", getattr(arithmetic, name)(*given)).hex() for name, *given in calls]


def test_the_same_sources_give_the_same_module(tmp_path):
    """Wherever they lie, and whatever else differs from one run to the next; and a room that has learned nothing yet has one too."""
    found = []
    for place in ("here", "somewhere/else"):
        source = tmp_path / place / "src"
        shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("tests", "__pycache__", "page"))
        shutil.copytree(TINY, source / "spieltisch" / "games" / "tiny_trade")
        making = "from spieltisch.browser.module import made; print(made('tiny-trade'))"
        environment = {**os.environ, "PYTHONPATH": str(source), "SPIELTISCH_CACHE": str(tmp_path / place)}
        ended = subprocess.run([sys.executable, "-c", making], env=environment, capture_output=True, text=True, check=True)
        folder = Path(ended.stdout.strip())
        found.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert found[0] == found[1] and set(found[0]) == {"tiny-trade.wasm", "tiny-trade.json"}


# ---------------------------------------------------------------- the linker


def compiled(text):
    """An object file of some LLVM code."""
    machine = target_machine()
    header = f'target triple = "wasm32-unknown-unknown"\ntarget datalayout = "{machine.target_data}"\n'
    return bytes(machine.emit_object(llvm.parse_assembly(header + text)))


TABLES = """
@numbers = internal constant [3 x i32] [i32 7, i32 11, i32 13]
@second = internal global ptr getelementptr ([3 x i32], ptr @numbers, i32 0, i32 1)
define i32 @direct(i32 %index) {
  %place = getelementptr [3 x i32], ptr @numbers, i32 0, i32 %index
  %number = load i32, ptr %place
  ret i32 %number
}
define i32 @by_way_of(i32 %index) {
  %first = load volatile ptr, ptr @second
  %place = getelementptr i32, ptr %first, i32 %index
  %number = load i32, ptr %place
  %other = call i32 @direct(i32 0)
  %sum = add i32 %number, %other
  ret i32 %sum
}
"""


def test_data_and_calls_find_their_places(tmp_path):
    file = tmp_path / "tables.wasm"
    file.write_bytes(linked(compiled(TABLES), {"direct": "direct", "by_way_of": "other"}))
    script = """
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1])));
      const heap = exports.heap.value;
      console.log(exports.direct(2), exports.other(0), exports.other(1), heap % 16, exports.memory.buffer.byteLength >= heap);
    """
    assert node("-e", script, file) == ["13 18 20 0 true"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("declare i32 @elsewhere()\ndefine i32 @here() {\n %n = call i32 @elsewhere()\n ret i32 %n\n}", "elsewhere"),
        ("@far = external global i32\ndefine i32 @here() {\n %n = load i32, ptr @far\n ret i32 %n\n}", "far"),
    ],
)
def test_what_lies_elsewhere_is_named(text, name):
    with pytest.raises(NotAlone, match=name):
        linked(compiled(text), {"here": "here"})


def test_numbers_are_written_as_short_as_they_go():
    assert [number(value) for value in (0, 127, 128, 624485)] == [b"\0", b"\x7f", b"\x80\1", b"\xe5\x8e\x26"]
    assert [signed(value) for value in (0, 63, 64, -64, -65, -123456)] == [b"\0", b"\x3f", b"\xc0\0", b"\x40", b"\xbf\x7f", b"\xc0\xbb\x78"]
