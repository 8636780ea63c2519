"""Everything that people can do which changes a game, done once: by commands, by typing, by buttons, in private."""

from random import Random
from typing import Final

from msgspec.structs import replace

from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import encode
from engine.klepka.state import GameState as KlepkaState
from engine.klepka.view import Phase
from tests.support.klepka import rules
from tests.support.klepka_chats import dealt
from tests.transcripts import minds
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, Room, room
from tests.transcripts.stage import Stage

_HAND: Final = "ВОДА=#"
"""Letters of a word, and the cards that trade and that shuffle."""


async def every_action(stage: Stage) -> None:
    """See the module."""
    place = await room(stage, -2_950, "en")
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
        state = await place.board()
        action, person = minds.move(state, Random(f"acts {number}")), state.players[state.turn].user
        other = LIMON if person == KIRAZ else KIRAZ
        assert isinstance(action, minds.Place)
        text = minds.typed(state, action, "en", 0)
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


async def _regrets(place: Room) -> None:
    """Plays are taken back by their players, another, and a pass, are undone by an administrator."""
    await place.deal("scrabble-en", 2, "clock=none challenge=void take-back=1min")
    for regret in ("back", "take-back", "undo"):
        state = await place.board()
        mover = state.players[state.turn].user
        await turn(place, state, Random("regrets"), 0)
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
    action = minds.move(state, Random("acts in private"))
    assert isinstance(action, minds.Place)
    await mine.ask(person, "try", minds.typed(state, action, "en", 0))
    await mine.tap(person, "lay")
    state = await place.board()
    await place.ask(state.players[state.turn].user, "exchange", "1")
    state = await place.board()
    action, person = minds.move(state, Random("acts by a word")), state.players[state.turn].user
    assert isinstance(action, minds.Place)
    start, word = minds.typed(state, action, "en", 3).split()
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


async def _dealt(place: Room, hand: str, phase: Phase = "words") -> None:
    """Put cards on the chat's table and into its players' hands, and have it shown."""
    store, scope = Store(place.stage.redis), Scope(place.id)
    state = await place.cards()
    dealing = dealt("АБВГ АБВГ", hand, "К", phase=phase, ruleset=rules(deck="full", double="host"))
    table: KlepkaState = replace(dealing, commitment=state.commitment)
    version = (await store.load(scope)).version
    change = Commit(scope=scope, expected=version, update_id=None, state=encode(table))
    assert isinstance(await store.commit(change), Committed)
    await place.ask(LIMON, "board")
