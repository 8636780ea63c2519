"""Challenges in every mode, draws, and clocks: what is due when time passes."""

from random import Random
from typing import Final

from tests.transcripts import minds
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, Room, room
from tests.transcripts.stage import Stage

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


async def play(stage: Stage) -> None:
    """Each mode of challenges in each language, then draws."""
    for number, (game, options) in enumerate(_MODES):
        for index, language in enumerate(("tr", "en", "uk")):
            await stage.do({"do": "title", "text": f"challenges in {language}: {game} {options}"})
            place = await room(stage, -1500 - number * 3 - index, language)
            await place.deal(game, 3, options)
            await _challenges(place, Random(f"{game} {options} {language}"))
    for number, language in enumerate(("tr", "en", "uk")):
        await _draws(await room(stage, -1600 - number, language))


async def _challenges(place: Room, chance: Random) -> None:
    await place.ask(LIMON, "challenge")
    await place.ask(LIMON, "rules")
    await place.ask(LIMON, "help")
    for number in range(9):
        state = await place.board()
        if state.outcome is not None:
            return
        person = state.players[state.turn].user
        others = [player.user for player in state.players if player.user != person]
        action = minds.move(state, chance)
        if not isinstance(action, minds.Place):
            await place.ask(person, "pass")
            continue
        bluff = minds.phony(state, action) if number % 3 == 1 else None
        await place.ask(person, "play", minds.typed(state, bluff or action, place.language, number))
        post = place.stage.newest(place.id)
        if number == 0:
            await place.tap(person, "doubt")
            await place.ask(others[0], "challenge", "NOSUCH" if place.language == "en" else "АБВ")
            await place.ask(others[0], "exchange", "1")
            await place.ask(NANE if NANE in others else others[0], "word", "kalem")
            await place.ask(others[0], "clock")
            await place.stage.do({"do": "pass", "seconds": 65})
            await place.tap(others[0], "doubt", message=post)
        elif number % 3 == 1:
            await place.tap(others[number % 2], "doubt")
            await place.tap(others[0], "doubt", message=post)
        elif number % 3 == 2:
            pending = (await place.board()).pending
            words = " ".join(word.word for word in pending.words[:1]) if pending else ""
            await place.ask(others[-1], "challenge", words)
            await place.ask(others[0], "challenge")
        else:
            await place.ask(others[0], "pass")
    await place.ask(KIRAZ, "word", "kalem")
    await place.stage.do({"do": "say", "chat": KIRAZ, "person": KIRAZ, "text": "/sozluk kalem"})
    other = await room(place.stage, place.id - 200, place.language)
    await other.ask(KIRAZ, "word", "kalem")
    await place.end()


async def _draws(place: Room) -> None:
    await place.stage.do({"do": "title", "text": f"draws in {place.language}"})
    for players in (2, 3):
        await place.deal("wordbox-en", players, "challenge=void")
        await place.ask(LIMON, "draw")
        await place.ask(LIMON, "draw")
        await place.ask(KIRAZ, "draw")
        await place.tap(LIMON, "agree")
        await place.tap(NANE if players == 2 else KIRAZ, "agree")
        if players == 3:
            await place.tap(KIRAZ, "agree")
            await place.tap(NANE, "decline")
            await place.ask(NANE, "draw", "yes")
            state = await place.board()
            await turn(place, state, Random("draws"), 0)
            await place.ask(NANE, "draw")
            await place.ask(LIMON, "draw", {"tr": "evet", "en": "yes", "uk": "так"}[place.language])
            await place.ask(KIRAZ, "board")
            await place.tap(KIRAZ, "agree")
        else:
            await place.tap(KIRAZ, "decline")
            await place.ask(LIMON, "draw")
            await place.ask(LIMON, "help")
            state = await place.board()
            await turn(place, state, Random("draws"), 0)
            await place.ask(KIRAZ, "draw")
            offer = place.stage.newest(place.id)
            await place.ask(LIMON, "draw", {"tr": "hayır", "en": "no", "uk": "ні"}[place.language])
            await place.tap(LIMON, "agree", message=offer)
            await turn(place, await place.board(), Random("draws"), 0)
            await place.ask(LIMON, "draw")
            await place.tap(KIRAZ, "agree")
        await place.ask(KIRAZ, "board")
        await place.ask(KIRAZ, "score")
        await place.end()


async def clocks(stage: Stage) -> None:
    """Reminders, time-outs, pauses and forfeits, in each language."""
    for number, (game, options, times) in enumerate(_CLOCKS):
        for index, language in enumerate(("tr", "en", "uk")):
            await stage.do({"do": "title", "text": f"clocks in {language}: {game} {options}"})
            place = await room(stage, -1700 - number * 3 - index, language)
            await place.deal(game, 2 if index else 3, options)
            if game == "klepka":
                await stage.do({"do": "pass", "seconds": 91})
                for person in (KIRAZ, LIMON):
                    await place.ask(person, "form", "ВОДА")
            else:
                await turn(place, await place.board(), Random(f"{game} {language}"), 0)
            await place.ask(LIMON, "clock")
            await place.ask(LIMON, "pause")
            await place.ask(KIRAZ, "resume")
            for step, seconds in enumerate(times):
                await stage.do({"do": "pass", "seconds": seconds})
                if step == 1:
                    await _paused(place)
                await place.ask(LIMON, "clock")
                if step % 2:
                    await place.ask(LIMON, "pass")
                    await place.ask(KIRAZ, "pass")
            for person in (KIRAZ, LIMON):
                await place.ask(person, "play", "H8 KALEM")
            await place.ask(KIRAZ, "board")
            await place.end()
        await _scoreless(await room(stage, -1750 - number, ("tr", "en", "uk")[number % 3]), number)


async def _scoreless(place: Room, number: int) -> None:
    """Passes and exchanges until the game is over, or no more of them are allowed."""
    game = ("kelimelik", "scrabble-en", "tournament-en", "wordbox-tr")[number % 4]
    await place.deal(game, 2)
    for step in range(9):
        state = await place.board()
        if state.outcome is not None:
            break
        person = state.players[state.turn].user
        await place.ask(person, "exchange" if number > 3 or game == "wordbox-tr" else "pass", f"{step % 7 + 1}")
        if (await place.board()).number == state.number:
            await place.ask(person, "pass")
    await place.ask(KIRAZ, "score")
    await place.end()


async def _paused(place: Room) -> None:
    await place.ask(KIRAZ, "pause")
    await place.ask(KIRAZ, "pause")
    await place.stage.do({"do": "pass", "seconds": 5000})
    for person, command, text in (
        (LIMON, "play", "H8 KALEM"),
        (KIRAZ, "pass", ""),
        (LIMON, "clock", ""),
        (KIRAZ, "board", ""),
    ):
        await place.ask(person, command, text)
    await place.ask(KIRAZ, "resume")
