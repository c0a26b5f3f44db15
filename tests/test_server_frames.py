"""WebSocket frames become messages, in pieces or together, a step at a time; what breaks the protocol has the code it deserves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lines import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, masked

from spieltisch.server.frames import MOST_PARTS, BadFrame, FrameReader, client_frame, frame, goodbye_to

MOST = 200
kinds = st.sampled_from([TEXT, BINARY, PING, PONG, CLOSE])
letters = st.sampled_from("a\x00\u00e9\u20ac\U0001f3b2")  # of one to four bytes


def heard(data, are_masked=True):
    return list(FrameReader(MOST, are_masked).read(data))


def as_heard(kind, content):
    return kind, content.decode() if kind == TEXT else content


@st.composite
def messages(draw):
    kind = draw(kinds)
    if kind == TEXT:
        return kind, draw(st.text(letters, max_size=MOST // 4)).encode()
    return kind, draw(st.binary(max_size=MOST if kind == BINARY else 125))


@given(st.lists(messages(), max_size=6), st.binary(min_size=4, max_size=4), st.lists(st.integers(0, 1500), max_size=8))
def test_messages_arrive_whole_however_they_are_cut(sent, key, cuts):
    for line, are_masked in (
        (b"".join(masked(0x80 | kind, content, key) for kind, content in sent), True),
        (b"".join(client_frame(kind, content) for kind, content in sent), True),
        (b"".join(frame(kind, content) for kind, content in sent), False),
    ):
        ends = sorted(min(cut, len(line)) for cut in cuts)
        reader = FrameReader(MOST, are_masked)
        pieces = [line[start:end] for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]
        assert [message for piece in pieces for message in reader.read(piece)] == [as_heard(*one) for one in sent]


@given(st.text(letters, max_size=40), st.lists(st.integers(0, 160), max_size=5), st.binary(max_size=20))
def test_a_text_in_parts_with_a_ping_between(told, cuts, asked):
    """Cut anywhere, in the middle of a letter too."""
    content = told.encode()
    ends = sorted(min(cut, len(content)) for cut in cuts)
    parts = [content[start:end] for start, end in zip([0, *ends], [*ends, len(content)], strict=True)]
    line = b""
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        line += masked((0x80 if is_last else 0) | (CONTINUED if number else TEXT), part)
        line += b"" if is_last else masked(0x80 | PING, asked)
    assert heard(line) == [(PING, asked)] * (len(parts) - 1) + [(TEXT, told)]


BAD = {
    "reserved bit": (masked(0xC1, b"x"), 1002),
    "unknown kind": (masked(0x83, b"x"), 1002),
    "unknown control": (masked(0x8B, b"x"), 1002),
    "a ping in parts": (masked(PING, b"x"), 1002),
    "a long ping": (masked(0x80 | PING, b"x" * 126), 1002),
    "goes on with nothing": (masked(0x80, b"x"), 1002),
    "begins anew": (masked(TEXT, b"x") + masked(0x81, b"x"), 1002),
    "begins anew after an empty part": (masked(TEXT) + masked(0x81, b"x"), 1002),
    "not masked": (frame(TEXT, b"x"), 1002),
    "a long way to say a length": (masked(0x81, b"x", size=b"\x7e\x00\x01"), 1002),
    "a longer way": (masked(0x81, b"x" * 126, size=b"\x7f" + (126).to_bytes(8, "big")), 1002),
    "no text": (masked(0x81, b"\xff"), 1007),
    "no text in the second part": (masked(TEXT, b"\xce") + masked(0, b"\xff"), 1007),
    "a text that ends in a letter's middle": (masked(TEXT, b"\xce") + masked(0x80), 1007),
    "too big": (masked(0x81, b"x" * (MOST + 1)), 1009),
    "too big, and nothing of it is here": (b"\x81\xfe\x27\x10", 1009),
    "far too big": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too big in parts": (masked(TEXT, b"x" * MOST) + masked(0x80, b"x"), 1009),
    "too many parts": (masked(TEXT, b"") + masked(0, b"") * MOST_PARTS, 1009),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_frame_has_a_code(name):
    line, code = BAD[name]
    with pytest.raises(BadFrame) as caught:
        heard(masked(0x81, b"before") + line)
    assert caught.value.code == code


def test_what_came_before_a_bad_frame_is_heard():
    read = FrameReader(MOST, are_masked=True).read(masked(0x81, b"before") + masked(0x83, b"x"))
    assert next(read) == (TEXT, "before")
    with pytest.raises(BadFrame):
        next(read)


def test_a_step_is_one_frame_whatever_is_in_it():
    reader = FrameReader(MOST, are_masked=True)
    reader.feed(masked(TEXT, b"a") + masked(0x80 | PONG) + masked(0) * 3 + masked(0x80, b"b") + b"\x81")
    steps = []
    while reader.is_ready:
        steps.append(reader.step())
    assert steps == [None, (PONG, b""), None, None, None, (TEXT, "ab"), None] and reader.unread == 1


def test_a_full_message_leaves_room_for_a_ping():
    line = masked(TEXT, b"x" * MOST) + masked(0x80 | PING, b"y" * 125) + masked(0x80)
    assert heard(line) == [(PING, b"y" * 125), (TEXT, "x" * MOST)]


def heard_or_code(reader, pieces):
    """The messages, and the code where something was no frame."""
    found = []
    try:
        for piece in pieces:
            found += reader.read(piece)
    except BadFrame as bad:
        found.append(bad.code)
    return found


class SlowReader(FrameReader):
    """Leaves everything to the library."""

    def _short_text(self):
        return None


frames = st.builds(
    masked, st.sampled_from([0x81, 0x81, 0x01, 0x80, 0x89, 0xC1, 0x82]), st.binary(max_size=130) | st.text(letters).map(str.encode),
    st.binary(min_size=4, max_size=4),
)  # fmt: skip


@given(st.lists(frames | st.binary(max_size=8), max_size=5), st.integers(0, 300), st.sampled_from([5, 125, MOST]))
def test_a_short_text_is_read_as_the_library_reads_it(sent, cut, most):
    line = b"".join(sent)
    pieces = line[:cut], line[cut:]
    assert heard_or_code(FrameReader(most, True), pieces) == heard_or_code(SlowReader(most, True), pieces)


@given(st.binary(max_size=60))
def test_any_bytes_are_frames_or_refused(data):
    try:
        heard(data)
    except BadFrame as bad:
        assert bad.code in (1002, 1007, 1009)


def test_which_goodbyes_may_be_said():
    right = {*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)}
    for code in range(1 << 16):
        said = code.to_bytes(2, "big") + b"bye"
        if code in right:
            assert goodbye_to(said) == said[:2]
        else:
            with pytest.raises(BadFrame) as caught:
                goodbye_to(said)
            assert caught.value.code == 1002
    assert goodbye_to(b"") == b""
