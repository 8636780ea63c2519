"""Everything that people can do which changes a game, done once: by commands, by typing, by buttons, in private."""

from random import Random
from typing import Final

from tests.transcripts import minds
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, Room, room
from tests.transcripts.stage import Stage

_HAND: Final = "ВОДА=#"
"""Letters of a word, and the cards that trade and that shuffle."""


async def every_action(stage: Stage) -> None:
    """See the module."""
    await once(await room(stage, -2_950, "en"))


async def play(stage: Stage) -> None:
    """All of it in each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"every action in {language}"})
        await once(await room(stage, -2_960 - number, language))


async def once(place: Room) -> None:
    """Everything in one group."""
    await _seats(place)
    await _board(place)
    await _absent(place)
    await _private(place)
    await _cards(place)


async def _seats(place: Room) -> None:
    await place.ask(KIRAZ, "new")
    await place.tap(KIRAZ, "choose")
    lobby, options = place.stage.newest(place.id), place.labelled("⚙️")
    await place.forge(KIRAZ, options)
    await place.forge(KIRAZ, options.replace("+", "01"))
    await place.tap(LIMON, "join", message=lobby)
    await place.tap(LIMON, "leave", message=lobby)
    await place.ask(LIMON, "join")
    await place.ask(LIMON, "leave")
    await place.ask(KIRAZ, "cancel")
    await place.ask(KIRAZ, "new", "wordbox-en start=full")
    lobby = place.stage.newest(place.id)
    for answer in (1, 0):
        await place.ask(KIRAZ, "invite", "@Limon")
        await place.tap(LIMON, "seat", answer, lobby)
    await place.ask(LIMON, "leave")
    await place.ask(KIRAZ, "computer", "easy")
    panel = place.labelled("🤖")
    await place.forge(KIRAZ, panel)
    await place.tap(KIRAZ, "computer", 0)
    await place.ask(KIRAZ, "cancel")
    await place.ask(KIRAZ, "new", "wordbox-en start=full")
    for person in (LIMON, NANE, ZEYTIN):
        await place.ask(person, "join")
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "cancel")


async def _board(place: Room) -> None:
    await place.ask(KIRAZ, "new", "scrabble-en clock=25min challenge=double")
    await place.tap(LIMON, "join")
    await place.tap(KIRAZ, "begin")
    await place.ask(KIRAZ, "pause")
    await place.ask(KIRAZ, "resume")
    number = await _seat_of(place, LIMON)
    await place.ask(KIRAZ, "extend", f"{number} 5min")
    for number in range(3):
        state, text = await _laid(place, f"acts {number}", 0)
        person = state.players[state.turn].user
        other = LIMON if person == KIRAZ else KIRAZ
        if number == 2:
            await place.say(person, text, reply=place.stage.newest(place.id))
        else:
            await place.ask(person, "play", text)
            await (place.tap(other, "doubt") if number else place.ask(other, "challenge"))
    await _ending(place)
    await _regrets(place)
    await place.deal("wordbox-en", 2, "challenge=void")
    await place.ask(LIMON, "draw")
    await place.tap(KIRAZ, "decline")
    await turn(place, await place.board(), Random("acts"), 0)
    await place.ask(KIRAZ, "draw")
    await place.tap(LIMON, "agree")
    await place.tap(KIRAZ, "again")
    await place.ask(KIRAZ, "cancel")


async def _laid(place: Room, seed: str, style: int, mover: int | None = None) -> tuple[minds.GameState, str]:
    """A play of the player on turn, as it is typed; where a rack holds none, letters are exchanged first.

    Args:
        place: where a game runs.
        seed: of the play that is chosen.
        style: of typing.
        mover: who is to be on turn; whoever is unless told.
    """
    while True:
        state = await place.board()
        person = state.players[state.turn].user
        action = minds.move(state, Random(seed))
        if isinstance(action, minds.Place) and mover in {None, person}:
            return state, minds.typed(state, action, place.language, style)
        await place.ask(person, "exchange", "1 2 3")


async def _regrets(place: Room) -> None:
    """Plays are taken back by their players, another, and a pass, are undone by an administrator."""
    await place.deal("scrabble-en", 2, "clock=none challenge=void take-back=1min")
    for regret in ("back", "take-back", "undo"):
        state, text = await _laid(place, "regrets", 0)
        mover = state.players[state.turn].user
        await place.ask(mover, "play", text)
        if regret == "back":
            await place.tap(mover, "back")
        else:
            await place.ask(KIRAZ if regret == "undo" else mover, regret)
        await turn(place, await place.board(), Random("regrets"), 0)
    state = await place.board()
    await place.ask(state.players[state.turn].user, "pass")
    await place.ask(KIRAZ, "undo")
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "cancel")


async def _seat_of(place: Room, person: int) -> int:
    """The number of somebody's seat, from 1."""
    return 1 + next(seat for seat, player in enumerate((await place.board()).players) if player.user == person)


async def _ending(place: Room) -> None:
    """The host asks to end the game and thinks better of it, a player objects, an administrator ends it."""
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "keep")
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "cancel")
    await place.ask(LIMON, "new", "scrabble-en clock=none challenge=void")
    await place.tap(KIRAZ, "join")
    await place.tap(LIMON, "begin")
    await place.ask(LIMON, "cancel")
    await place.tap(LIMON, "cancel")
    await place.tap(KIRAZ, "object")
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "cancel")


async def _absent(place: Room) -> None:
    """Of four players one is skipped by an administrator, one replaced and one taken out by the others."""
    await place.deal("scrabble-en", 4, "clock=none challenge=void")
    if (state := await place.board()).players[state.turn].user == KIRAZ:
        await place.ask(KIRAZ, "pass")
    await place.ask(KIRAZ, "skip")
    seat = await _seat_of(place, ZEYTIN)
    await place.ask(LIMON, "replace", str(seat))
    await place.tap(LIMON, "standin")
    await place.tap(LIMON, "vote", 1)
    await place.tap(NANE, "vote", 1)
    await place.ask(LIMON, "replace", str(seat))
    await place.tap(HURMA, "heir")
    await place.tap(LIMON, "vote")
    await place.tap(NANE, "vote")
    while (state := await place.board()).clocks.misses[seat - 1] == 0 or state.turn == seat - 1:
        await place.ask(KIRAZ, "pass" if state.players[state.turn].user == KIRAZ else "skip")
    await place.ask(LIMON, "remove", str(seat))
    await place.tap(NANE, "vote")
    await place.ask(KIRAZ, "cancel")
    await place.tap(KIRAZ, "cancel")


async def _private(place: Room) -> None:
    await place.deal("scrabble-en", 2, "clock=none challenge=void")
    state = await place.board()
    person = state.players[state.turn].user
    mine = Room(place.stage, person, "en")
    await mine.say(person, "/dil en")
    await mine.ask(person, "rack")
    await mine.forge(person, mine.labelled("🔄"))
    await mine.tap(person, "mine", 0)
    await mine.tap(person, "make", 0)
    while (state := await place.board()).players[state.turn].user != person:
        await turn(place, state, Random("acts in private"), 0)
    _, text = await _laid(place, "acts in private", 0, person)
    await mine.ask(person, "try", text)
    await mine.tap(person, "lay")
    state = await place.board()
    await place.ask(state.players[state.turn].user, "exchange", "1")
    state, text = await _laid(place, "acts by a word", 3)
    person = state.players[state.turn].user
    start, word = text.split()
    await place.ask(person, "play", word)
    await place.forge(person, f"put:{state.commitment[:8]}:{person}:{state.number}:{start}:{word}")
    for person in (KIRAZ, LIMON):
        await place.ask(person, "pass")
    await place.ask(KIRAZ, "surrender")
    await place.tap(KIRAZ, "yes")
    await mine.forge(mine.id, "alone::1:scrabble-en")
    await mine.ask(mine.id, "cancel")
    await mine.forge(mine.id, f"there::{place.id}:scrabble-en")
    await place.ask(KIRAZ, "cancel")


async def _cards(place: Room) -> None:
    await place.deal("klepka", 2)
    for command, text in (("form", "ВОДА"), ("flip", "1 2"), ("chaos", "")):
        await _dealt(place, _HAND)
        await place.ask(KIRAZ, command, text)
        if command == "form":
            await place.tap(KIRAZ, "twice")
    await _dealt(place, _HAND)
    await place.ask(KIRAZ, "trade", "В 2 К")
    await _dealt(place, _HAND, phase="extra")
    await place.tap(KIRAZ, "enough")
    await _dealt(place, _HAND)
    state = await place.cards()
    for position in (1, 2):
        await place.forge(KIRAZ, f"card:{state.commitment[:8]}:{state.number}:{position}")


async def _dealt(place: Room, hand: str, phase: str = "words") -> None:
    """Put cards on the chat's table and into its players' hands, and have it shown."""
    await place.stage.do({"do": "lay", "chat": place.id, "hand": hand, "phase": phase})
    await place.ask(LIMON, "board")
