"""From compiled rules to an object file for wasm32. A process that has called `gather` compiles for the browser and runs nothing.

Numba makes LLVM code of every rule. Usually it optimises each with all that it calls, again and again; here the pieces are kept as they
are, put into one module, and optimised once. Nothing may allocate: Numba's reference counting is off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack

from spieltisch import rule

from .exports import LENGTH, Array, Export

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # in every browser since 2021
OUTSIDE = "outside."  # before the names of what is exported
WHERE = "answers"  # tells where the answers are noted
ANSWERS = 16  # how many numbers a call may answer with

ROOT = """
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %number) {
  %root = call double @llvm.sqrt.f64(double %number)
  ret double %root
}
"""  # the machine's own, exact everywhere; Numba calls a library's


class NotPlain(Exception):
    """A function that cannot be made for the browser, and why."""


class Gathered(JITCodeLibrary):
    """A piece of compiled code that is kept as it is."""

    every: list[Any] = []  # noqa: RUF012 (all of this process)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True
        Gathered.every.append(self._final_module)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


def gather() -> None:
    """From here on nothing is compiled for this machine."""
    rule.is_kept = False
    codegen: Any = cpu_target.target_context.codegen()
    codegen._library_class = Gathered
    codegen.set_env = lambda name, env: None
    lowering: Any = Lower
    lowering.create_cpython_wrapper = lambda self, release_gil=False: None
    lowering.create_cfunc_wrapper = lambda self: None


def flags() -> Any:
    """How everything is compiled: as the rules themselves, without counting references."""
    wanted: Any = Flags()
    wanted.nrt = False
    wanted.error_model = "numpy"
    return wanted


def compiled_object(exports: list[Export], kinds: Mapping[str, Any]) -> tuple[bytes, dict[str, int]]:
    """The object file of these functions, and how many numbers each answers with."""
    entries, answers = [], {}
    for export in exports:
        entry, answers[export.name] = entry_of(export, kinds)
        entries.append(entry)
    entries.append(f'define ptr @"{OUTSIDE}{WHERE}"() {{\n  ret ptr @answers\n}}')
    return optimised(in_one_module("\n".join(entries)), exports), answers


def in_one_module(entries: str) -> Any:
    """All that was gathered and the entries, for the other machine."""
    whole = Gathered.every[0]
    for part in Gathered.every[1:]:
        whole.link_in(part)
    machine = target_machine()
    text = str(whole)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r"(?m)^declare double @(llvm\.sqrt\.f64|sqrt)\(.*$", "", text) + ROOT
    return llvm.parse_assembly(f"{text}\n@answers = internal global [{ANSWERS} x double] zeroinitializer\n{entries}")


def optimised(module: Any, exports: list[Export]) -> bytes:
    """The object file of a module."""
    machine = target_machine()
    outside = {OUTSIDE + export.name for export in exports} | {OUTSIDE + WHERE}
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in outside:
            part.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(2)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    missing = [part.name for part in module.functions if part.is_declaration and not part.name.startswith("llvm.")]
    if missing:
        raise NotPlain(f"asks for {', '.join(missing)}")
    return bytes(machine.emit_object(module))


def target_machine() -> Any:
    """The machine inside a browser."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=2, features=FEATURES)


# ---------------------------------------------------------------- entries


def entry_of(export: Export, kinds: Mapping[str, Any]) -> tuple[str, int]:
    """A function that takes numbers and places in memory and calls a rule; what that answers is noted, and the first number handed back."""
    wanted = [kinds[kind] for kind in export.arguments]
    signature = tuple(numba_type(kind) for kind in wanted)
    with ConfigStack().enter(flags()):
        export.function.compile(signature)
    made = export.function.overloads[signature]
    outside = [f"{outer_type(kind)} %a{index}" for index, kind in enumerate(wanted)]
    inside, lines = [], []
    if any(isinstance(kind, Array) and LENGTH in kind.shape for kind in wanted):
        outside.append("i32 %length")
        lines.append(f"%{LENGTH} = sext i32 %length to i64")
    for index, kind in enumerate(wanted):
        more, values = inner(kind, f"%a{index}")
        lines += more
        inside += values
    returned = returned_type(made.signature.return_type, export.name)
    lines += [
        f"%answer = alloca {returned}",
        "%problem = alloca ptr",
        f'%status = call i32 @"{made.fndesc.llvm_func_name}"(ptr %answer, ptr %problem, {", ".join(inside)})',
    ]
    count = 0
    for path, kind in numbers_in(made.signature.return_type):
        lines += noted(returned, path, kind, count)
        count += 1
    lines += ["%first = load double, ptr @answers", "ret double %first"] if count else ["ret double 0.0"]
    body = "\n  ".join(lines)
    return f'define double @"{OUTSIDE}{export.name}"({", ".join(outside)}) {{\n  {body}\n}}\n', count


def numba_type(kind: Any) -> Any:
    """What the compiler calls a kind of argument."""
    if isinstance(kind, Array):
        return kind.numba
    if isinstance(kind, tuple):
        return types.NamedTuple([part.numba for part in kind], type(kind))
    return types.int64 if kind is None or kind is types.int32 else kind


def outer_type(kind: Any) -> str:
    """What is handed over for it from outside."""
    return {types.int32: "i32", types.int64: "i64", types.float64: "double"}.get(kind, "ptr")


def inner(kind: Any, name: str) -> tuple[list[str], list[str]]:
    """The lines that make of it what a rule takes, and that."""
    if kind is types.int32:
        return [f"{name}.wide = sext i32 {name} to i64"], [f"i64 {name}.wide"]
    if kind is None:
        return [], ["i64 0"]
    if isinstance(kind, Array):
        return [], array_parts(kind, name)
    if not isinstance(kind, tuple):
        return [], [f"{outer_type(kind)} {name}"]
    lines, values, offset = [], [], 0
    for index, part in enumerate(kind):
        lines.append(f"{name}.p{index} = getelementptr i8, ptr {name}, i32 {offset}")
        values += array_parts(part, f"{name}.p{index}")
        offset += part.bytes
    return lines, values


def array_parts(kind: Array, name: str) -> list[str]:
    """An array as Numba hands it over: owner, parent, count, size of one, data, shape, strides."""
    strides = [kind.itemsize * int(np.prod(kind.shape[index + 1 :], dtype=int)) for index in range(len(kind.shape))]
    shape = [f"i64 %{LENGTH}" if length == LENGTH else f"i64 {length}" for length in kind.shape]
    count = f"i64 %{LENGTH}" if LENGTH in kind.shape else f"i64 {int(np.prod(kind.shape))}"
    return ["ptr null", "ptr null", count, f"i64 {kind.itemsize}", f"ptr {name}", *shape, *(f"i64 {step}" for step in strides)]


def returned_type(kind: Any, name: str) -> str:
    """How a rule's answer lies in memory."""
    for _, number in numbers_in(kind):
        if not isinstance(number, types.Integer | types.Float | types.Boolean):
            raise NotPlain(f"{name} answers with {number}")
    return str(cpu_target.target_context.get_return_type(kind)) if kind is not types.none else "ptr"


def numbers_in(kind: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The numbers of an answer, in order, each with the way to it through nested tuples."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for index in range(len(parts)):
            yield from numbers_in(parts[index], (*path, index))
    elif kind is not types.none:
        yield path, types.unliteral(kind)


def noted(returned: str, path: tuple[int, ...], kind: Any, place: int) -> list[str]:
    """The lines that note one number of an answer."""
    own = f"%n{place}"
    number = str(cpu_target.target_context.get_data_type(kind))
    way = "".join(f", i32 {index}" for index in path)
    turn = "uitofp" if isinstance(kind, types.Boolean) or not getattr(kind, "signed", True) else "sitofp"
    found = [f"{own}.at = getelementptr {returned}, ptr %answer, i32 0{way}", f"{own} = load {number}, ptr {own}.at"]
    if number != "double":
        found.append(f"{own}.real = {'fpext' if isinstance(kind, types.Float) else turn} {number} {own} to double")
    value = own if number == "double" else f"{own}.real"
    return [*found, f"store double {value}, ptr getelementptr ([{ANSWERS} x double], ptr @answers, i32 0, i32 {place})"]
