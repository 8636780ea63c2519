"""Messages that modules ask for are there, with all that they say."""

import pytest

from bot.texts.usage_checks import find_missing_messages

MESSAGES = {"board-old": frozenset[str](), "score-line": frozenset({"name", "points"})}


@pytest.mark.parametrize(
    "call",
    [
        'speaker.html("board-old")',
        'texts.plain("tr", "board-old")',
        'texts.plain(language, "board-old" if late else "board-old")',
        'speaker.html("score-line", name=name, points=3)',
        'speaker.html("score-line", **told)',
        'speaker.html(f"score-{kind}")',
        'said.get("no-message")',
    ],
)
def test_what_is_there_is_no_fault(call: str) -> None:
    assert not list(find_missing_messages([("bot/some.py", call)], MESSAGES, {"tr"}))


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ('\nspeaker.html("board-new")', "bot/some.py:2 asks for the message board-new, which there is not"),
        (
            'texts.html(language, "board-old" if late else "board-new")',
            "bot/some.py:1 asks for the message board-new, which there is not",
        ),
        (
            'texts.plain(language, "score-line", name=name)',
            "bot/some.py:1 does not hand points to the message score-line",
        ),
    ],
)
def test_what_is_not_there_is_named_with_its_place(call: str, fault: str) -> None:
    assert list(find_missing_messages([("bot/some.py", call)], MESSAGES, {"tr"})) == [fault]
