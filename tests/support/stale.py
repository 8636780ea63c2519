"""What a press of a button that is out of date is answered with."""

import html
import re
from typing import Any

from bot.families import registry
from bot.tables.codec import decode_table
from bot.tables.held import is_running
from bot.wording.speaker import Speaker
from engine.game import Table, view
from engine.seats import Lobby
from tests.support.chats import Talk


async def leads(talk: Talk, answer: dict[str, Any]) -> bool:
    """Whether it is an alert that says how the table stands now, as everybody may read it, and not a word more.

    A button of no table that ever was is answered with that instead.
    """
    _, state = await talk.stored()
    now = _told(talk, None if state is None else decode_table(state))
    return bool(answer["show_alert"]) and answer["text"] in {talk.plain("refusal-stale-button"), now}


def _told(talk: Talk, table: Table | None) -> str:
    if table is None:
        return talk.plain("stale-none")
    speaker = Speaker(talk.house.texts, talk.language, table.ruleset.title)
    if isinstance(table, Lobby):
        names = ", ".join(speaker.called(seat.name) for seat in table.seats)
        return talk.plain("stale-lobby", game=speaker.game, names=names)
    seen = view(table, None)
    scores = html.unescape(re.sub("<.*?>", "", registry.of_view(seen).scores(seen, speaker)))
    if not is_running(table):
        return talk.plain("stale-over", scores=scores)
    on_turn = talk.plain("turn-next", name=speaker.called(table.players[table.turn].name))
    return talk.plain("stale-game", scores=scores, next=on_turn)


def watches(talk: Talk, answer: dict[str, Any]) -> bool:
    """Whether a tap's answer is an alert that shows a game to somebody who does not play in it."""
    start = talk.plain("stale-watching", scores="", next="").partition("\n")[0]
    return bool(answer["show_alert"]) and str(answer["text"]).startswith(start)
