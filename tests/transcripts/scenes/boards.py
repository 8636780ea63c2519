"""Crossword games, every ruleset in every language, played out by players who also err, look and change their minds."""

from random import Random
from typing import Final

from tests.transcripts import seams, simulated_players
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, PEOPLE, SceneRoom, open_group
from tests.transcripts.simulated_players import GameState
from tests.transcripts.stage import RecordingStage

_FIRST: Final = -1000
_GAMES: Final = (
    ("kelimelik", 2, ""),
    ("scrabble-tr", 3, ""),
    ("scrabble-en", 2, "challenge=void"),
    ("tournament-en", 2, ""),
    ("tournament-tr", 4, ""),
    ("wordbox-en", 4, "challenge=void"),
    ("wordbox-tr", 3, "ex=swap challenge=void four-word=any"),
    ("wordbox-uk", 2, ""),
)
_MOST_TURNS: Final = 70
_SHORT_TURNS: Final = 16


async def play(stage: RecordingStage) -> None:
    """Every ruleset in every language; a third of the games to their end."""
    for number, (game, players, options) in enumerate(_GAMES):
        for turn, language in enumerate(("tr", "en", "uk")):
            await stage.run_op({"do": "title", "text": f"{game} in {language}"})
            place = await open_group(stage, _FIRST - number * 3 - turn, language)
            chance = Random(f"{game} {language}")
            await place.open_and_begin(game, players, options)
            turns = _MOST_TURNS if (number + turn) % 3 == 0 else _SHORT_TURNS
            await _turns(place, chance, turns)


async def _turns(place: SceneRoom, chance: Random, most: int) -> None:
    for number in range(most):
        state = await place.load_crossword()
        if state.outcome is not None:
            break
        if number % 4 == 0:
            await _do_side_action(place, state, chance, number // 4)
        if not await _wait_out_challenge(place, state):
            await play_turn(place, state, chance, number)
    await place.give_command(LIMON, "board", "text")
    await place.give_command(LIMON, "score")
    if (await place.load_crossword()).outcome is None:
        await place.give_command(LIMON, "surrender")
        await place.tap_kind(KIRAZ, "yes")
        await place.tap_kind(LIMON, "no")
        await place.give_command(LIMON, "surrender")
        await place.tap_kind(LIMON, "yes")
        await place.give_command(LIMON, "surrender")
        await place.give_command(LIMON, "pass")
        await place.give_command(LIMON, "rack")
        await place.give_command(KIRAZ, "help")
    await place.give_command(KIRAZ, "play", "H8 KALEM")
    await place.cancel_table()


async def _wait_out_challenge(place: SceneRoom, state: GameState) -> bool:
    """Let the time to challenge the last play of the game run out, which nobody's turn ends."""
    if len(state.bag) < 7 and state.pending is None:
        await place.give_command(state.players[state.turn].user, "exchange", "1")
    if state.pending is None or state.bag or state.players[state.pending.seat].rack:
        return False
    person = state.players[state.turn]
    await place.give_command(person.user, "exchange", "1")
    await place.give_command(person.user, "play", simulated_players.play_before_first_tile(state))
    await place.stage.run_op({"do": "pass", "seconds": 61})
    return True


async def play_turn(place: SceneRoom, state: GameState, chance: Random, style: int) -> None:
    """The player to move moves; a phony is tried first now and then."""
    person = state.players[state.turn].user
    action = simulated_players.random_legal_move(state, chance)
    if isinstance(action, simulated_players.Place):
        bluff = simulated_players.to_phony(state, action) if style % 6 == 2 else None
        if bluff is not None:
            await place.give_command(person, "play", simulated_players.typed_play(state, bluff, place.language, 0))
            if (await place.load_crossword()).number != state.number:
                await _challenge_last_play(place, person, chance)
                return
        text = simulated_players.typed_play(state, action, place.language, style)
        if style % 7 == 5:
            await place.say(person, text, reply=place.stage.newest_with_buttons(place.chat_id))
        else:
            await place.give_command(person, "play", text)
        if (await place.load_crossword()).pending is not None and style % 5 == 1:
            await _challenge_last_play(place, person, chance)
    elif isinstance(action, simulated_players.Exchange):
        marks = simulated_players.exchange_places(state, action)
        await place.give_command(person, "exchange", " ".join(map(str, marks)) if style % 2 else "".join(action.tiles))
    else:
        await place.give_command(person, "pass")


async def _challenge_last_play(place: SceneRoom, person: int, chance: Random) -> None:
    """Somebody else challenges the play that was just laid."""
    state = await place.load_crossword()
    others = [player.user for player in state.players if player.user != person and player.takes_turns]
    if chance.random() < 0.5:
        await place.tap_kind(others[0], "doubt")
    else:
        await place.give_command(others[-1], "challenge")


async def _do_side_action(place: SceneRoom, state: GameState, chance: Random, number: int) -> None:
    """Something that takes no turn."""
    person, other = state.players[state.turn].user, state.players[state.turn - 1].user
    asides = (
        lambda: place.tap_kind(person, "rack"),
        lambda: place.tap_kind(other, "board"),
        lambda: _tap_twice(place, person),
        lambda: place.give_command(NANE, "board", "text"),
        lambda: place.give_command(other, "play", "H8 KALEM"),
        lambda: place.give_command(person, "score"),
        lambda: place.give_command(NANE, "bag"),
        lambda: place.give_command(person, "rack"),
        lambda: place.give_command(other, "clock"),
        lambda: place.give_command(person, "play", "A1 ZZZZZZZ"),
        lambda: place.give_command(other, "board"),
        lambda: place.tap_kind(chance.choice(PEOPLE), "rack"),
        lambda: place.give_command(other, "draw"),
        lambda: place.give_command(person, "exchange", "1 1"),
    )
    await asides[(number + place.chat_id) % len(asides)]()


async def _tap_twice(place: SceneRoom, person: int) -> None:
    post = place.stage.newest_with_buttons(place.chat_id)
    for _ in range(2):
        await place.tap_kind(person, "board", message=post)


async def play_refusals(stage: RecordingStage) -> None:
    """Every way in which a move on a board can be refused, in every language."""
    for number, (language, game) in enumerate((("tr", "kelimelik"), ("en", "scrabble-en"), ("uk", "wordbox-uk"))):
        place = await open_group(stage, -1100 - number, language)
        await stage.run_op({"do": "title", "text": f"refusals in {language}"})
        chance = Random(f"refusals {language}")
        await place.open_and_begin(game, 2, "challenge=void" if game == "wordbox-uk" else "")
        await _refuse_before_first_play(place, await place.load_crossword())
        for style in range(4):
            await play_turn(place, await place.load_crossword(), chance, style)
        await _refuse_after_some_plays(place, await place.load_crossword())
        await place.cancel_table()
        for text in ("play H8 KALEM", "cancel", "draw", "challenge", "pass", "exchange 1", "score", "bag", "clock"):
            command, _, rest = text.partition(" ")
            await place.give_command(LIMON, command, rest)


async def _refuse_before_first_play(place: SceneRoom, state: GameState) -> None:
    player = state.players[state.turn]
    person, rack = player.user, [tile for tile in player.rack if tile != "?"]
    held = "".join(rack[:3])
    for text in (
        "",
        "H8",
        "H8 yatay",
        "nonsense entirely here now",
        f"Z99 {held}",
        f"H8 → {held}[",
        f"H8 → {held}1",
        "H8 → QWX" if place.language == "uk" else "H8 → ЖЩЦ",
        f"H8 → {rack[0]}",
        f"A1 → {held}",
        f"O15 → {held * 3}",
        f"H8 → {held * 4}",
        f"H8 → {''.join(rack)}{rack[0]}",
        "H8 → [A][A][A]" if place.language != "uk" else "H8 → [А][А][А]",
        f"H8 → {held[0]}.{held[1]}",
        f"G7 → {held}",
    ):
        await place.give_command(person, "play", text)
    for text in ("", "9", "1 1", "x y", "!!", "ЖЖ" if place.language != "uk" else "QQ", "1234567", "*", "?", "0"):
        await place.give_command(person, "exchange", text)
    await place.give_command(person, "exchange", "Z Z Z" if place.language == "en" else "Ш Ш Щ")
    await place.say(person, "H8 nothing", reply=place.stage.newest_with_buttons(place.chat_id))
    await place.say(person, "good morning", reply=place.stage.newest_with_buttons(place.chat_id))
    await place.say(person, f"H8 → {held}{held}{held}", reply=place.stage.newest_with_buttons(place.chat_id))


async def _refuse_after_some_plays(place: SceneRoom, state: GameState) -> None:
    player = state.players[state.turn]
    person, rack = player.user, [tile for tile in player.rack if tile != "?"]
    held = "".join(rack[:3])
    grid = simulated_players.cell_names(state)
    taken = [cell for cell, tile in zip(grid, state.cells, strict=True) if tile]
    first, last = taken[0], taken[-1]
    for text in (
        f"{first} → {held}",
        f"{first} ↓ {held}",
        f"{last} → {rack[0]}",
        f"{last} → .",
        f"{first} → (Q){held}",
        f"A1 → {held}",
        f"A1 → .{held}",
        f"{first} → {''.join(rack)}",
        f"{simulated_players.cell_to_the_left(first)} → {held[0]}",
        f"{simulated_players.cell_to_the_left(first)} ↓ {held}",
    ):
        await place.give_command(person, "play", text)
    spelled = simulated_players.plays_lying_there(state)
    for text in spelled:
        await place.give_command(person, "play", text)
    other = next(one.user for one in state.players if one.user != person)
    for command, text in (
        ("pass", ""),
        ("exchange", "1"),
        ("draw", ""),
        ("draw", "yes"),
        ("draw", "evet"),
        ("draw", "perhaps"),
        ("challenge", ""),
        ("flip", "1 2"),
        ("form", "ВОДА"),
        ("trade", "О 2 А"),
        ("chaos", ""),
        ("new", ""),
        ("join", ""),
        ("leave", ""),
        ("begin", ""),
    ):
        await place.give_command(other, command, text)
    for command in ("play", "pass", "surrender", "rack", "challenge", "draw", "exchange"):
        await place.give_command(NANE, command, "1" if command == "exchange" else "")
    await place.tap_kind(NANE, "rack")
    await place.forge_tap(person, "rack:00000000")
    await place.forge_tap(person, "board:00000000")
    await place.forge_tap(person, "nonsense")
    await place.forge_tap(person, "rack:")
    for kind in seams.KINDS:
        await place.forge_tap(person, f"{kind}:{state.commitment[:8]}:1")
        await place.forge_tap(person, f"{kind}:{state.commitment[:8]}")
