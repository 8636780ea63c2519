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
    inline,
    lobbies,
    outages,
    owners,
    privately,
    servers,
    side_features,
    throttled,
    troubles,
)
from tests.transcripts.scenes.room import LIMON, open_group
from tests.transcripts.stage import RecordingStage


@dataclass(frozen=True, slots=True)
class Scene:
    """What is played, and where."""

    play: Callable[[RecordingStage], Awaitable[None]]
    environ: Mapping[str, str] = field(default_factory=dict)
    """Settings of the bot."""
    version: str = ""
    """Of the Bot API server; the oldest unless told."""


async def play_short(stage: RecordingStage) -> None:
    """A little of everything, for a test: a board, cards that are shown, an update that comes twice, time, a limit."""
    place = await open_group(stage, -2900, "en")
    await place.open_and_begin("wordbox-en", 3, "clock=10min challenge=void")
    for number in range(6):
        await boards.play_turn(place, await place.load_crossword(), Random(f"short {number}"), number)
    await stage.run_op({"do": "again", "back": 0})
    limit = {"status": 429, "description": "Too Many Requests: retry after 3", "parameters": {"retry_after": 3}}
    await stage.run_op({"do": "fault", "method": "sendPhoto", "chat": place.chat_id, **limit})
    await place.give_command(LIMON, "surrender")
    await place.tap_kind(LIMON, "yes")
    await stage.run_op({"do": "pass", "seconds": 2000})
    await place.cancel_table()
    await place.open_and_begin("klepka", 2, "deck=quick")
    state = await place.load_klepka()
    await place.give_command(state.players[state.turn].user, "flip", "1 2")
    await stage.run_op({"do": "pass", "seconds": 10})
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "start", "environ": {}})
    await place.give_command(LIMON, "board")


SCENES: Final[dict[str, Scene]] = {
    "boards": Scene(boards.play),
    "chatter": Scene(chatter.play),
    "disputes": Scene(disputes.play),
    "lobbies": Scene(lobbies.play),
    "clocks": Scene(disputes.play_clocks),
    "troubles": Scene(troubles.play),
    "private": Scene(privately.play),
    "cards": Scene(cards.play),
    **{f"server {version}": Scene(servers.play, version=version) for version in VERSIONS},
    "computers": Scene(computers.play),
    "crashes": Scene(crashes.play),
    "actions": Scene(actions.play),
    "others": Scene(side_features.play),
    "hasty": Scene(throttled.play, throttled.ENVIRON),
    "owners": Scene(owners.play, owners.ENVIRON),
    "inline": Scene(inline.play),
    "refusals": Scene(boards.play_refusals),
    "outages": Scene(outages.play),
    "short": Scene(play_short),
}
"""Those that take longest first."""
