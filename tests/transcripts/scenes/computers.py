"""Computer players: in groups and alone with one person, of each level, in both families; seated, sent away, beaten."""

from random import Random

from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage


async def play(stage: RecordingStage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"computers in {language}"})
        place = await open_group(stage, -2_700 - number, language)
        await _seat_computers(place)
        await _boards(place, number)
        await _cards(place)
        await _play_solo(stage, LIMON if number else KIRAZ, language)


async def _seat_computers(place: SceneRoom) -> None:
    await place.give_command(KIRAZ, "computer")
    await place.give_command(KIRAZ, "new", "scrabble-en start=full")
    for text in ("", "3", "nosuch", "1", "5"):
        await place.give_command(KIRAZ, "computer", text)
        await place.give_command(LIMON, "computer", text)
    await place.forge_tap(KIRAZ, place.data_of_label("🤖"))
    for number in range(4):
        await place.tap_kind(KIRAZ, "computer", number)
    await place.forge_tap(KIRAZ, place.data_of_label("✖"))
    await place.give_command(KIRAZ, "board")
    await place.cancel_table()


async def _boards(place: SceneRoom, number: int) -> None:
    """Each level against one person, and two of them with two people."""
    for level in range(5):
        game = ("kelimelik", "scrabble-en", "wordbox-uk", "wordbox-en", "tournament-tr")[(level + number) % 5]
        await place.give_command(KIRAZ, "new", game)
        await place.give_command(KIRAZ, "computer")
        await place.tap_kind(KIRAZ, "computer", level)
        await place.give_command(KIRAZ, "begin")
        for step in range(3):
            await _let_computers_move(place)
            state = await place.load_crossword()
            if state.outcome is None and state.pending is None and state.players[state.turn].user == KIRAZ:
                await play_turn(place, state, Random(f"computers {level} {step}"), 0)
        await place.give_command(KIRAZ, "surrender")
        await place.tap_kind(KIRAZ, "yes")
        await place.give_command(KIRAZ, "proof")
        await place.cancel_table()


async def _let_computers_move(place: SceneRoom) -> None:
    """Who thinks is given time, until a person is on turn."""
    for _ in range(6):
        await place.stage.run_op({"do": "pass", "seconds": 5})


async def _cards(place: SceneRoom) -> None:
    for level in (0, 2, 4):
        await place.give_command(KIRAZ, "new", "klepka deck=quick")
        await place.give_command(KIRAZ, "computer")
        await place.tap_kind(KIRAZ, "computer", level)
        await place.give_command(KIRAZ, "begin")
        for _ in range(4):
            await _let_computers_move(place)
            state = await place.load_klepka()
            if state.outcome is None and state.players[state.turn].user == KIRAZ:
                await place.give_command(KIRAZ, "flip", "1 2")
                await place.give_command(KIRAZ, "pass")
        await place.give_command(KIRAZ, "board")
        await place.cancel_table()


async def _play_solo(stage: RecordingStage, person: int, language: str) -> None:
    """Alone with computers in the private chat."""
    mine = SceneRoom(stage, person, language)
    await mine.say(person, f"/dil {language}")
    for text in ("", "2"):
        await mine.give_command(person, "computer", text)
    await mine.tap_kind(person, "alone", 0)
    await mine.tap_kind(person, "alone", 0)
    await _let_computers_move(mine)
    for command in ("board", "score", "bag", "rack", "rules", "settings", "clock"):
        await mine.give_command(person, command)
    await mine.give_command(person, "play", "H8 QQQ")
    await mine.give_command(person, "pass")
    await _let_computers_move(mine)
    await mine.give_command(person, "surrender")
    await mine.tap_kind(person, "yes")
    await mine.tap_kind(person, "again")
    await mine.give_command(person, "cancel")
    await mine.tap_kind(person, "cancel")
