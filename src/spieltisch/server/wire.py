"""What crosses the wire, typed. Everything from outside is read by one of these types before anybody looks at it.

`docs/wire.md` shows every one of them with examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from spieltisch.checks import Refused, short

T = TypeVar("T")

Lang = Literal["de", "en"]
Name = Annotated[str, Meta(max_length=200, description="trimmed; then at most 40 characters, shown as text")]
Token = Annotated[str, Meta(min_length=1, max_length=200)]
Entropy = Annotated[str, Meta(max_length=64, description="anything; it is mixed into the dice and cards")]
EarlyEntropy = Annotated[
    str, Meta(max_length=64, description="not used: entropy counts in a socket's first frame, after the commitment was seen")
]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Text = Annotated[str, Meta(max_length=200)]
Clock = Annotated[int, Meta(ge=5, le=7 * 24 * 3600, description="seconds a turn")]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Dice = Annotated[Literal["fresh", "same"], Meta(description="two games that add up; the second with dice of its own, or with those of the first")]

# ---------------------------------------------------------------- what a client sends on a socket


class Hello(Struct, forbid_unknown_fields=True):
    """The first frame: a seat's token, or nothing for an onlooker."""

    token: Token | None = None
    entropy: Entropy | None = None
    lang: Lang | None = None


class Said(Struct, forbid_unknown_fields=True):
    """Every later frame: a move, a take-back, a bot that is to sit in, or a wish for a tip."""

    do: Text | None = None
    ask: Number | None = None
    undo: Literal[1] | None = None
    sit_in: SeatNumber | None = None
    hint: Number | None = None
    seat: SeatNumber | None = None
    lang: Lang | None = None


# ---------------------------------------------------------------- what a client sends by HTTP


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat: the one who opens the table (me, local), whoever has the link (open), or a bot."""

    kind: Literal["me", "open", "bot", "local"]
    name: Name = ""
    level: Annotated[str, Meta(max_length=40)] = "medium"


Seats = Annotated[list[SeatWish], Meta(min_length=2, max_length=4)]


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Seats
    options: dict[str, Any] = {}
    public: bool = False
    hints: bool = True
    start: SeatNumber | None = None
    clock: Clock | None = None
    pace: Literal["human", "instant"] = "human"
    begin: Literal["full", "hand"] = "full"
    legs: Dice | None = None
    entropy: EarlyEntropy | None = None


class NewDuplicate(Struct, forbid_unknown_fields=True):
    """Another group with the dice and cards of a finished table; never public, since whoever knows that game knows this one's."""

    seats: Seats
    public: bool = False  # anything else is refused with a sentence
    hints: bool = True
    clock: Clock | None = None
    pace: Literal["human", "instant"] = "human"
    begin: Literal["full", "hand"] = "full"
    entropy: EarlyEntropy | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Somebody with the link sits down."""

    name: Name = ""
    seat: SeatNumber | None = None
    entropy: EarlyEntropy | None = None


class Begin(Struct, forbid_unknown_fields=True):
    """Begin now; bots of this level take the seats that are still open."""

    fill: Annotated[str, Meta(max_length=40)] | None = None


class Rename(Struct, forbid_unknown_fields=True):
    """Another name for whoever asks."""

    name: Name
    seat: SeatNumber | None = None


class UseCode(Struct, forbid_unknown_fields=True):
    """A code that another device was shown, and what kind of device types it."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    kind: Literal["phone", "tablet", "computer"] = "computer"


class EndDevice(Struct, forbid_unknown_fields=True):
    """A device that is to hold the seat no longer."""

    device: Annotated[str, Meta(min_length=1, max_length=40)]


class Mine(Struct, forbid_unknown_fields=True):
    """The tokens that a browser holds."""

    tokens: Annotated[list[Token], Meta(max_length=100)]


# ---------------------------------------------------------------- what the server answers


class Seated(Struct):
    """A seat at a table, and the token that holds it: told once, kept nowhere. The rest is there only where it has something to say."""

    table: str
    seat: int | None
    token: str
    seats: list[int]
    commit: str
    duplicate: bool | UnsetType = UNSET  # true: these dice and cards have been seen before
    chance: str | UnsetType = UNSET  # the table at which they were
    note: str | UnsetType = UNSET  # what one should know before sitting down, in the reader's language


class DeviceCode(Struct):
    """A code for another device: good once, and for so many seconds."""

    code: str
    seconds: int


class DeviceInfo(Struct):
    """A device at a seat: what kind it is, when it was last seen (seconds since 1970), whether it is here, and whether it is asking."""

    id: str
    kind: str
    seen: float | None
    here: bool
    yours: bool


class Again(Struct):
    """The table of the rematch: the tokens of the old table hold the same seats there."""

    table: str
    commit: str


class Total(Struct):
    """What two games brought together: `ranks` by points or by places, as the game has it; where that is level, by the other."""

    by: str
    points: list[int]
    places: list[int]
    ranks: list[int]


class Legs(Struct, omit_defaults=True):
    """Two games that add up: which of them this is, and for the second how the first one ended; after its end, both together."""

    leg: int
    dice: Dice
    first: str | UnsetType = UNSET  # the table of the first game
    places: list[int] | UnsetType = UNSET
    points: list[int] | UnsetType = UNSET
    start: int | UnsetType = UNSET  # who began this game
    total: Total | UnsetType = UNSET


class SeatInfo(Struct):
    """Who sits in a seat, as everybody may know."""

    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None = None
    present: bool = False
    sat_in: bool = False
    hints: int | UnsetType = UNSET  # tips asked for; told after the game
    entropy: str | UnsetType = UNSET  # "server" once the game has begun without a word of this seat's own


class TableInfo(Struct):
    """A table, as everybody may know it; it stands in every message on a socket as well."""

    id: str
    game: str
    state: Literal["open", "running", "over", "closed"]
    seats: list[SeatInfo]
    options: dict[str, Any]
    public: bool
    start: int | None
    commit: str
    clock: dict[str, Any] | None
    pace: str
    begin: str
    at: int
    to_act: list[int]
    hints: bool = True
    result: dict[str, Any] | None = None
    reveal: str | None = None
    duplicate: bool = False
    chance: str | None = None
    next: str | None = None
    delete: Agreement | None = None
    yours: list[int] | UnsetType = UNSET
    legs: Legs | UnsetType = UNSET


class Agreement(Struct):
    """Who wants the table deleted, and who has not yet said so: the first seat of each."""

    agreed: list[int]
    missing: list[int]


class Deleting(Struct):
    """What came of the wish to delete a table: it is gone, or others have to agree."""

    deleted: bool
    agreed: list[int]
    missing: list[int]


class GameInfo(Struct):
    """A game that can be played here."""

    key: str
    name: dict[str, str]
    tagline: dict[str, str]
    credit: dict[str, str]
    seats: list[int]
    levels: list[str]
    options: dict[str, list[str | bool | int]]


class Chance(Struct):
    """What chance could have brought at a line of the log, in order and with weights: for checking the dice."""

    line: int
    kind: str
    seat: int | None
    number: int
    outcomes: list[tuple[str, int]]


class Told(Struct):
    """A sentence of the log in words, what it tells, and the number of log lines after it."""

    at: int
    text: str
    event: dict[str, Any]


class Moment(Struct):
    """What a viewer could see after a number of log lines, and what happened last."""

    at: int
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Progress(Struct):
    """How far a review is, from 0 to 1."""

    progress: float


class HintMove(Struct):
    """A good move: the chance to finish first after it, why it may be good, and the move in words."""

    do: str
    chance: float
    reason: str | None
    text: str


class Hint(Struct):
    """A tip for a question: the best moves, best first."""

    ask: int
    moves: list[HintMove]
    note: str = ""  # what the chances are reckoned with


class Hinted(Struct):
    """The answer to a wish for a tip."""

    hint: Hint
    ask: int | None


class Reason(Struct):
    """Why not: a key for programs and a sentence for people."""

    reason: str
    text: str


class No(Struct):
    """A refusal."""

    refused: Reason


class NoMove(Struct):
    """A refusal on a socket, with the number of the question it is about."""

    refused: Reason
    ask: int | None
    seat: int | UnsetType = UNSET


# ---------------------------------------------------------------- reading and writing

encode = msgspec.json.Encoder().encode
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def read(kind: type[T], content: bytes | str) -> T:
    """A body or frame as its type; whatever else it is, it is refused."""
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        return decoder.decode(content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused("unreadable_message", problem=short(str(problem))) from None


def refusal(refused: Refused, lang: str, names: list[str] | tuple[str, ...] = ()) -> Reason:
    """A refusal in the reader's language."""
    return Reason(refused.reason, refused.text(lang, names)[:1000])


def language(accepted: str) -> str:
    """The first of our languages that a browser asks for; German where it says nothing."""
    for part in accepted.split(",")[:20]:
        tag = part.partition(";")[0].strip().lower()[:2]
        if tag in ("de", "en"):
            return tag
    return "de"


def as_json(pairs: Mapping[str, bytes]) -> bytes:
    """A JSON object from values that are encoded already."""
    return b"{" + b",".join(b'"%s":%s' % (key.encode(), value) for key, value in pairs.items()) + b"}"
