"""What must never be seen: racks, and the secret before the end. Looks through all that the bot said and logged."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from bot.playground import JournalEntry
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage

_TILE = re.compile(r"[A-ZÇĞİÖŞÜА-ЯҐЄІЇ▢][₀-₉]")
_CARD = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it; captions write its colour as a sign."""
_BETWEEN = ("", " ", "  ", ",", ", ", "', '", "','", '", "', '","', "|")
_LEAST_TILES = 4
"""Shorter racks occur in words by chance."""
_FIELDS = re.compile(r"""["'](rack|seed|secret|draws|bag)["']\s*[:=]""")


class SecretGame(Protocol):
    """A game with secrets."""

    @property
    def board(self) -> ReadMessage:
        """The newest message; once the game is over, the one that says so."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""

    @property
    def seal(self) -> str:
        """What was published of the secret."""

    @property
    def racks_seen(self) -> Sequence[tuple[str, ...]]:
        """Tiles in an order that only one person was shown."""

    @property
    def public_words(self) -> Collection[str]:
        """Words that all could read, which a rack may spell by chance."""


def check_secrecy(stage: BotStage, game: SecretGame) -> None:
    """Fail if the group's messages or the log tell anything of a rack, or of the secret before the end."""
    secret = next((code for code in game.board.parts_marked("code") if len(code) == 64), None)
    end = game.board.call_number if game.is_over else stage.last_call_number + 1
    shown = 0
    for entry in stage.playground.journal.find_entries():
        if entry.method in {"getUpdates", "answerCallbackQuery"} or _is_private_call(entry):
            continue
        told = json.dumps([read_by_others(entry), entry.result], ensure_ascii=False)
        shown += entry.method == "sendPhoto"
        assert not _TILE.search(told), told
        assert not _CARD.search(told), told
        if entry.number < end:
            _assert_hides(told, game, secret)
    assert shown > 1
    log = stage.bot.log
    assert not _TILE.search(log)
    assert not _CARD.search(log)
    _assert_hides(log, game, secret)
    assert game.seal not in log
    assert stage.playground.token not in log


def read_by_others(entry: JournalEntry) -> object:
    """A call's parameters; of inline results what they become, as only the asker is shown the rest."""
    if entry.method != "answerInlineQuery":
        return entry.parameters
    return [result | {"title": "", "description": ""} for result in entry.parameters["results"]]


def _is_private_call(entry: JournalEntry) -> bool:
    """Whether one person alone sees what came of a call: in private, or where the server has answered so."""
    if entry.method.startswith("editEphemeralMessage") or entry.method == "deleteEphemeralMessage":
        return True  # which a server refuses for anything that others see
    alone = isinstance(entry.result, dict) and "ephemeral_message_id" in entry.result
    return alone or int(entry.parameters.get("chat_id", -1)) > 0


def _assert_hides(text: str, game: SecretGame, secret: str | None) -> None:
    assert not _FIELDS.search(text), text
    assert secret is None or secret not in text
    for written in _rack_texts(game):
        assert written not in text, f"a rack is seen: {written}"


def _rack_texts(game: SecretGame) -> Iterator[str]:
    """Every rack that was shown, as it may be written: in its order and sorted."""
    for rack in {rack for rack in game.racks_seen if len(rack) >= _LEAST_TILES}:
        for tiles in (rack, tuple(sorted(rack))):
            if not any("".join(tiles) in word for word in game.public_words):
                yield from (mark.join(tiles) for mark in _BETWEEN)
