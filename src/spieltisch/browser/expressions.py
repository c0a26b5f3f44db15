"""Python's expressions as JavaScript. What is not known here is refused with its file and line."""

from __future__ import annotations

import ast
import json
from typing import Any, NoReturn

from .sources import Bound, Program, Source, is_compiled


def words(text: str) -> set[str]:
    """The words of a text."""
    return set(text.split())


RESERVED = words(
    """arguments await case catch class const continue debugger default delete do else enum eval export extends false finally for
    function if implements import in instanceof interface let new null package private protected public py return static super switch
    this throw true try typeof undefined var void while with yield"""
)
BUILTINS = words(
    """abs all any bool dict divmod enumerate float frozenset getattr hasattr int isinstance iter len list map max min next ord range
    repr reversed round set setattr sorted str sum tuple zip
    Exception IndexError KeyError NotImplementedError OSError RecursionError ValueError ZeroDivisionError"""
)
OTHER_NAMES = {"frozenset": "py.set", "tuple": "py.list"}
PROBLEMS = {"Exception", "ValueError", "KeyError", "IndexError", "NotImplementedError"}
WITH_OPTIONS = {"sorted", "min", "max", "enumerate", "zip"}  # builtins that take their keywords as an object
ANSWERS_YES_OR_NO = {"isinstance", "bool", "any", "all", "hasattr"}
METHODS = words(
    """append extend pop index count copy get items keys values setdefault update add discard split join partition rpartition strip
    rstrip startswith endswith replace upper lower removeprefix removesuffix isprintable"""
)
LIBRARY = {
    "re": "compile fullmatch findall escape ASCII", "json": "loads dumps encoder", "math": "inf pi sqrt floor ceil prod",
    "itertools": "product combinations_with_replacement pairwise", "time": "monotonic", "string": "Formatter", "sys": "_getframe", "pathlib": "Path",
    "tomllib": "loads",
}  # fmt: skip
ELSEWHERE = {
    "enum.Enum": "py.Enum", "enum.Flag": "py.Flag", "functools.partial": "py.partial", "typing.NamedTuple": "py.NamedTuple",
    "collections.abc.Mapping": "py.dict", "types.MappingProxyType": "py.dict",
}  # fmt: skip
OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "shl",
    ast.RShift: "shr", ast.BitAnd: "bitand", ast.BitOr: "bitor", ast.BitXor: "bitxor",
}  # fmt: skip
NATIVE = {ast.Add: "+", ast.Sub: "-"}  # where one side is a number


def safe(name: str) -> str:
    """A name that JavaScript takes."""
    return f"{name}$" if name in RESERVED else name


def quoted(text: str) -> str:
    """A text as JavaScript writes it."""
    return json.dumps(text)


def is_plain(node: ast.expr, *kinds: type) -> bool:
    """Is this a constant of such a kind?"""
    return isinstance(node, ast.Constant) and type(node.value) in kinds


class Expressions:
    """Translates the expressions of one module; `known` are the names of the functions around, the innermost last."""

    def __init__(self, program: Program, source: Source) -> None:
        self.program = program
        self.source = source
        self.known: list[set[str]] = []
        self.used: dict[str, Bound] = {}  # names of other modules
        self.compiled: set[Bound] = set()  # compiled functions that are called

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Not known."""
        self.source.refuse(node, what)

    def expr(self, node: ast.expr) -> str:
        """An expression."""
        found = getattr(self, f"of_{type(node).__name__}", None)
        if found is None:
            self.refuse(node, f"{type(node).__name__} is not known")
        return str(found(node))

    def exprs(self, nodes: list[ast.expr]) -> str:
        """Several, with commas."""
        return ", ".join(self.expr(node) for node in nodes)

    # ------------------------------------------------ names and constants

    def of_Constant(self, node: ast.Constant) -> str:
        value = node.value
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, str):
            return quoted(value)
        if not isinstance(value, (int, float)) or (isinstance(value, int) and abs(value) >= 1 << 53):
            self.refuse(node, f"the constant {value!r} is not known")
        return repr(value)

    def is_local(self, name: str) -> bool:
        """Is it a name of a function around?"""
        return any(name in names for names in self.known)

    def of_Name(self, node: ast.Name) -> str:
        if self.is_local(node.id):
            return safe(node.id)
        if node.id == "__file__":
            return quoted(self.source.name.replace(".", "/") + ("/__init__.py" if self.source.is_package else ".py"))
        return self.top_name(node, node.id)

    def top_name(self, node: ast.AST, name: str) -> str:
        """A name of the module."""
        if name in self.source.defined:
            return safe(name)
        if name in self.source.bound:
            return self.imported(node, name, self.source.bound[name])
        if name not in BUILTINS:
            self.refuse(node, f"the name {name} is not known")
        return OTHER_NAMES.get(name, f"py.{name}")

    def imported(self, node: ast.AST, name: str, bound: Bound) -> str:
        """A name that was imported: Python's own, or ours."""
        if bound.name is None and bound.module in LIBRARY:
            return f"py.{bound.module}"
        if bound.name is not None and bound.name in LIBRARY.get(bound.module, "").split():
            return f"py.{bound.module}.{bound.name}"
        if f"{bound.module}.{bound.name}" in ELSEWHERE:
            return ELSEWHERE[f"{bound.module}.{bound.name}"]
        found = self.program.find(bound.module, bound.name) if bound.name else bound
        if found.module not in self.program.sources and found.module not in self.program.brought and not found.module.startswith("spieltisch"):
            self.refuse(node, f"{name} of {bound.module} is not known")
        self.used[name] = found
        return safe(name)

    def of_Attribute(self, node: ast.Attribute) -> str:
        if isinstance(node.value, ast.Name) and not self.is_local(node.value.id):
            bound = self.source.bound.get(node.value.id)
            if bound is not None and bound.name is None and bound.module not in self.program.sources and bound.module not in self.program.brought:
                return self.imported(node, f"{node.value.id}.{node.attr}", Bound(bound.module, node.attr))
        if isinstance(node.ctx, ast.Load) and node.attr in self.program.methods:
            return f"py.bound({self.expr(node.value)}, {quoted(node.attr)})"
        return f"{self.expr(node.value)}.{node.attr}"

    def of_JoinedStr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(json.dumps(part.value)[1:-1].replace('\\"', '"').replace("`", "\\`").replace("${", "\\${"))
            elif isinstance(part, ast.FormattedValue):
                parts.append("${" + self.formatted(part) + "}")
        return f"`{''.join(parts)}`"

    def formatted(self, node: ast.FormattedValue) -> str:
        """A value in a text."""
        if node.format_spec is not None:
            spec = node.format_spec
            if not isinstance(spec, ast.JoinedStr) or [type(part) for part in spec.values] != [ast.Constant] or node.conversion != -1:
                self.refuse(node, "such a format is not known")
            return f"py.format({self.expr(node.value)}, {self.expr(spec.values[0])})"
        if node.conversion not in (-1, ord("r")):
            self.refuse(node, "such a conversion is not known")
        return f"py.{'str' if node.conversion == -1 else 'repr'}({self.expr(node.value)})"

    # ------------------------------------------------ containers

    def of_List(self, node: ast.List | ast.Tuple) -> str:
        return f"[{self.exprs(node.elts)}]"

    of_Tuple = of_List

    def of_Starred(self, node: ast.Starred) -> str:
        return f"...py.iter({self.expr(node.value)})"

    def of_Set(self, node: ast.Set) -> str:
        return f"py.set([{self.exprs(node.elts)}])"

    def of_Dict(self, node: ast.Dict) -> str:
        both = zip(node.keys, node.values, strict=True)
        pairs = [f"...{self.expr(value)}" if key is None else f"[{self.expr(key)}, {self.expr(value)}]" for key, value in both]
        return f"py.dict([{', '.join(pairs)}])"

    def loops(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, last: Any) -> str:
        """The loops of a comprehension around what its innermost one does."""
        head = ""
        self.known.append(set())
        for loop in node.generators:
            row = self.expr(loop.iter)
            self.known[-1] |= {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
            head += f"for (const {self.target(loop.target)} of py.iter({row})) " + "".join(f"if ({self.test(one)}) " for one in loop.ifs)
        body = head + last()
        self.known.pop()
        return body

    def of_ListComp(self, node: ast.ListComp) -> str:
        return f"(() => {{ const $ = []; {self.loops(node, lambda: f'$.push({self.expr(node.elt)});')} return $; }})()"

    def of_SetComp(self, node: ast.SetComp) -> str:
        return f"py.set({self.of_ListComp(node)})"  # type: ignore[arg-type]

    def of_DictComp(self, node: ast.DictComp) -> str:
        pair = self.loops(node, lambda: f"$.push([{self.expr(node.key)}, {self.expr(node.value)}]);")
        return f"py.dict((() => {{ const $ = []; {pair} return $; }})())"

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> str:
        return f"(function* () {{ {self.loops(node, lambda: f'yield {self.expr(node.elt)};')} }})()"

    def target(self, node: ast.expr) -> str:
        """Where a value goes: names, attributes, and tuples of them."""
        if isinstance(node, (ast.Tuple, ast.List)):
            return f"[{', '.join('' if is_nobody(part) else self.target(part) for part in node.elts)}]"
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        if not isinstance(node, (ast.Name, ast.Attribute)):
            self.refuse(node, "such a place for one of several values is not known")
        return self.expr(node)

    def of_Subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.slice, ast.Slice):
            return f"py.slice({self.expr(node.value)}, {self.bounds(node.slice)})"
        return f"py.get({self.expr(node.value)}, {self.expr(node.slice)})"

    def bounds(self, node: ast.Slice) -> str:
        """From, to, and in which steps."""
        parts = [self.expr(part) if part else "null" for part in (node.lower, node.upper)]
        return ", ".join([*parts, *([self.expr(node.step)] if node.step else [])])

    # ------------------------------------------------ operators

    def of_BinOp(self, node: ast.BinOp) -> str:
        kind = type(node.op)
        if kind not in OPERATORS or (kind is ast.Mod and is_plain(node.left, str, bytes)):
            self.refuse(node, f"such a {kind.__name__} is not known")
        left, right = self.expr(node.left), self.expr(node.right)
        if kind in NATIVE and any(is_plain(side, int, float) for side in (node.left, node.right)):
            return f"({left} {NATIVE[kind]} {right})"
        return f"py.{OPERATORS[kind]}({left}, {right})"

    def of_UnaryOp(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        if not isinstance(node.op, ast.USub):
            self.refuse(node, f"{type(node.op).__name__} is not known")
        return f"(-{self.expr(node.operand)})"

    def is_yes_or_no(self, node: ast.expr) -> bool:
        """Is this true or false for certain?"""
        if isinstance(node, ast.BoolOp):
            return all(self.is_yes_or_no(part) for part in node.values)
        asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ANSWERS_YES_OR_NO
        return asks or isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)) or is_plain(node, bool)

    def test(self, node: ast.expr) -> str:
        """An expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            return f"({(' && ' if isinstance(node.op, ast.And) else ' || ').join(self.test(part) for part in node.values)})"
        return self.expr(node) if self.is_yes_or_no(node) else f"py.truth({self.expr(node)})"

    def of_BoolOp(self, node: ast.BoolOp) -> str:
        if self.is_yes_or_no(node):
            return self.test(node)
        name = "and" if isinstance(node.op, ast.And) else "or"
        found = self.expr(node.values[-1])
        for part in reversed(node.values[:-1]):
            found = f"py.{name}({self.expr(part)}, () => {found})"
        return found

    def of_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? {self.expr(node.body)} : {self.expr(node.orelse)})"

    def of_Compare(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        texts = [self.expr(side) for side in sides]
        inner = range(1, len(sides) - 1)
        names = {at: f"${at}" for at in inner if not isinstance(sides[at], (ast.Name, ast.Constant, ast.Attribute))}
        plain = [names.get(at, text) for at, text in enumerate(texts)]
        pairs = [self.compared(op, plain[at], plain[at + 1], sides[at + 1]) for at, op in enumerate(node.ops)]
        found = pairs[0] if len(pairs) == 1 else f"({' && '.join(pairs)})"
        return f"(({', '.join(names.values())}) => {found})({', '.join(texts[at] for at in names)})" if names else found

    def compared(self, op: ast.cmpop, left: str, right: str, node: ast.expr) -> str:
        """One comparison."""
        is_none = is_plain(node, type(None))
        forms = {
            ast.Eq: "py.eq({0}, {1})", ast.NotEq: "!py.eq({0}, {1})", ast.Lt: "py.lt({0}, {1})", ast.LtE: "py.le({0}, {1})",
            ast.Gt: "py.lt({1}, {0})", ast.GtE: "py.le({1}, {0})", ast.In: "py.has({1}, {0})", ast.NotIn: "!py.has({1}, {0})",
            ast.Is: "({0} == null)" if is_none else "({0} === {1})", ast.IsNot: "({0} != null)" if is_none else "({0} !== {1})",
        }  # fmt: skip
        return forms[type(op)].format(left, right)

    def of_NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({safe(node.target.id)} = {self.expr(node.value)})"

    def of_Yield(self, node: ast.Yield) -> str:
        return f"yield {self.expr(node.value) if node.value else ''}"

    def of_YieldFrom(self, node: ast.YieldFrom) -> str:
        return f"yield* py.iter({self.expr(node.value)})"

    # ------------------------------------------------ functions and calls

    def parameters(self, args: ast.arguments, skip: int = 0) -> tuple[list[str], str, str]:
        """The parameters in JavaScript, their names for callers, and what a function begins with to take its keywords."""
        plain = [*args.posonlyargs, *args.args][skip:]
        usual = {one.arg: value for one, value in zip(plain[::-1], args.defaults[::-1], strict=False)}
        parts = [safe(one.arg) + (f" = {self.expr(usual[one.arg])}" if one.arg in usual else "") for one in plain]
        names = [one.arg for one in plain]
        if not args.vararg and not args.kwonlyargs:
            more = [args.kwarg.arg] if args.kwarg else []
            return [*parts, *(f"{safe(name)} = py.dict()" for name in more)], " ".join([*names, *(f"**{name}" for name in more)]), ""
        rest = safe(args.vararg.arg) if args.vararg else "$rest"
        named = zip(args.kwonlyargs, args.kw_defaults, strict=True)
        asked = [f"{safe(one.arg)} = {self.expr(value)}" if value else safe(one.arg) for one, value in named]
        more = [safe(args.kwarg.arg)] if args.kwarg else []
        called = " ".join([*(one.arg for one in args.kwonlyargs), *(["**"] if more else [])])
        head = f"const [{', '.join([*asked, *more])}] = py.keywords({rest}, {quoted(called)});" if asked or more else ""
        return [*parts, f"...{rest}"], " ".join([*names, f"*{rest}"]), head

    def of_Lambda(self, node: ast.Lambda) -> str:
        self.known.append(parameter_names(node.args))
        parts, _, head = self.parameters(node.args)
        body = self.expr(node.body)
        self.known.pop()
        if head or node.args.defaults:
            self.refuse(node, "a lambda with keywords or defaults is not known")
        return f"(({', '.join(parts)}) => ({body}))"

    def of_Call(self, node: ast.Call) -> str:
        args, func = [self.expr(arg) for arg in node.args], node.func
        if isinstance(func, ast.Name) and not self.is_local(func.id) and func.id not in self.source.defined and func.id not in self.source.bound:
            return self.builtin(node, func.id, args)
        if isinstance(func, ast.Attribute) and is_super(func.value):
            if node.keywords:
                return f"py.apply(super.{func.attr}, self, [{', '.join(args)}], {self.keywords(node)})"
            return f"super.{func.attr}({', '.join(args)})"
        if isinstance(func, ast.Attribute) and not self.is_library(func):
            thing = self.expr(func.value)
            if node.keywords:
                return f"py.methodWith({thing}, {quoted(func.attr)}, [{', '.join(args)}], {self.keywords(node)})"
            if func.attr in METHODS:
                return f"py.method({', '.join([thing, quoted(func.attr), *args])})"
            return f"{thing}.{func.attr}({', '.join(args)})"
        called = self.expr(func)
        if node.keywords:
            return f"py.callWith({called}, [{', '.join(args)}], {self.keywords(node)})"
        if isinstance(func, ast.Name) and self.is_function(func.id):
            return f"{called}({', '.join(args)})"
        return f"py.call({', '.join([called, *args])})"

    def is_library(self, node: ast.Attribute) -> bool:
        """Is this a function of Python's library?"""
        bound = self.source.bound.get(node.value.id) if isinstance(node.value, ast.Name) and not self.is_local(node.value.id) else None
        return bound is not None and bound.name is None and bound.module in LIBRARY

    def is_function(self, name: str) -> bool:
        """Does a name certainly stand for a function, and not for a class or a thing that can be called?"""
        if self.is_local(name):
            return False
        bound = Bound(self.source.name, name) if name in self.source.defined else self.program.find(*self.source.bound[name])  # type: ignore[arg-type]
        source = self.program.sources.get(bound.module)
        node = source.defined.get(bound.name or "") if source else None
        if is_compiled(node) or (source is None and bound.module not in self.program.brought):
            self.compiled.add(bound)
        return isinstance(node, ast.FunctionDef)

    def keywords(self, node: ast.Call) -> str:
        """The keywords of a call."""
        pairs = [f"[{quoted(one.arg)}, {self.expr(one.value)}]" if one.arg else f"...{self.expr(one.value)}" for one in node.keywords]
        return f"py.dict([{', '.join(pairs)}])"

    def builtin(self, node: ast.Call, name: str, args: list[str]) -> str:
        """A call of one of Python's functions."""
        called = self.top_name(node, name)
        if node.keywords and (name not in WITH_OPTIONS or not all(one.arg for one in node.keywords)):
            self.refuse(node, f"{name} with such keywords is not known")
        options = ", ".join(f"{one.arg}: {self.expr(one.value)}" for one in node.keywords)
        if name == "enumerate" and len(args) == 2:
            args, options = args[:1], f"start: {args[1]}"
        if name in PROBLEMS:
            return f"py.make({', '.join([called, *args])})"
        return f"{called}({', '.join([*args, *([f'{{ {options} }}'] if options else [])])})"


def is_nobody(node: ast.expr) -> bool:
    """Is this `_`, a value that nobody wants?"""
    return isinstance(node, ast.Name) and node.id == "_"


def is_super(node: ast.AST) -> bool:
    """Is this `super()`?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args


def parameter_names(args: ast.arguments) -> set[str]:
    """The names of all parameters."""
    more = [one for one in (args.vararg, args.kwarg) if one]
    return {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs, *more)}
