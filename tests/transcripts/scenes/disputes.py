"""Challenges in every mode, draws, and clocks: what is due when time passes."""

from random import Random
from typing import Final

from tests.transcripts import simulated_players
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage

_MODES: Final = (
    ("scrabble-en", "challenge=single"),
    ("scrabble-en", "challenge=double window=30"),
    ("scrabble-tr", "challenge=five"),
    ("scrabble-en", "challenge=ten challenge-per=word challenge-to=challenger"),
    ("tournament-tr", ""),
    ("wordbox-en", "ex=bag"),
    ("wordbox-uk", "clock=none"),
)
_CLOCKS: Final = (
    ("kelimelik", "saat=2dk", (40, 70, 15, 200, 130)),
    ("kelimelik", "", (86400, 86400 * 2, 86400)),
    ("tournament-en", "", (100, 30, 61, 130, 130, 130)),
    ("scrabble-tr", "saat=oyun", (900, 700, 60, 300, 400)),
    ("scrabble-en", "clock=bank", (100, 4000, 90000, 90000, 400000)),
    ("wordbox-tr", "saat=10dk", (300, 301, 100, 700, 700)),
    ("klepka", "clock=phases", (60, 40, 50, 100, 100, 200, 200, 200)),
    ("scrabble-en", "clock=24h", (3600 * 22, 3600 * 3, 3600 * 25)),
)


async def play(stage: RecordingStage) -> None:
    """Each mode of challenges in each language, then draws."""
    for number, (game, options) in enumerate(_MODES):
        for index, language in enumerate(("tr", "en", "uk")):
            await stage.run_op({"do": "title", "text": f"challenges in {language}: {game} {options}"})
            place = await open_group(stage, -1500 - number * 3 - index, language)
            await place.open_and_begin(game, 3, options)
            await _challenges(place, Random(f"{game} {options} {language}"))
    for number, language in enumerate(("tr", "en", "uk")):
        await _draws(await open_group(stage, -1600 - number, language))


async def _challenges(place: SceneRoom, chance: Random) -> None:
    await place.give_command(LIMON, "challenge")
    await place.give_command(LIMON, "rules")
    await place.give_command(LIMON, "help")
    for number in range(9):
        state = await place.load_crossword()
        if state.outcome is not None:
            return
        person = state.players[state.turn].user
        others = [player.user for player in state.players if player.user != person]
        action = simulated_players.random_legal_move(state, chance)
        if not isinstance(action, simulated_players.Place):
            await place.give_command(person, "pass")
            continue
        bluff = simulated_players.to_phony(state, action) if number % 3 == 1 else None
        await place.give_command(
            person, "play", simulated_players.typed_play(state, bluff or action, place.language, number)
        )
        post = place.stage.newest_with_buttons(place.chat_id)
        if number == 0:
            await place.tap_kind(person, "doubt")
            await place.give_command(others[0], "challenge", "NOSUCH" if place.language == "en" else "АБВ")
            await place.give_command(others[0], "exchange", "1")
            await place.give_command(NANE if NANE in others else others[0], "word", "kalem")
            await place.give_command(others[0], "clock")
            await place.stage.run_op({"do": "pass", "seconds": 65})
            await place.tap_kind(others[0], "doubt", message=post)
        elif number % 3 == 1:
            await place.tap_kind(others[number % 2], "doubt")
            await place.tap_kind(others[0], "doubt", message=post)
        elif number % 3 == 2:
            pending = (await place.load_crossword()).pending
            words = " ".join(word.word for word in pending.words[:1]) if pending else ""
            await place.give_command(others[-1], "challenge", words)
            await place.give_command(others[0], "challenge")
        else:
            await place.give_command(others[0], "pass")
    await place.give_command(KIRAZ, "word", "kalem")
    await place.stage.run_op({"do": "say", "chat": KIRAZ, "person": KIRAZ, "text": "/sozluk kalem"})
    other = await open_group(place.stage, place.chat_id - 200, place.language)
    await other.give_command(KIRAZ, "word", "kalem")
    await place.cancel_table()


async def _draws(place: SceneRoom) -> None:
    await place.stage.run_op({"do": "title", "text": f"draws in {place.language}"})
    for players in (2, 3):
        await place.open_and_begin("wordbox-en", players, "challenge=void")
        await place.give_command(LIMON, "draw")
        await place.give_command(LIMON, "draw")
        await place.give_command(KIRAZ, "draw")
        await place.tap_kind(LIMON, "agree")
        await place.tap_kind(NANE if players == 2 else KIRAZ, "agree")
        if players == 3:
            await place.tap_kind(KIRAZ, "agree")
            await place.tap_kind(NANE, "decline")
            await place.give_command(NANE, "draw", "yes")
            state = await place.load_crossword()
            await play_turn(place, state, Random("draws"), 0)
            await place.give_command(NANE, "draw")
            await place.give_command(LIMON, "draw", {"tr": "evet", "en": "yes", "uk": "так"}[place.language])
            await place.give_command(KIRAZ, "board")
            await place.tap_kind(KIRAZ, "agree")
        else:
            await place.tap_kind(KIRAZ, "decline")
            await place.give_command(LIMON, "draw")
            await place.give_command(LIMON, "help")
            state = await place.load_crossword()
            await play_turn(place, state, Random("draws"), 0)
            await place.give_command(KIRAZ, "draw")
            offer = place.stage.newest_with_buttons(place.chat_id)
            await place.give_command(LIMON, "draw", {"tr": "hayır", "en": "no", "uk": "ні"}[place.language])
            await place.tap_kind(LIMON, "agree", message=offer)
            await play_turn(place, await place.load_crossword(), Random("draws"), 0)
            await place.give_command(LIMON, "draw")
            await place.tap_kind(KIRAZ, "agree")
        await place.give_command(KIRAZ, "board")
        await place.give_command(KIRAZ, "score")
        await place.cancel_table()


async def play_clocks(stage: RecordingStage) -> None:
    """Reminders, time-outs, pauses and forfeits, in each language."""
    for number, (game, options, times) in enumerate(_CLOCKS):
        for index, language in enumerate(("tr", "en", "uk")):
            await stage.run_op({"do": "title", "text": f"clocks in {language}: {game} {options}"})
            place = await open_group(stage, -1700 - number * 3 - index, language)
            await place.open_and_begin(game, 2 if index else 3, options)
            if game == "klepka":
                await stage.run_op({"do": "pass", "seconds": 91})
                for person in (KIRAZ, LIMON):
                    await place.give_command(person, "form", "ВОДА")
            else:
                await play_turn(place, await place.load_crossword(), Random(f"{game} {language}"), 0)
            await place.give_command(LIMON, "clock")
            await place.give_command(LIMON, "pause")
            await place.give_command(KIRAZ, "resume")
            for step, seconds in enumerate(times):
                await stage.run_op({"do": "pass", "seconds": seconds})
                if step == 1:
                    await _pause_and_resume(place)
                await place.give_command(LIMON, "clock")
                if step % 2:
                    await place.give_command(LIMON, "pass")
                    await place.give_command(KIRAZ, "pass")
            for person in (KIRAZ, LIMON):
                await place.give_command(person, "play", "H8 KALEM")
            await place.give_command(KIRAZ, "board")
            await place.cancel_table()
        await _scoreless(await open_group(stage, -1750 - number, ("tr", "en", "uk")[number % 3]), number)


async def _scoreless(place: SceneRoom, number: int) -> None:
    """Passes and exchanges until the game is over, or no more of them are allowed."""
    game = ("kelimelik", "scrabble-en", "tournament-en", "wordbox-tr")[number % 4]
    await place.open_and_begin(game, 2)
    for step in range(9):
        state = await place.load_crossword()
        if state.outcome is not None:
            break
        person = state.players[state.turn].user
        await place.give_command(
            person, "exchange" if number > 3 or game == "wordbox-tr" else "pass", f"{step % 7 + 1}"
        )
        if (await place.load_crossword()).number == state.number:
            await place.give_command(person, "pass")
    await place.give_command(KIRAZ, "score")
    await place.cancel_table()


async def _pause_and_resume(place: SceneRoom) -> None:
    await place.give_command(KIRAZ, "pause")
    await place.give_command(KIRAZ, "pause")
    await place.stage.run_op({"do": "pass", "seconds": 5000})
    for person, command, text in (
        (LIMON, "play", "H8 KALEM"),
        (KIRAZ, "pass", ""),
        (LIMON, "clock", ""),
        (KIRAZ, "board", ""),
    ):
        await place.give_command(person, command, text)
    await place.give_command(KIRAZ, "resume")
