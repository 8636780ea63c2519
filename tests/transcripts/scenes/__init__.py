"""What happens on the stage, scene by scene; each begins where the one before has left the bot."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from tests.transcripts.scenes import boards, cards, chatter, disputes, lobbies, outages, privately, troubles
from tests.transcripts.scenes.room import LIMON, room
from tests.transcripts.stage import Stage

Scene = Callable[[Stage], Awaitable[None]]


async def short(stage: Stage) -> None:
    """A little of everything, for a test: a board, cards that are shown, an update that comes twice, time, a limit."""
    place = await room(stage, -2900, "en")
    await place.deal("wordbox-en", 3, "clock=10min challenge=void")
    for number in range(6):
        await boards.turn(place, await place.board(), Random(f"short {number}"), number)
    await stage.do({"do": "again", "back": 0})
    limit = {"status": 429, "description": "Too Many Requests: retry after 3", "parameters": {"retry_after": 3}}
    await stage.do({"do": "fault", "method": "sendPhoto", "chat": place.id, **limit})
    await place.ask(LIMON, "surrender")
    await place.tap(LIMON, "yes")
    await stage.do({"do": "pass", "seconds": 2000})
    await place.end()
    await place.deal("klepka", 2, "deck=quick")
    state = await place.cards()
    await place.ask(state.players[state.turn].user, "flip", "1 2")
    await stage.do({"do": "pass", "seconds": 10})
    await stage.do({"do": "stop"})
    await stage.do({"do": "start", "environ": {}})
    await place.ask(LIMON, "board")


SCENES: Final[dict[str, Scene]] = {
    "boards": boards.play,
    "refusals": boards.refusals,
    "cards": cards.play,
    "chatter": chatter.play,
    "lobbies": lobbies.play,
    "disputes": disputes.play,
    "clocks": disputes.clocks,
    "private": privately.play,
    "troubles": troubles.play,
    "outages": outages.play,
    "short": short,
}
