"""The bot is killed at each point of what it does, and starts again; Redis or Telegram is away for a moment."""

from random import Random
from typing import Final

from tests.transcripts import minds
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, Room, room
from tests.transcripts.stage import Op, Stage
from tests.transcripts.wire import Json

_METHODS: Final = ("sendPhoto", "editMessageReplyMarkup")
_COMMANDS: Final = 6
"""At how many of the commands about its chat the bot is killed while it does one thing."""


async def play(stage: Stage) -> None:
    """A kill at each point of a move on a board, of cards turned up, of a seat taken; then something is away."""
    await stage.do({"do": "stop"})
    await stage.do({"do": "way"})
    await stage.do({"do": "start", "environ": {}})
    places = [await room(stage, -2_600 - number, language) for number, language in enumerate(("tr", "en", "uk"))]
    for after in (False, True):
        when = "behind" if after else "before"
        await stage.do({"do": "title", "text": f"killed {when} commands to Redis"})
        await _killed(places, [{"nth": nth, "after": after} for nth in range(1, _COMMANDS + 1)])
        await stage.do({"do": "title", "text": f"killed {when} calls to Telegram"})
        await _killed(places, [{"method": method, "nth": 1, "after": after} for method in _METHODS])
    await stage.do({"do": "title", "text": "away for a moment"})
    for of in ("redis", "telegram"):
        await _away(await room(stage, -2_610 - len(of), "en"), of)


async def _killed(places: list[Room], points: list[Json]) -> None:
    for index, point in enumerate(points):
        place = places[index % 3]
        about = point | {"chat": place.id}
        if index % 4 == 2:
            await place.deal("klepka", 2, "deck=quick")
            state = await place.cards()
            await _crash(place, about, place.said(state.players[state.turn].user, place.command("flip", "1 2")))
            await place.stage.do({"do": "pass", "seconds": 20})
            await place.ask(LIMON, "board")
        elif index % 4 == 1:
            await place.ask(KIRAZ, "new", "scrabble-en")
            await _crash(place, about, place.said(LIMON, place.command("join")))
            await place.tap(NANE, "join")
            await place.ask(KIRAZ, "begin")
        await place.end()
        await place.deal("scrabble-en", 2, "challenge=void")
        board = await place.board()
        action = minds.move(board, Random(f"crash {index}"))
        text = minds.typed(board, action, place.language, 0) if isinstance(action, minds.Place) else "H8"
        await _crash(place, about, place.said(board.players[board.turn].user, place.command("play", text)))
        await turn(place, await place.board(), Random(f"crash {index}"), 0)
        await place.end()


async def _crash(place: Room, point: Json, then: Op) -> None:
    await place.stage.do({"do": "crash", "point": point, "then": then})


async def _away(place: Room, of: str) -> None:
    """A game goes on while something is away: what is asked meanwhile is done and told when it is back."""
    stage = place.stage
    await place.deal("scrabble-en", 2, "challenge=void")
    for number in range(3):
        board = await place.board()
        action = minds.move(board, Random(f"away {number}"))
        mover = board.players[board.turn].user
        text = minds.typed(board, action, "en", 0) if isinstance(action, minds.Place) else "H8"
        said = place.said(mover, place.command("play", text)) if number else place.said(NANE, place.command("score"))
        await stage.do({"do": "outage", "of": of, "then": [said]})
        await stage.do({"do": "again", "back": 0})
    await stage.do({"do": "outage", "of": of, "then": [{"do": "pass", "seconds": 60}]})
    await place.ask(LIMON, "board")
    await place.end()
