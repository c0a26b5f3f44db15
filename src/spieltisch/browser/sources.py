"""The modules that the page gets as JavaScript, and what of them somebody asks for: the rest is left out.

A function is wanted where its name is used by something that is wanted; a method, or a function of a module that is asked for by its
name (a room's own), where an attribute of that name is. Annotations do not count."""

from __future__ import annotations

import ast
import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, NoReturn

ASKED_BY_PYTHON = {"get_value", "format_field"}  # methods that Python's own classes call
NOT_NEEDED = {"__reduce__", "__hash__", "__repr__"}
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class Untranslatable(Exception):
    """Something that the translator does not know: where, and what."""


class Bound(NamedTuple):
    """What a name stands for: a name of another module, or that module itself."""

    module: str
    name: str | None


@dataclass
class Source:
    """One module, parsed."""

    name: str
    text: str
    file: str
    is_package: bool = False
    bound: dict[str, Bound] = field(default_factory=dict)
    defined: dict[str, Definition] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text, self.file)
        for node in self.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.bound |= self.imported(node)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.defined[node.name] = node
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                self.defined |= dict.fromkeys(names_set(node), node)

    def imported(self, node: ast.Import | ast.ImportFrom) -> dict[str, Bound]:
        """The names that an import brings."""
        if isinstance(node, ast.Import):
            return {(one.asname or one.name): Bound(one.name, None) for one in node.names}
        parts = self.name.split(".")
        above = parts[: len(parts) - node.level + self.is_package] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        return {(one.asname or one.name): Bound(module, one.name) for one in node.names}

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Say that something cannot be translated, and where it stands."""
        raise Untranslatable(f"{self.file}:{getattr(node, 'lineno', 1)}: {what}")


def names_set(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    """The names that an assignment gives a value."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def is_compiled(node: ast.AST | None) -> bool:
    """Is this a function of compiled code?"""
    return isinstance(node, ast.FunctionDef) and any(ast.unparse(one).partition("(")[0] == "rule" for one in node.decorator_list)


@dataclass
class Program:
    """All modules that are translated, and those whose constants and compiled functions they use."""

    sources: dict[str, Source]
    asked: set[str] = field(default_factory=set)  # modules whose functions are found by an attribute
    brought: dict[str, str] = field(default_factory=dict)  # modules that JavaScript brings itself, and their files
    wanted: set[tuple[str, str]] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)

    @cached_property
    def methods(self) -> set[str]:
        """The names of all methods: as values they stay with their thing."""
        classes = [node for source in self.sources.values() for node in source.defined.values() if isinstance(node, ast.ClassDef)]
        parts = [part for node in classes for part in node.body if isinstance(part, ast.FunctionDef)]
        return {part.name for part in parts if not part.decorator_list}

    def find(self, module: str, name: str) -> Bound:
        """Where a name comes from in the end, by way of modules that only hand it on."""
        source = self.sources.get(module)
        if source is not None and name not in source.defined and name in source.bound:
            further = source.bound[name]
            return self.find(further.module, further.name) if further.name else further
        return Bound(f"{module}.{name}", None) if f"{module}.{name}" in self.sources else Bound(module, name)

    def want(self, roots: dict[str, str], attributes: set[str]) -> None:
        """Mark all that is wanted, from names of modules and from attributes on."""
        waiting = [(module, name) for module, names in roots.items() for name in names.split()]
        fresh = set(attributes)
        done: set[tuple[str, str, str]] = set()
        while waiting or fresh:
            self.attributes |= fresh
            waiting += [(module, name) for module in self.asked for name in self.members(module) if name in fresh]
            fresh = set()
            self.wanted |= set(waiting)
            waiting = []
            for module, name in sorted(self.wanted):
                for part, node in self._parts(module, name):
                    if (module, name, part) not in done:
                        done.add((module, name, part))
                        self._mentioned(module, node, waiting, fresh)
            fresh -= self.attributes
            waiting = [one for one in waiting if one not in self.wanted]

    def members(self, module: str) -> list[str]:
        """The names that a module defines, translated or not."""
        if module in self.sources:
            return list(self.sources[module].defined)
        return [name for name in vars(importlib.import_module(module)) if not name.startswith("_")] if module in self.asked else []

    def _parts(self, module: str, name: str) -> Iterator[tuple[str, ast.AST]]:
        """The wanted parts of a definition: a class's methods one by one."""
        node = self.sources[module].defined.get(name) if module in self.sources else None
        if node is None or is_compiled(node):
            return
        if not isinstance(node, ast.ClassDef):
            yield "", node
            return
        yield "", ast.Tuple([*node.bases, *node.decorator_list], ast.Load())
        for number, part in enumerate(node.body):
            if not isinstance(part, ast.FunctionDef):
                yield str(number), part
            elif self.is_wanted_method(part):
                yield part.name, part

    def is_wanted_method(self, node: ast.FunctionDef) -> bool:
        """Does anybody call it?"""
        return node.name in self.attributes | ASKED_BY_PYTHON or (node.name.startswith("__") and node.name not in NOT_NEEDED)

    def _mentioned(self, module: str, node: ast.AST, names: list[tuple[str, str]], attributes: set[str]) -> None:
        """What a piece of code speaks of."""
        source = self.sources[module]
        imports = [part for part in ast.walk(node) if isinstance(part, (ast.Import, ast.ImportFrom))]
        inner = {name: bound for part in imports for name, bound in source.imported(part).items()}
        for part in spoken(node):
            if isinstance(part, ast.Attribute):
                attributes.add(part.attr)
            elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "getattr":
                attributes |= {arg.value for arg in part.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
            elif isinstance(part, ast.Name):
                bound = inner.get(part.id) or source.bound.get(part.id)
                if part.id in source.defined:
                    names.append((module, part.id))
                elif bound is not None and bound.name is not None:
                    found = self.find(bound.module, bound.name)
                    if found.name is not None:
                        names.append((found.module, found.name))


def spoken(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a piece of code but annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns") and not (isinstance(node, (ast.FunctionDef, ast.ClassDef)) and name == "decorator_list"):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from spoken(part)


def source_of(module: str) -> Source:
    """A module of this package, parsed."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    return Source(module, Path(spec.origin).read_text(encoding="utf-8"), spec.origin, spec.origin.endswith("__init__.py"))
