"""Fair chance as docs/fairness.md describes it: vectors that other languages can check, and logs that can be read whatever is said.

`python tests/test_fairness.py` writes the vectors anew."""

import asyncio
import hashlib
import hmac
import json
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import spieltisch
from spieltisch import CHANCE, OVER, Refused
from spieltisch.chance import Fair
from spieltisch.log import Match, dump, in_lines, read_log, replay, verify
from spieltisch.server.history import chances
from spieltisch.server.limits import clean_name
from spieltisch.server.store import Kept, SqliteStore
from spieltisch.server.wire import Hello, Join, encode, read

DOCS = Path(__file__).parent.parent / "docs"
VECTORS = DOCS / "examples" / "fairness-vectors.json"
SECRETS = [bytes(range(32)), bytes(32), hashlib.sha256(b"spieltisch").digest()]
ENTROPIES = [[], [""], ["ada", "bo"], ["ä € 😀", 'quote " and \\ and /'], ["\u2028\u2029\x85\x7f", "\x00\t\n\x0b\x0c\r\x1f"]]
ALMOST_ALL = 3 * 2**254  # tickets: one digest in four is beyond the last whole multiple
GAME = "just4fun"


def played(source, seats, by_lot=True, **more):
    """A finished match of people who play by the throw of a die."""
    room, luck = spieltisch.game(GAME), random.Random(1)
    start = source.below(len(seats)) if by_lot else 0
    told = {"commit": source.commitment, "entropy": source.entropies, "lot": "start" if by_lot else None}
    match = Match.new(room, seats, start, id=source.table, **told, **more)
    while (acting := room.to_act(match.state)) is not OVER:
        if acting is CHANCE:
            match.play(CHANCE, source.draw(room, match.state))
        else:
            seat = luck.choice(sorted(acting))
            match.play(seat, luck.choice(room.legal(match.state, seat)), ms=1000)
    match.end(source.secret.hex())
    return match


# ---------------------------------------------------------------- vectors


def ticket_vector(secret, table, entropies, kind, seat, number, total):
    """A ticket with every step on the way to it, by the standard library's own HMAC."""
    steps, drawn = [], 2**256
    while drawn >= 2**256 // total * total:
        message = json.dumps([table, entropies, kind, seat, number, len(steps)], separators=(",", ":"))
        digest = hmac.new(secret, message.encode("ascii"), "sha256").hexdigest()
        steps.append({"message": message, "hmac": digest})
        drawn = int(digest, 16)
    named = {"secret": secret.hex(), "table": table, "entropies": entropies, "kind": kind, "seat": seat, "number": number}
    return {**named, "total": str(total), "steps": steps, "ticket": str(drawn % total)}


def vectors():
    """All that docs/fairness.md promises, in figures."""
    tickets = [
        ticket_vector(secret, table, entropies, kind, seat, number, total)
        for (secret, table, entropies), (kind, seat, number, total) in zip(
            [(secret, table, entropies) for secret in SECRETS for table in ("00c0ffee00c0ffee", "Tisch ü") for entropies in ENTROPIES],
            [("roll", 0, 0, 36), ("roll", 3, 17, 36), ("draw", None, 0, 24), ("throw", 1, 2, 1296), ("lay", None, 35, 1),
             ("draw", 2, 5, ALMOST_ALL), ("luck", None, 1, 3), ("draw", 2, 6, ALMOST_ALL), ("roll", 1, 1, 2**53), ("draw", 0, 7, ALMOST_ALL)] * 3,
            strict=True,
        )
    ]  # fmt: skip
    lots = [
        {"secret": secret.hex(), "table": "00c0ffee00c0ffee", "entropies": entropies, "seats": seats,
         "start": Fair(secret, "00c0ffee00c0ffee", entropies).below(seats)}
        for secret, entropies in zip(SECRETS, ENTROPIES, strict=False) for seats in (2, 3, 4)
    ]  # fmt: skip
    match = played(Fair(SECRETS[2], "00c0ffee00c0ffee", ["ada", "\u2028 bo 😀"]), [{"name": "Ada"}, {"name": "Bo"}])
    game = {"log": [dump(line) for line in match.lines], "chances": json.loads(encode(chances(match.lines)))}
    return {
        "about": "Test vectors for docs/fairness.md. Whole numbers that may be large are texts; secrets and digests are hexadecimal.",
        "commitments": [{"secret": secret.hex(), "commit": hashlib.sha256(secret).hexdigest()} for secret in SECRETS],
        "tickets": tickets,
        "lots": lots,
        "game": game,
    }


def test_the_vectors_are_those_in_the_docs():
    kept = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(vectors())), "python tests/test_fairness.py writes them anew"
    assert max(len(vector["steps"]) for vector in kept["tickets"]) > 1


def test_the_package_draws_what_the_vectors_say():
    kept = json.loads(VECTORS.read_text(encoding="utf-8"))
    for one in kept["commitments"]:
        assert Fair(bytes.fromhex(one["secret"]), "").commitment == one["commit"]
    for one in kept["tickets"]:
        source = Fair(bytes.fromhex(one["secret"]), one["table"], one["entropies"])
        assert str(source.ticket(one["kind"], one["seat"], one["number"], int(one["total"]))) == one["ticket"]
    for one in kept["lots"]:
        source = Fair(bytes.fromhex(one["secret"]), one["table"], one["entropies"])
        assert source.below(one["seats"]) == source.ticket("luck", None, 1, one["seats"]) == one["start"]
    assert verify(replay(kept["game"]["log"])) == len(kept["game"]["chances"]) > 10


def test_the_page_of_fairness_shows_a_vector_as_it_is():
    """The worked example in the docs is the first ticket of the file."""
    text = (DOCS / "fairness.md").read_text(encoding="utf-8")
    first = json.loads(VECTORS.read_text(encoding="utf-8"))["tickets"][0]
    for part in (first["secret"], first["steps"][0]["message"], first["steps"][0]["hmac"], f"ticket {first['ticket']}"):
        assert part in text, part


# ---------------------------------------------------------------- the lot


def test_a_start_that_was_not_drawn_is_found():
    source = Fair(SECRETS[0], "t", ["x"])
    match = played(source, [{}, {}])
    lines = in_lines(match.text())
    header = json.loads(lines[0])
    forged = played(Fair(SECRETS[0], "t", ["x"]), [{}, {}], by_lot=False)  # seat 0 starts
    assert verify(forged) and verify(match) and header["start"] == 1
    forged.header["lot"] = "start"
    with pytest.raises(Refused) as refused:
        verify(forged)
    assert refused.value.details["line"] == 1 and refused.value.details["because"].reason == "verify_wrong_lot"
    with pytest.raises(Refused) as refused:
        replay([json.dumps({**header, "lot": "end"})])
    assert refused.value.details["line"] == 1
    del header["lot"]
    assert verify(replay([dump(header), *lines[1:]])) == verify(match), "old logs say nothing of a lot"


# ---------------------------------------------------------------- whatever is said, a log can be read

said = st.text(st.characters(), max_size=64) | st.text("\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r\n\0\ud800\"\\a", max_size=64)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entropy=said, name=said)
@example(entropy="\u2028\u2029\x85", name="\u2028\u2029\x85")
@example(entropy="\ud83d\ude00", name="\x00")
def test_any_text_that_the_wire_accepts_gives_a_log_that_can_be_read(entropy, name, tmp_path):
    try:
        told = read(Hello, json.dumps({"token": "t", "entropy": entropy})).entropy
        sat = clean_name(read(Join, json.dumps({"name": name})).name)
    except Refused as refused:
        assert refused.reason in ("unreadable_message", "name_too_long")
        return
    match = played(Fair(SECRETS[1], "t", [told]), [{"name": sat}, {"bot": "easy"}])
    count = verify(match)
    file = tmp_path / "log.jsonl"
    for text in (match.text(), match.text().replace("\n", "\r\n")):
        file.write_bytes(text.encode())
        assert verify(read_log(file)) == count and read_log(file).header == match.header
    assert match.text().splitlines() == in_lines(match.text())
    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        assert verify(replay(asyncio.run(through_the_store(Path(folder) / "store", match)))) == count


async def through_the_store(path, match):
    """The lines as a table gets them back after a restart."""
    store = SqliteStore(path)
    try:
        await store.create(Kept("t", "open", False, {}, SECRETS[1], 0.0), [])
        await store.append("t", 0, [dump(line) for line in match.lines[:2]], "running")
        await store.append("t", 2, [dump(line) for line in match.lines[2:]], "over")
        return await store.lines("t")
    finally:
        store.close()


def test_half_pairs_in_a_match_made_by_hand_are_written_as_text():
    match = Match.new(spieltisch.game(GAME), [{"name": "\ud800"}, {}], entropy=["\udfff"])
    assert replay(in_lines(match.text().encode().decode())).header == match.header


def as_file(told):
    """The vectors with one entry on a line."""
    parts = [f'"{key}": [\n  ' + ",\n  ".join(map(json.dumps, value)) + "\n]" for key, value in told.items() if isinstance(value, list)]
    game = [f'  "{key}": [\n    ' + ",\n    ".join(map(json.dumps, value)) + "\n  ]" for key, value in told["game"].items()]
    return f'{{\n"about": {json.dumps(told["about"])},\n' + ",\n".join([*parts, '"game": {\n' + ",\n".join(game) + "\n}"]) + "\n}\n"


if __name__ == "__main__":
    VECTORS.write_text(as_file(vectors()), encoding="utf-8")
