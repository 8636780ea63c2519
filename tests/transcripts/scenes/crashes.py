"""The bot is killed at each point of what it does, and starts again; Redis or Telegram is away for a moment."""

from random import Random
from typing import Final

from tests.transcripts import simulated_players
from tests.transcripts.http_calls import Json
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, SceneRoom, open_group
from tests.transcripts.stage import Op, RecordingStage

_METHODS: Final = ("sendPhoto", "editMessageReplyMarkup")
_COMMANDS: Final = 6
"""At how many of the commands about its chat the bot is killed while it does one thing."""


async def play(stage: RecordingStage) -> None:
    """A kill at each point of a move on a board, of cards turned up, of a seat taken; then something is away."""
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "way"})
    await stage.run_op({"do": "start", "environ": {}})
    places = [await open_group(stage, -2_600 - number, language) for number, language in enumerate(("tr", "en", "uk"))]
    for after in (False, True):
        when = "behind" if after else "before"
        await stage.run_op({"do": "title", "text": f"killed {when} commands to Redis"})
        await _kill_at_each_point(places, [{"nth": nth, "after": after} for nth in range(1, _COMMANDS + 1)])
        await stage.run_op({"do": "title", "text": f"killed {when} calls to Telegram"})
        await _kill_at_each_point(places, [{"method": method, "nth": 1, "after": after} for method in _METHODS])
    await stage.run_op({"do": "title", "text": "away for a moment"})
    for of in ("redis", "telegram"):
        await _play_through_outage(await open_group(stage, -2_610 - len(of), "en"), of)


async def _kill_at_each_point(places: list[SceneRoom], points: list[Json]) -> None:
    for index, point in enumerate(points):
        place = places[index % 3]
        about = point | {"chat": place.chat_id}
        if index % 4 == 2:
            await place.open_and_begin("klepka", 2, "deck=quick")
            state = await place.load_klepka()
            await _crash(place, about, place.say_op(state.players[state.turn].user, place.command_text("flip", "1 2")))
            await place.stage.run_op({"do": "pass", "seconds": 20})
            await place.give_command(LIMON, "board")
        elif index % 4 == 1:
            await place.give_command(KIRAZ, "new", "scrabble-en")
            await _crash(place, about, place.say_op(LIMON, place.command_text("join")))
            await place.tap_kind(NANE, "join")
            await place.give_command(KIRAZ, "begin")
        await place.cancel_table()
        await place.open_and_begin("scrabble-en", 2, "challenge=void")
        board = await place.load_crossword()
        action = simulated_players.random_legal_move(board, Random(f"crash {index}"))
        text = (
            simulated_players.typed_play(board, action, place.language, 0)
            if isinstance(action, simulated_players.Place)
            else "H8"
        )
        await _crash(place, about, place.say_op(board.players[board.turn].user, place.command_text("play", text)))
        await play_turn(place, await place.load_crossword(), Random(f"crash {index}"), 0)
        await place.cancel_table()


async def _crash(place: SceneRoom, point: Json, then: Op) -> None:
    await place.stage.run_op({"do": "crash", "point": point, "then": then})


async def _play_through_outage(place: SceneRoom, of: str) -> None:
    """A game goes on while something is away: what is asked meanwhile is done and told when it is back."""
    stage = place.stage
    await place.open_and_begin("scrabble-en", 2, "challenge=void")
    for number in range(3):
        board = await place.load_crossword()
        action = simulated_players.random_legal_move(board, Random(f"away {number}"))
        mover = board.players[board.turn].user
        text = (
            simulated_players.typed_play(board, action, "en", 0)
            if isinstance(action, simulated_players.Place)
            else "H8"
        )
        said = (
            place.say_op(mover, place.command_text("play", text))
            if number
            else place.say_op(NANE, place.command_text("score"))
        )
        await stage.run_op({"do": "outage", "of": of, "then": [said]})
        await stage.run_op({"do": "again", "back": 0})
    await stage.run_op({"do": "outage", "of": of, "then": [{"do": "pass", "seconds": 60}]})
    await place.give_command(LIMON, "board")
    await place.cancel_table()
