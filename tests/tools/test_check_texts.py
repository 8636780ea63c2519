"""What the check of the text files finds besides lacking messages."""

import pytest

from tools.check_texts import commands_by_message, find_message_faults, find_missing_messages

ONE_FORM = "points = { $score } points\n"
TWO_FORMS = "points = { $score ->\n    [one] { $score } point\n   *[other] { $score } points\n}\n"
OUTSIDE = "points = <b>{ $score }</b> { $score ->\n    [one] point\n   *[other] points\n}\n"


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", ONE_FORM, "counts “points” in one form only"),
        ("en", "points = <b>{ $score }</b> points more\n", "counts"),
        ("uk", "points = { $score } балів\n", "counts “балів” in one form only"),
        ("uk", TWO_FORMS, "has the forms ['one', 'other'], its language ['few', 'many', 'one', 'other']"),
        ("tr", TWO_FORMS, "has the forms ['one', 'other'], its language []"),
        ("en", "said = It is Kiraz's turn\n", "has the marks '"),
        ("tr", "said = Kiraz'ın sırası\n", "has the marks '"),
        ("uk", "said = Гра “Ерудит”\n", "has the marks “ ”"),
        ("en", "said = Write /play\n", "names the command /play by hand"),
        ("en", 'said = { COMMAND("plays") }\n', "names the command 'plays', which there is not"),
        ("en", 'said = { TYPED("themes.drak") }\n', "names the word 'themes.drak', which nobody types"),
        ("en", 'said = { COMMAND("theme") } dark changes it\n', "has the word “dark” by hand, which is typed"),
        ("tr", 'said = { COMMAND("play") } H8 yatay KALEM\n', "has the word “yatay” by hand"),
        ("uk", 'said = { COMMAND("play") } { $cell } вертикально СЛОВО\n', "has the word “вертикально” by hand"),
        ("en", "button-go = ➡️ Go\nsaid = Tap “➡️ Go”\n", "said quotes the button “➡️ Go” by hand; write { button-go }"),
        ("en", "said = without them: chat-words=off\n", "has the word “chat-words=off” by hand"),
    ],
)
def test_a_fault_is_found(language: str, text: str, found: str) -> None:
    (fault,) = find_message_faults(language, text)
    assert found in fault


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", TWO_FORMS),
        ("en", OUTSIDE),
        ("tr", "points = { $score } puan\n"),
        ("en", "head = { $players } players\n"),
        ("en", "named = Tile { $position }\n"),
        ("en", "script = { $script ->\n    [latin] Latin\n   *[cyrillic] Cyrillic\n}\n"),
        ("uk", "swapped = { $name } обмінює фішки\n"),
        ("en", 'and = {" "}and{" "}\n'),
        ("uk", 'said = { COMMAND("play") }, { COMMAND("pass") }, <b>a</b> 1/2\n'),
        ("en", "button-go = ➡️ Go\nsaid = Tap “{ button-go }”, then “Go”\n"),
        ("en", 'said = { COMMAND("theme") } { TYPED("themes.dark") }, { $option }={ $value }\n'),
    ],
)
def test_what_is_right_is_let_be(language: str, text: str) -> None:
    assert list(find_message_faults(language, text)) == []


def test_the_commands_of_a_message_are_known_in_every_language() -> None:
    turkish = commands_by_message('help = { COMMAND("play") } ya da { COMMAND("pass") }\n')
    english = commands_by_message('help = { COMMAND("pass") } or { COMMAND("play") }\n')
    assert turkish == english == {"help": {"play", "pass"}}


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
