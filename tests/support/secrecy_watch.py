"""Watches what the bot tells whom, and fails where anybody reads what they must not know."""

import json
import re
from collections.abc import Iterator
from typing import Final

from bot.playground import JournalEntry
from engine.crossword.state import GameState
from engine.duplicate.state import GameState as DuplicateState
from engine.game import Game, Table
from engine.lobby_seats import Lobby
from tests.support.chat_harness import BotHarness, ChatSession

_PICTURE_METHODS: Final = frozenset({"sendPhoto", "editMessageMedia"})
_OK: Final = 200
_CARD: Final = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it."""


class SecrecyWatch:
    def __init__(self, house: BotHarness, table: Table | None) -> None:
        self._house: Final = house
        self._table: Final = table
        self._first_call: Final = house.last_call_number
        self._asker_by_query: Final[dict[str, int]] = {}

    async def inline_results(self, talk: ChatSession, person: int, text: str) -> list[tuple[str, str]]:
        """What somebody is shown who types behind the bot's name; each a query and a result of it."""
        world = self._house.playground.world
        query = await world.inline.ask_bot(world.people[person], talk.chat, text)
        self._asker_by_query[query.id] = person
        assert query.shown_answer is not None, f"{text!r} has no answer"
        return [(query.id, result["id"]) for result in query.shown_answer.results]

    async def check_no_leak(self, *, pictures: bool) -> None:
        """Fail if anybody has read another's tiles, or what is still to be drawn; or seen a picture without reason."""
        await self._house.wait_until_idle()
        for entry in self._house.playground.journal.find_entries(after=self._first_call):
            if entry.method == "getUpdates":
                continue
            reader = self._reader_of_call(entry)
            told = json.dumps([entry.parameters, entry.result], ensure_ascii=False, default=repr)
            for player, secrets in self._secret_patterns():
                if reader != player:
                    found = secrets.search(told)
                    assert found is None, f"{reader or 'everybody'} reads {found[0]}: {told}"
            shown = entry.method in _PICTURE_METHODS and entry.status == _OK
            assert pictures or not shown, f"a picture for {reader or 'everybody'}"

    def _reader_of_call(self, entry: JournalEntry) -> int | None:
        """Who alone sees what came of a call; ``None`` where a group does."""
        if entry.method == "answerCallbackQuery":
            return self._house.playground.world.presses[entry.parameters["callback_query_id"]].person
        if entry.method == "answerInlineQuery":
            return self._asker_by_query[entry.parameters["inline_query_id"]]
        if entry.method.startswith("editEphemeralMessage"):
            # Who alone sees it, or the server refuses: as when it is asked whether it knows the method.
            return int(entry.parameters.get("receiver_user_id", 0)) or None
        chat = int(entry.parameters.get("chat_id", -1))
        return chat if chat > 0 else None

    def _secret_patterns(self) -> Iterator[tuple[int, re.Pattern[str]]]:
        """What each player alone may see, and what nobody may (by user 0)."""
        table = self._table
        if table is None or (isinstance(table, Game) and table.outcome is not None):
            return
        hidden = [re.escape(table.secret)]
        if isinstance(table, GameState):
            hidden.append(re.escape("".join(table.bag)))
            for player in table.players:
                rack = "".join(player.rack)
                yield player.user, re.compile(f"[{rack}][₀-₉]|{rack}|{''.join(sorted(rack))}")
        elif isinstance(table, DuplicateState):
            hidden.append(re.escape("".join(table.bag)))
            if table.round is not None:
                hidden.append(re.escape(table.round.laid.word))
        elif not isinstance(table, Lobby):
            hidden.append(_CARD.pattern)
        yield 0, re.compile("|".join(hidden))
