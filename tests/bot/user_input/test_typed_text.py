"""The gate that every typed text passes: what it makes plain, what it leaves, and that nothing typed goes around it."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from telegram import User

from bot.languages import languages
from bot.telegram.requests import Command, OwnerCommand, PlainText
from bot.telegram.updates import parse_inline_query, parse_update
from bot.user_input.commands import LONGEST, normalize_typed_text
from tests.support.mutations import any_text, mutated_text

BOT = User(42, "Harfiyen", is_bot=True, username="harfiyen_bot")
KIRAZ = {"id": 101, "is_bot": False, "first_name": "Kiraz"}


def read(text: str, *entities: dict[str, Any], command: str = "", **kinds: Any) -> object:
    marks = [{"type": "bot_command", "offset": 0, "length": len(command) + 1}, *entities] if command else entities
    said = {"message_id": 9, "date": 0, "chat": {"id": 101, "type": "private"}, "from": KIRAZ, "entities": marks}
    update = {"update_id": 5, "message": said | {"text": f"/{command} {text}" if command else text} | kinds}
    return parse_update(json.dumps(update).encode(), BOT)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("  H8\u00a0\n yatay\t\tKALEM ", "H8 yatay KALEM"),
        ("Ｅ８　ＫＡＬＥＭ！", "E8 KALEM!"),
        ("＃３ KALEM", "#3 KALEM"),
        ("E8 — KALEM", "E8 - KALEM"),
        ("süre−5dk", "süre-5dk"),
        ("“KALEM” «СЛОВО» „x‟", '"KALEM" "СЛОВО" "x"'),
        ("K…M", "K...M"),
        ("м’я\u0301та", "м’ята"),
        ("зна\u0301ття\u0300", "знаття"),
        ("и\u0306од і\u0308жак", "йод їжак"),
        ("і\u0308\u0301жа", "їжа"),
        ("пи\u0300ре\u0300-ЀЍ", "пире-ЕИ"),
        ("caf\u0065\u0301", "café"),
        ("ÇİĞDEM ıİ", "ÇİĞDEM ıİ"),
        ("I\u0307stanbul c\u0327i\u00adçek", "İstanbul çiçek"),
        ("KA\u200bLEM\ufeff ➡️", "KALEM ➡"),
        ("м'ята мʼята м`ята", "м'ята мʼята м`ята"),
        ("K[A](L)E.M? *▢", "K[A](L)E.M? *▢"),
    ],
)
def test_a_text_is_made_plain(typed: str, plain: str) -> None:
    assert normalize_typed_text(typed) == plain


@given(mutated_text(["H8 yatay KALEM", "м’я\u0301та", "Ｅ８"]) | any_text)
def test_a_plain_text_is_one_short_line_and_stays_as_it_is(text: str) -> None:
    plain = normalize_typed_text(text)
    assert len(plain) <= LONGEST
    assert plain == " ".join(plain.split())
    assert normalize_typed_text(plain) == plain


def test_every_command_and_every_text_comes_plain_to_its_handler() -> None:
    typed, plain = "  Ｈ８ \n м’я\u0301та ", "H8 м’ята"
    for name in languages().commands_by_name:
        found = read(typed, command=name)
        assert isinstance(found, Command)
        assert found.text == plain, name
    board = {"message_id": 8, "date": 0, "chat": {"id": 5, "type": "private"}, "from": BOT.to_dict()}
    mention = {"type": "mention", "offset": 0, "length": 13}
    for text, entities in ((typed, ()), (f"@harfiyen_bot{typed}", (mention,)), (f"＃3 {typed}", ())):
        found = read(text, *entities, reply_to_message=board)
        assert isinstance(found, PlainText)
        assert found.text == plain
    query = {"id": "1", "from": KIRAZ, "query": typed, "offset": ""}
    inline = parse_inline_query(json.dumps({"update_id": 5, "inline_query": query}).encode())
    assert inline is not None
    assert inline.text == plain


def test_an_owners_text_is_kept_as_it_was_typed_beside_the_plain_one() -> None:
    text = "Merhaba!\n\n  — yarın “bakım” var…"
    command = next(name for name, key in languages().owner_commands_by_name.items() if key == "broadcast")
    found = read(text, command=command)
    assert isinstance(found, OwnerCommand)
    assert (found.raw_text, found.text) == (text, 'Merhaba! - yarın "bakım" var...')


@pytest.mark.parametrize("name", ["Ayşe “Kiraz” — Öz", "👨‍👩‍👧", "Ünı\u0308t  Dört", "Ｌｉｍｏｎ"])
def test_a_mentioned_name_stays_as_it_is_written_and_stands_in_the_text(name: str) -> None:
    for before, after in product(("", "5dk ", "@biri, "), ("", ", @biri", " — 5dk")):
        text = f"{before}{name}{after}"
        units = len(f"/uzat {before}".encode("utf-16-le")) // 2
        length = len(name.encode("utf-16-le")) // 2
        mention = {"type": "text_mention", "offset": units, "length": length, "user": KIRAZ | {"id": 77}}
        found = read(text, mention, command="uzat")
        assert isinstance(found, Command)
        ((shown, user),) = found.mentions
        assert user == 77
        assert shown in found.text
        assert shown == " ".join(name.split())
