"""Everything that people can do which changes a game, done once: by commands, by typing, by buttons, in private."""

from random import Random
from typing import Final

from tests.transcripts import simulated_players
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage

_HAND: Final = "ВОДА=#"
"""Letters of a word, and the cards that trade and that shuffle."""


async def every_action(stage: RecordingStage) -> None:
    """See the module."""
    await play_every_action(await open_group(stage, -2_950, "en"))


async def play(stage: RecordingStage) -> None:
    """All of it in each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"every action in {language}"})
        await play_every_action(await open_group(stage, -2_960 - number, language))


async def play_every_action(place: SceneRoom) -> None:
    """Everything in one group."""
    await _seats(place)
    await _board(place)
    await _rule_on_absent(place)
    await _private(place)
    await _cards(place)
    await _several_tables(place)


async def _seats(place: SceneRoom) -> None:
    await place.give_command(KIRAZ, "new")
    await place.tap_kind(KIRAZ, "choose")
    lobby, options = place.stage.newest_with_buttons(place.chat_id), place.data_of_label("⚙️")
    await place.forge_tap(KIRAZ, options)
    await place.forge_tap(KIRAZ, options.replace("+", "01"))
    await place.tap_kind(LIMON, "join", message=lobby)
    await place.tap_kind(LIMON, "leave", message=lobby)
    await place.give_command(LIMON, "join")
    await place.give_command(LIMON, "leave")
    await place.give_command(KIRAZ, "cancel")
    await place.give_command(KIRAZ, "new", "wordbox-en start=full")
    lobby = place.stage.newest_with_buttons(place.chat_id)
    for answer in (1, 0):
        await place.give_command(KIRAZ, "invite", "@Limon")
        await place.tap_kind(LIMON, "seat", answer, lobby)
    await place.give_command(LIMON, "leave")
    await place.give_command(KIRAZ, "computer", "easy")
    panel = place.data_of_label("🤖")
    await place.forge_tap(KIRAZ, panel)
    await place.tap_kind(KIRAZ, "computer", 0)
    await place.give_command(KIRAZ, "cancel")
    await place.give_command(KIRAZ, "new", "wordbox-en start=full")
    for person in (LIMON, NANE, ZEYTIN):
        await place.give_command(person, "join")
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "cancel")


async def _board(place: SceneRoom) -> None:
    await place.give_command(KIRAZ, "new", "scrabble-en clock=25min challenge=double")
    await place.tap_kind(LIMON, "join")
    await place.tap_kind(KIRAZ, "begin")
    await place.give_command(KIRAZ, "pause")
    await place.give_command(KIRAZ, "resume")
    number = await _seat_of(place, LIMON)
    await place.give_command(KIRAZ, "extend", f"{number} 5min")
    for number in range(3):
        state, text = await _playable_text(place, f"acts {number}", 0)
        person = state.players[state.turn].user
        other = LIMON if person == KIRAZ else KIRAZ
        if number == 2:
            await place.say(person, text, reply=place.stage.newest_with_buttons(place.chat_id))
        else:
            await place.give_command(person, "play", text)
            await (place.tap_kind(other, "doubt") if number else place.give_command(other, "challenge"))
    await _propose_and_cancel(place)
    await _take_back_and_undo(place)
    await place.open_and_begin("wordbox-en", 2, "challenge=void")
    await place.give_command(LIMON, "draw")
    await place.tap_kind(KIRAZ, "decline")
    await play_turn(place, await place.load_crossword(), Random("acts"), 0)
    await place.give_command(KIRAZ, "draw")
    await place.tap_kind(LIMON, "agree")
    await place.tap_kind(KIRAZ, "again")
    await place.give_command(KIRAZ, "cancel")


async def _playable_text(
    place: SceneRoom, seed: str, style: int, mover: int | None = None
) -> tuple[simulated_players.GameState, str]:
    """A play of the player on turn, as it is typed; where a rack holds none, letters are exchanged first.

    Args:
        place: where a game runs.
        seed: of the play that is chosen.
        style: of typing.
        mover: who is to be on turn; whoever is unless told.
    """
    while True:
        state = await place.load_crossword()
        person = state.players[state.turn].user
        action = simulated_players.random_legal_move(state, Random(seed))
        if isinstance(action, simulated_players.Place) and mover in {None, person}:
            return state, simulated_players.typed_play(state, action, place.language, style)
        await place.give_command(person, "exchange", "1 2 3")


async def _take_back_and_undo(place: SceneRoom) -> None:
    """Plays are taken back by their players, another, and a pass, are undone by an administrator."""
    await place.open_and_begin("scrabble-en", 2, "clock=none challenge=void take-back=1min")
    for regret in ("back", "take-back", "undo"):
        state, text = await _playable_text(place, "regrets", 0)
        mover = state.players[state.turn].user
        await place.give_command(mover, "play", text)
        if regret == "back":
            await place.tap_kind(mover, "back")
        else:
            await place.give_command(KIRAZ if regret == "undo" else mover, regret)
        await play_turn(place, await place.load_crossword(), Random("regrets"), 0)
    state = await place.load_crossword()
    await place.give_command(state.players[state.turn].user, "pass")
    await place.give_command(KIRAZ, "undo")
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "cancel")


async def _seat_of(place: SceneRoom, person: int) -> int:
    """The number of somebody's seat, from 1."""
    return 1 + next(seat for seat, player in enumerate((await place.load_crossword()).players) if player.user == person)


async def _propose_and_cancel(place: SceneRoom) -> None:
    """The host asks to end the game and thinks better of it, a player objects, an administrator ends it."""
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "keep")
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "cancel")
    await place.give_command(LIMON, "new", "scrabble-en clock=none challenge=void")
    await place.tap_kind(KIRAZ, "join")
    await place.tap_kind(LIMON, "begin")
    await place.give_command(LIMON, "cancel")
    await place.tap_kind(LIMON, "cancel")
    await place.tap_kind(KIRAZ, "object")
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "cancel")


async def _rule_on_absent(place: SceneRoom) -> None:
    """Of four players one is skipped by an administrator, one replaced, and two are taken out."""
    await place.open_and_begin("scrabble-en", 4, "clock=none challenge=void")
    if (state := await place.load_crossword()).players[state.turn].user == KIRAZ:
        await place.give_command(KIRAZ, "pass")
    await place.give_command(KIRAZ, "skip")
    seat = await _seat_of(place, ZEYTIN)
    await place.give_command(LIMON, "replace", str(seat))
    await place.tap_kind(LIMON, "substitute")
    await place.tap_kind(LIMON, "vote", 1)
    await place.tap_kind(NANE, "vote", 1)
    await place.give_command(LIMON, "replace", str(seat))
    await place.tap_kind(HURMA, "volunteer")
    await place.tap_kind(LIMON, "vote")
    await place.tap_kind(NANE, "vote")
    while (state := await place.load_crossword()).clocks.misses[seat - 1] == 0 or state.turn == seat - 1:
        await place.give_command(KIRAZ, "pass" if state.players[state.turn].user == KIRAZ else "skip")
    await place.give_command(LIMON, "remove", str(seat))
    await place.tap_kind(NANE, "vote")
    await place.give_command(KIRAZ, "remove", str(await _seat_of(place, NANE)))
    await place.tap_kind(KIRAZ, "remove")
    await place.give_command(KIRAZ, "cancel")
    await place.tap_kind(KIRAZ, "cancel")


async def _private(place: SceneRoom) -> None:
    await place.open_and_begin("scrabble-en", 2, "clock=none challenge=void hints=free")
    state = await place.load_crossword()
    person = state.players[state.turn].user
    mine = SceneRoom(place.stage, person, "en")
    await mine.say(person, "/dil en")
    await mine.give_command(person, "hint")
    await mine.tap_kind(person, "hint")
    await mine.give_command(person, "rack")
    await mine.forge_tap(person, mine.data_of_label("🔄"))
    await mine.tap_kind(person, "own", 0)
    await mine.tap_kind(person, "make", 0)
    while (state := await place.load_crossword()).players[state.turn].user != person:
        await play_turn(place, state, Random("acts in private"), 0)
    _, text = await _playable_text(place, "acts in private", 0, person)
    await mine.give_command(person, "try", text)
    await mine.tap_kind(person, "lay")
    state = await place.load_crossword()
    await place.give_command(state.players[state.turn].user, "exchange", "1")
    state, text = await _playable_text(place, "acts by a word", 3)
    person = state.players[state.turn].user
    start, word = text.split()
    await place.give_command(person, "play", word)
    await place.forge_tap(person, f"put:{state.commitment[:8]}:{person}:{state.number}:{start}:{word}")
    for person in (KIRAZ, LIMON):
        await place.give_command(person, "pass")
    await place.give_command(KIRAZ, "surrender")
    await place.tap_kind(KIRAZ, "yes")
    await mine.forge_tap(mine.chat_id, "alone::1:scrabble-en")
    await mine.give_command(mine.chat_id, "cancel")
    await mine.forge_tap(mine.chat_id, "tutorial::start")
    await mine.give_command(mine.chat_id, "cancel")
    await place.forge_tap(KIRAZ, "open:")
    await place.give_command(KIRAZ, "cancel")
    await mine.forge_tap(mine.chat_id, f"opengroup::{place.chat_id}:scrabble-en")
    await place.give_command(KIRAZ, "cancel")


async def _cards(place: SceneRoom) -> None:
    await place.open_and_begin("klepka", 2)
    for command, text in (("form", "ВОДА"), ("flip", "1 2"), ("chaos", "")):
        await _put_cards(place, _HAND)
        await place.give_command(KIRAZ, command, text)
        if command == "form":
            await place.tap_kind(KIRAZ, "twice")
    await _put_cards(place, _HAND)
    await place.give_command(KIRAZ, "trade", "В 2 К")
    await _put_cards(place, _HAND, phase="extra")
    await place.tap_kind(KIRAZ, "enough")
    await _put_cards(place, _HAND)
    state = await place.load_klepka()
    for position in (1, 2):
        await place.forge_tap(KIRAZ, f"card:{state.commitment[:8]}:{state.number}:{position}")


async def _put_cards(place: SceneRoom, hand: str, phase: str = "words") -> None:
    """Put cards on the chat's table and into its players' hands, and have it shown."""
    await place.stage.run_op({"do": "lay", "chat": place.chat_id, "hand": hand, "phase": phase})
    await place.give_command(LIMON, "board")


async def _several_tables(place: SceneRoom) -> None:
    """Of two tables the one to sit down at is asked for; last, as their numbers rest afterwards."""
    await place.give_command(KIRAZ, "new", "wordbox-en")
    await place.give_command(LIMON, "new", "wordbox-en")
    await place.give_command(NANE, "join")
    await place.tap_kind(NANE, "which")
    await place.give_command(KIRAZ, "cancel", "#1")
    await place.give_command(LIMON, "cancel", "#2")
