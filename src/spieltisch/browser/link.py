"""One object file as LLVM writes it for wasm32, made into a module that needs nothing from outside.

There is nothing to link it with: places are given to its data, the numbers that depend on them are filled in as short as they go,
and memory and stack become its own. The format: WebAssembly's tool conventions, "Linking"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA = 1, 2, 3, 5, 6, 7, 10, 11
OF_FUNCTION, OF_DATA, OF_GLOBAL = 0, 1, 2  # kinds of symbols
FUNCTION_LEB, ADDRESS_LEB, ADDRESS_SIGNED, ADDRESS_PLAIN, TYPE_LEB, GLOBAL_LEB = 0, 3, 4, 5, 6, 7  # kinds of gaps
UNDEFINED, NAMED = 0x10, 0x40
STACK = 1 << 16  # bytes, below everything else: whoever overruns it falls off the memory's beginning
PAGE = 1 << 16
I32, CONSTANT, END = 0x7F, 0x41, 0x0B


class NotAlone(Exception):
    """An object asks for something that it does not bring itself."""


class Symbol(NamedTuple):
    kind: int
    name: str
    number: int  # of a function, global or data segment
    offset: int = 0  # in its segment


class Gap(NamedTuple):
    """A number that is filled in when everything has its place."""

    kind: int
    offset: int
    of: int  # the symbol's number, or the type's
    addend: int


class Reader:
    """Reads a WebAssembly file piece by piece."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self, signed: bool = False) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    def take(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def block(self) -> bytes:
        return self.take(self.number())

    def name(self) -> str:
        return self.block().decode()


def number(value: int) -> bytes:
    """A number that is not negative, as short as it goes."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def signed(value: int) -> bytes:
    """Any number, as short as it goes."""
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value & 0x7F])


def block(content: bytes) -> bytes:
    """Some bytes behind their length."""
    return number(len(content)) + content


def many(items: Iterable[bytes]) -> bytes:
    """A list: how many, and all of them."""
    found = list(items)
    return number(len(found)) + b"".join(found)


class Object:
    """An object file, taken apart."""

    def __init__(self, content: bytes) -> None:
        self.sections: dict[int, bytes] = {}
        self.gaps: dict[int, list[Gap]] = {CODE: [], DATA: []}
        self.symbols: list[Symbol] = []
        self.alignments: list[int] = []
        order: list[int] = []
        reader = Reader(content)
        reader.take(8)
        while reader:
            kind, body = reader.byte(), reader.block()
            order.append(kind)
            if kind:
                self.sections[kind] = body
            else:
                self._read_custom(Reader(body), order)
        self._check_imports(Reader(self.sections[IMPORT]))

    def _read_custom(self, reader: Reader, order: list[int]) -> None:
        name = reader.name()
        if name == "linking":
            reader.number()
            while reader:
                kind, part = reader.byte(), Reader(reader.block())
                if kind == 8:
                    self.symbols = [self._symbol(part) for _ in range(part.number())]
                elif kind == 5:
                    self.alignments = [self._alignment(part) for _ in range(part.number())]
        elif name.startswith("reloc.") and order[section := reader.number()] in self.gaps:
            self.gaps[order[section]] = [self._gap(reader) for _ in range(reader.number())]

    @staticmethod
    def _symbol(reader: Reader) -> Symbol:
        kind, flags = reader.byte(), reader.number()
        if kind == OF_DATA:
            name = reader.name()
            if flags & UNDEFINED:
                raise NotAlone(name)
            index, offset, _ = reader.number(), reader.number(), reader.number()
            return Symbol(kind, name, index, offset)
        index = reader.number()
        is_named = not flags & UNDEFINED or flags & NAMED
        return Symbol(kind, reader.name() if is_named and kind != 3 else "", index)

    @staticmethod
    def _alignment(reader: Reader) -> int:
        reader.name()
        exponent, _ = reader.number(), reader.number()
        return 1 << exponent

    @staticmethod
    def _gap(reader: Reader) -> Gap:
        kind, offset, index = reader.byte(), reader.number(), reader.number()
        addend = reader.number(signed=True) if kind in (ADDRESS_LEB, ADDRESS_SIGNED, ADDRESS_PLAIN) else 0
        return Gap(kind, offset, index, addend)

    @staticmethod
    def _check_imports(reader: Reader) -> None:
        """Memory, stack and table are asked for by every object; a function would be somebody else's."""
        for _ in range(reader.number()):
            _, name, kind = reader.name(), reader.name(), reader.byte()
            if kind == 0:
                raise NotAlone(name)
            if kind == 1:
                reader.byte()
            if kind == 3:
                reader.take(2)
                if name != "__stack_pointer":
                    raise NotAlone(name)
            else:
                flags = reader.number()
                reader.number()
                if flags & 1:
                    reader.number()


def linked(content: bytes, exports: Mapping[str, str]) -> bytes:
    """The module of an object file; `exports`: symbol → the name it gets outside. Beside these: `memory`, and `heap`, where it is free."""
    found = Object(content)
    places, end = _places(found)
    heap = end + -end % 16
    numbers = {symbol.name: symbol.number for symbol in found.symbols if symbol.kind == OF_FUNCTION}
    outside = [block(b"memory") + b"\2\0", block(b"heap") + b"\3\1"]
    outside += [block(exports[name].encode()) + b"\0" + number(numbers[name]) for name in sorted(exports, key=exports.__getitem__)]
    cells = [bytes([I32, changes, CONSTANT]) + signed(value) + bytes([END]) for changes, value in ((1, STACK), (0, heap))]
    parts = {
        TYPE: found.sections[TYPE],
        FUNCTION: found.sections[FUNCTION],
        MEMORY: many([b"\0" + number(-(-heap // PAGE))]),
        GLOBAL: many(cells),
        EXPORT: many(outside),
        CODE: _code(found, places),
        DATA: _data(found, places),
    }
    return b"\0asm\1\0\0\0" + b"".join(bytes([kind]) + block(body) for kind, body in parts.items())


class Place(NamedTuple):
    """A piece of data: where it lies in the section, how long it is, and where it will be in memory."""

    offset: int
    size: int
    address: int


def _places(found: Object) -> tuple[list[Place], int]:
    """Where each piece of data will be, and where it all ends."""
    reader, places, end = Reader(found.sections.get(DATA, b"\0")), list[Place](), STACK
    for index in range(reader.number()):
        if reader.number() != 0 or reader.byte() != CONSTANT:
            raise NotAlone("data without a place in memory")
        reader.number(signed=True), reader.byte()
        size = reader.number()
        end += -end % found.alignments[index]
        places.append(Place(reader.at, size, end))
        reader.take(size)
        end += size
    return places, end


def _value(found: Object, gap: Gap, places: list[Place]) -> int:
    """What belongs into a gap. Functions and globals keep their numbers: there are no imports before them."""
    if gap.kind == TYPE_LEB:
        return gap.of
    symbol = found.symbols[gap.of]
    if gap.kind in (FUNCTION_LEB, GLOBAL_LEB):
        return symbol.number
    if gap.kind in (ADDRESS_LEB, ADDRESS_SIGNED, ADDRESS_PLAIN):
        return places[symbol.number].address + symbol.offset + gap.addend
    raise NotAlone(f"a gap of kind {gap.kind} for {symbol.name}")


def _code(found: Object, places: list[Place]) -> bytes:
    """The functions with all gaps filled in."""
    content, reader, bodies = found.sections[CODE], Reader(found.sections[CODE]), []
    gaps = iter(sorted(found.gaps[CODE], key=lambda gap: gap.offset))
    gap: Any = next(gaps, None)
    for _ in range(reader.number()):
        size = reader.number()
        at, end, body = reader.at, reader.at + size, bytearray()
        while gap is not None and gap.offset < end:
            value = _value(found, gap, places)
            body += content[at : gap.offset] + (signed(value) if gap.kind == ADDRESS_SIGNED else number(value))
            at, gap = gap.offset + 5, next(gaps, None)
        bodies.append(block(bytes(body + content[at:end])))
        reader.take(size)
    return many(bodies)


def _data(found: Object, places: list[Place]) -> bytes:
    """The pieces of data with all addresses filled in."""
    content = bytearray(found.sections.get(DATA, b""))
    for gap in found.gaps[DATA]:
        content[gap.offset : gap.offset + 4] = _value(found, gap, places).to_bytes(4, "little")
    return many(
        b"\0" + bytes([CONSTANT]) + signed(place.address) + bytes([END]) + block(bytes(content[place.offset : place.offset + place.size]))
        for place in places
    )
