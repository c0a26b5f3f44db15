"""Python's statements as JavaScript: from a module of ours the text of an ES module. See `sources` for what of it is translated.

Compiled functions are not translated: a call of one goes to the room's WebAssembly."""

from __future__ import annotations

import ast
import importlib
import json
import textwrap
from collections.abc import Iterator
from typing import Any

from .expressions import Expressions, is_super, parameter_names, quoted, safe
from .sources import Bound, Program, Source, is_compiled

REMEMBERED = {"cache", "lru_cache"}
DROPPED = (ast.Pass, ast.Assert, ast.Import, ast.ImportFrom)


def translate(program: Program, source: Source) -> tuple[str, dict[str, Bound], set[Bound]]:
    """The JavaScript of a module without its imports; the names that it takes from others; the compiled functions that it calls."""
    made = Module(program, source)
    text = "\n".join(made.parts())
    return text, made.used, made.compiled


class Module(Expressions):
    """The statements of one module."""

    def parts(self) -> Iterator[str]:
        """Its wanted definitions, in order."""
        for node in self.source.tree.body:
            names = [name for name, found in self.source.defined.items() if found is node]
            if not names and not isinstance(node, (ast.Import, ast.ImportFrom)) and not says_nothing(node):
                self.refuse(node, f"{type(node).__name__} is not known")
            if any((self.source.name, name) in self.program.wanted for name in names):
                yield self.definition(node, names)

    def definition(self, node: ast.stmt, names: list[str]) -> str:
        """A function, a class or a constant of the module."""
        if is_compiled(node):
            return f"export const {names[0]} = $rules.of({quoted(self.source.name.rpartition('.')[2] + '.' + names[0])});"
        if isinstance(node, ast.FunctionDef):
            return f"export {self.function(node)}" if not self.is_remembered(node) else self.remembered(node)
        if isinstance(node, ast.ClassDef):
            return f"export {self.a_class(node)}"
        declared = f"export let {', '.join(map(safe, names))};"
        return f"{declared}\n{self.stmt(node)}"

    def is_remembered(self, node: ast.FunctionDef) -> bool:
        """Does a function remember its answers? Other decorators are refused."""
        for one in node.decorator_list:
            if not isinstance(one, ast.Name) or one.id not in REMEMBERED:
                self.refuse(node, "such a decorator is not known")
        return bool(node.decorator_list)

    def remembered(self, node: ast.FunctionDef) -> str:
        return f"export const {safe(node.name)} = py.cache((() => {{\n{indented(self.function(node))}\n  return {safe(node.name)};\n}})());"

    # ------------------------------------------------ functions

    def function(self, node: ast.FunctionDef) -> str:
        """A function, and the names of its parameters."""
        parts, names, body = self.inside(node, 0)
        star = "*" if has_yield(node) else ""
        signed = f"\npy.signed({safe(node.name)}, {quoted(names)});" if names else ""
        return f"function{star} {safe(node.name)}({', '.join(parts)}) {{\n{body}\n}}{signed}"

    def inside(self, node: ast.FunctionDef, skip: int, first: str = "") -> tuple[list[str], str, str]:
        """Parameters, their names, and the body of a function; `skip`: the one that stands for the thing itself."""
        own = parameter_names(node.args)
        local = set(assigned(node.body)) - own
        self.known.append(own | local | {part.name for part in own_nodes(node.body) if isinstance(part, ast.FunctionDef)})
        parts, names, head = self.parameters(node.args, skip)
        lines = [first, head, f"let {', '.join(sorted(map(safe, local)))};" if local else "", self.block(node.body)]
        self.known.pop()
        return parts, names, indented("\n".join(line for line in lines if line))

    def block(self, body: list[ast.stmt]) -> str:
        """Statements, one after the other; a text alone says something to readers only."""
        kept = [node for node in body if not isinstance(node, DROPPED) and not says_nothing(node)]
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.source.bound |= self.source.imported(node)
        return "\n".join(self.stmt(node) for node in kept)

    def stmt(self, node: ast.stmt) -> str:
        """A statement."""
        found = getattr(self, f"do_{type(node).__name__}", None)
        if found is None:
            self.refuse(node, f"{type(node).__name__} is not known")
        return str(found(node))

    def nested(self, body: list[ast.stmt]) -> str:
        """A block in braces."""
        return f"{{\n{indented(self.block(body))}\n}}"

    # ------------------------------------------------ classes

    def a_class(self, node: ast.ClassDef) -> str:
        """A class: its methods, then what all of its things share."""
        bases = [self.expr(base) for base in node.bases]
        if len(bases) > 1 or node.keywords:
            self.refuse(node, "a class with several parents is not known")
        methods = [self.method(part) for part in node.body if isinstance(part, ast.FunctionDef) and self.program.is_wanted_method(part)]
        head = f"class {safe(node.name)}{f' extends {bases[0]}' if bases else ''} {{\n{indented(chr(10).join(methods))}\n}}"
        return "\n".join([head, *self.signatures(node), *self.shared(node, bases)])

    def method(self, node: ast.FunctionDef) -> str:
        """A method, or what is asked for like an attribute."""
        marks = [one.id if isinstance(one, ast.Name) else "" for one in node.decorator_list]
        own = node.args.args[0].arg if node.args.args else ""
        speaks = any(is_super(part) or (isinstance(part, ast.Name) and part.id == own) for part in ast.walk(node))
        parts, _, body = self.inside(node, 1, f"const {own} = this;" if speaks else "")
        star = "*" if has_yield(node) else ""
        if marks == ["cached_property"]:
            return f"get {node.name}() {{\n  return py.once(this, {quoted(node.name)}, () => {{\n{indented(body)}\n  }});\n}}"
        kinds = {(): star, ("property",): "get ", ("classmethod",): f"static {star}"}
        if tuple(marks) not in kinds:
            self.refuse(node, "such a decorator is not known")
        return f"{kinds[tuple(marks)]}{node.name}({', '.join(parts)}) {{\n{body}\n}}"

    def signatures(self, node: ast.ClassDef) -> Iterator[str]:
        """The parameters of the methods that have some."""
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and self.program.is_wanted_method(part):
                marks = [one.id for one in part.decorator_list if isinstance(one, ast.Name)]
                self.known.append(parameter_names(part.args))
                names = self.parameters(part.args, 1)[1]
                self.known.pop()
                if names and "property" not in marks and "cached_property" not in marks:
                    yield f"py.signed({safe(node.name)}{'' if 'classmethod' in marks else '.prototype'}.{part.name}, {quoted(names)});"

    def shared(self, node: ast.ClassDef, bases: list[str]) -> Iterator[str]:
        """Attributes of the class; the fields of a named tuple or a dataclass; the members of an enumeration."""
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]
        values = {name: part.value for part in node.body if isinstance(part, ast.Assign) for name in [getattr(part.targets[0], "id", "")]}
        if bases == ["py.NamedTuple"]:
            names = " ".join(part.target.id for part in fields if isinstance(part.target, ast.Name))
            usual = ", ".join(f"() => {self.expr(part.value)}" for part in fields if part.value)
            yield f"py.namedtuple({safe(node.name)}, {quoted(names)}, [{usual}]);"
        elif node.decorator_list:
            yield self.dataclass(node, fields)
        else:
            values |= {part.target.id: part.value for part in fields if part.value and isinstance(part.target, ast.Name)}
        called = "members" if bases in (["py.Enum"], ["py.Flag"]) else "attributes"
        if values:
            yield f"py.{called}({safe(node.name)}, {{ {', '.join(f'{name}: {self.expr(value)}' for name, value in values.items())} }});"

    def dataclass(self, node: ast.ClassDef, fields: list[ast.AnnAssign]) -> str:
        """The fields of a dataclass: those behind a KW_ONLY are given by name."""
        for one in node.decorator_list:
            named = one.func if isinstance(one, ast.Call) else one
            if not isinstance(named, ast.Name) or named.id != "dataclass":
                self.refuse(node, "such a decorator is not known")
        rows: tuple[list[str], list[str]] = ([], [])
        by_name = False
        for part in fields:
            assert isinstance(part.target, ast.Name)
            if isinstance(part.annotation, ast.Name) and part.annotation.id == "KW_ONLY":
                by_name = True
            elif not is_no_field(part.value):
                usual = f", () => {self.expr(part.value)}" if part.value else ""
                rows[by_name].append(f"[{quoted(part.target.id)}{usual}]")
        return f"py.dataclass({safe(node.name)}, [{', '.join(rows[0])}], [{', '.join(rows[1])}]);"

    # ------------------------------------------------ statements

    def do_FunctionDef(self, node: ast.FunctionDef) -> str:
        if node.decorator_list:
            self.refuse(node, "such a decorator is not known")
        return self.function(node)

    def do_Expr(self, node: ast.Expr) -> str:
        return f"{self.expr(node.value)};"

    def do_Return(self, node: ast.Return) -> str:
        return f"return {self.expr(node.value)};" if node.value else "return null;"

    def do_Assign(self, node: ast.Assign) -> str:
        value = self.expr(node.value)
        if len(node.targets) == 1:
            return self.store(node.targets[0], value)
        return f"{{ const $ = {value}; {' '.join(self.store(target, '$') for target in node.targets)} }}"

    def do_AnnAssign(self, node: ast.AnnAssign) -> str:
        return self.store(node.target, self.expr(node.value)) if node.value else ""

    def store(self, target: ast.expr, value: str) -> str:
        """Put a value where it goes."""
        if isinstance(target, (ast.Tuple, ast.List)):
            count = -1 if any(isinstance(part, ast.Starred) for part in target.elts) else len(target.elts)
            return f"{self.target(target)} = py.unpack({value}, {count});"
        if not isinstance(target, ast.Subscript):
            return f"{self.target(target)} = {value};"
        thing = self.expr(target.value)
        if isinstance(target.slice, ast.Slice):
            return f"py.putSlice({thing}, {self.bounds(target.slice)}, {value});"
        return f"py.put({thing}, {self.expr(target.slice)}, {value});"

    def do_AugAssign(self, node: ast.AugAssign) -> str:
        def after(was: str) -> str:
            if isinstance(node.op, (ast.Add, ast.BitOr)):
                return f"py.i{'add' if isinstance(node.op, ast.Add) else 'or'}({was}, {self.expr(node.value)})"
            known = ast.Name("$was", ast.Load())
            self.known.append({"$was"})
            text = self.expr(ast.copy_location(ast.BinOp(known, node.op, node.value), node))
            self.known.pop()
            return text.replace("$was", was, 1)

        if isinstance(node.target, ast.Subscript):
            if isinstance(node.target.slice, ast.Slice):
                self.refuse(node, "a slice that is changed in place is not known")
            return f"py.update({self.expr(node.target.value)}, {self.expr(node.target.slice)}, ($was) => {after('$was')});"
        place = self.target(node.target)
        return f"{place} = {after(place)};"

    def do_Delete(self, node: ast.Delete) -> str:
        lines = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                self.refuse(node, "only parts of something can be deleted")
            at = f"new py.Slice({self.bounds(target.slice)})" if isinstance(target.slice, ast.Slice) else self.expr(target.slice)
            lines.append(f"py.del({self.expr(target.value)}, {at});")
        return "\n".join(lines)

    def do_If(self, node: ast.If) -> str:
        text = f"if ({self.test(node.test)}) {self.nested(node.body)}"
        if not node.orelse:
            return text
        chained = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        return f"{text} else {self.stmt(node.orelse[0]) if chained else self.nested(node.orelse)}"

    def do_For(self, node: ast.For) -> str:
        if node.orelse:
            self.refuse(node, "a loop with else is not known")
        return f"for ({self.target(node.target)} of py.iter({self.expr(node.iter)})) {self.nested(node.body)}"

    def do_While(self, node: ast.While) -> str:
        if node.orelse:
            self.refuse(node, "a loop with else is not known")
        return f"while ({self.test(node.test)}) {self.nested(node.body)}"

    def do_Break(self, node: ast.Break) -> str:
        return "break;"

    def do_Continue(self, node: ast.Continue) -> str:
        return "continue;"

    def do_Raise(self, node: ast.Raise) -> str:
        if node.exc is None:
            return "throw $problem;"
        return f"throw {self.expr(node.exc) if isinstance(node.exc, ast.Call) or self.is_thing(node.exc) else f'py.make({self.expr(node.exc)})'};"

    def is_thing(self, node: ast.expr) -> bool:
        """Is what is raised made already?"""
        return isinstance(node, ast.Name) and self.is_local(node.id)

    def do_Try(self, node: ast.Try) -> str:
        if node.orelse:
            self.refuse(node, "a try with else is not known")
        text = f"try {self.nested(node.body)}"
        if node.handlers:
            caught = " else ".join(self.handler(one) for one in node.handlers)
            text += f" catch ($problem) {{\n{indented(caught + ' else throw $problem;')}\n}}"
        return text + (f" finally {self.nested(node.finalbody)}" if node.finalbody else "")

    def handler(self, node: ast.ExceptHandler) -> str:
        """One kind of problem."""
        if node.type is None:
            self.source.refuse(node, "an except that says nothing is not known")
        named = f"{safe(node.name)} = $problem;\n" if node.name else ""
        return f"if (py.isinstance($problem, {self.expr(node.type)})) {{\n{indented(named + self.block(node.body))}\n}}"

    def do_With(self, node: ast.With) -> str:
        if len(node.items) > 1:
            self.refuse(node, "only one thing at a time goes with `with`")
        item = node.items[0]
        entered = self.store(item.optional_vars, "$with.__enter__()") if item.optional_vars else "$with.__enter__();"
        noted = "catch ($problem) { $failed = $problem; throw $problem; } finally { $with.__exit__(null, $failed, null); }"
        body = f"try {self.nested(node.body)} {noted}"
        return f"{{\n  const $with = {self.expr(item.context_expr)};\n  let $failed = null;\n{indented(entered)}\n{indented(body)}\n}}"


# ---------------------------------------------------------------- helpers


def indented(text: str) -> str:
    """Two blanks further in."""
    return textwrap.indent(text, "  ")


def says_nothing(node: ast.stmt) -> bool:
    """Is this a text for readers, or only for those who check types?"""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_no_field(value: ast.expr | None) -> bool:
    """Is this `field(init=False)`?"""
    return isinstance(value, ast.Call) and any(one.arg == "init" for one in value.keywords)


def own_nodes(nodes: list[Any]) -> Iterator[ast.AST]:
    """All nodes of a function but those of functions inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            yield from own_nodes(list(ast.iter_child_nodes(node)))


def has_yield(node: ast.FunctionDef) -> bool:
    """Is this a generator?"""
    return any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in own_nodes(node.body))


def assigned(body: list[ast.stmt]) -> Iterator[str]:
    """The names that a function gives a value; functions inside it declare themselves, loops of comprehensions theirs."""
    inner = {id(part) for node in own_nodes(body) if isinstance(node, ast.comprehension) for part in ast.walk(node.target)}
    for node in own_nodes(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner:
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


# ---------------------------------------------------------------- whole files


def constant(value: Any) -> str | None:
    """A constant of compiled code, as JavaScript; None: it cannot be told."""
    if isinstance(value, range):
        return f"py.range({value.start}, {value.stop}, {value.step})"
    if isinstance(value, (list, tuple)):
        parts = [constant(part) for part in value]
        return None if None in parts else f"[{', '.join(map(str, parts))}]"
    if value is None or isinstance(value, (bool, int, float, str)):
        return json.dumps(value)
    return None


def compiled_module(program: Program, module: str) -> str:
    """What translated code uses of a compiled module: constants, and ways into its functions."""
    lines = []
    for name in sorted(name for where, name in program.wanted if where == module):
        value = getattr(importlib.import_module(module), name)
        if hasattr(value, "py_func"):
            lines.append(f"export const {safe(name)} = $rules.of({quoted(module.rpartition('.')[2] + '.' + name)});")
        elif constant(value) is not None:
            lines.append(f"export const {safe(name)} = {constant(value)};")
    return "\n".join(lines)
