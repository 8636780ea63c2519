"""What happens on the stage, scene by scene; each on a stage of its own."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.transcripts.ephemerals import VERSIONS
from tests.transcripts.scenes import (
    actions,
    boards,
    cards,
    chatter,
    computers,
    crashes,
    disputes,
    hasty,
    inline,
    lobbies,
    others,
    outages,
    owners,
    privately,
    servers,
    troubles,
)
from tests.transcripts.scenes.room import LIMON, room
from tests.transcripts.stage import Stage


@dataclass(frozen=True, slots=True)
class Scene:
    """What is played, and where."""

    play: Callable[[Stage], Awaitable[None]]
    environ: Mapping[str, str] = field(default_factory=dict)
    """Settings of the bot."""
    version: str = ""
    """Of the Bot API server; the oldest unless told."""


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
    "boards": Scene(boards.play),
    "chatter": Scene(chatter.play),
    "disputes": Scene(disputes.play),
    "lobbies": Scene(lobbies.play),
    "clocks": Scene(disputes.clocks),
    "troubles": Scene(troubles.play),
    "private": Scene(privately.play),
    "cards": Scene(cards.play),
    **{f"server {version}": Scene(servers.play, version=version) for version in VERSIONS},
    "computers": Scene(computers.play),
    "crashes": Scene(crashes.play),
    "actions": Scene(actions.play),
    "others": Scene(others.play),
    "hasty": Scene(hasty.play, hasty.ENVIRON),
    "owners": Scene(owners.play, owners.ENVIRON),
    "inline": Scene(inline.play),
    "refusals": Scene(boards.refusals),
    "outages": Scene(outages.play),
    "short": Scene(short),
}
"""Those that take longest first."""
