"""Crossword games, every ruleset in every language, played out by players who also err, look and change their minds."""

from random import Random
from typing import Final

from tests.transcripts import minds, seams
from tests.transcripts.minds import GameState
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, PEOPLE, Room, room
from tests.transcripts.stage import Stage

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


async def play(stage: Stage) -> None:
    """Every ruleset in every language; a third of the games to their end."""
    for number, (game, players, options) in enumerate(_GAMES):
        for turn, language in enumerate(("tr", "en", "uk")):
            await stage.do({"do": "title", "text": f"{game} in {language}"})
            place = await room(stage, _FIRST - number * 3 - turn, language)
            chance = Random(f"{game} {language}")
            await place.deal(game, players, options)
            turns = _MOST_TURNS if (number + turn) % 3 == 0 else _SHORT_TURNS
            await _turns(place, chance, turns)


async def _turns(place: Room, chance: Random, most: int) -> None:
    for number in range(most):
        state = await place.board()
        if state.outcome is not None:
            break
        if number % 4 == 0:
            await _aside(place, state, chance, number // 4)
        if not await _waited(place, state):
            await turn(place, state, chance, number)
    await place.ask(LIMON, "board", "text")
    await place.ask(LIMON, "score")
    if (await place.board()).outcome is None:
        await place.ask(LIMON, "surrender")
        await place.tap(KIRAZ, "yes")
        await place.tap(LIMON, "no")
        await place.ask(LIMON, "surrender")
        await place.tap(LIMON, "yes")
        await place.ask(LIMON, "surrender")
        await place.ask(LIMON, "pass")
        await place.ask(LIMON, "rack")
        await place.ask(KIRAZ, "help")
    await place.ask(KIRAZ, "play", "H8 KALEM")
    await place.end()


async def _waited(place: Room, state: GameState) -> bool:
    """Let the time to challenge the last play of the game run out, which nobody's turn ends."""
    if len(state.bag) < 7 and state.pending is None:
        await place.ask(state.players[state.turn].user, "exchange", "1")
    if state.pending is None or state.bag or state.players[state.pending.seat].rack:
        return False
    person = state.players[state.turn]
    await place.ask(person.user, "exchange", "1")
    await place.ask(person.user, "play", minds.anywhere(state))
    await place.stage.do({"do": "pass", "seconds": 61})
    return True


async def turn(place: Room, state: GameState, chance: Random, style: int) -> None:
    """The player to move moves; a phony is tried first now and then."""
    person = state.players[state.turn].user
    action = minds.move(state, chance)
    if isinstance(action, minds.Place):
        bluff = minds.phony(state, action) if style % 6 == 2 else None
        if bluff is not None:
            await place.ask(person, "play", minds.typed(state, bluff, place.language, 0))
            if (await place.board()).number != state.number:
                await _doubted(place, person, chance)
                return
        text = minds.typed(state, action, place.language, style)
        if style % 7 == 5:
            await place.say(person, text, reply=place.stage.newest(place.id))
        else:
            await place.ask(person, "play", text)
        if (await place.board()).pending is not None and style % 5 == 1:
            await _doubted(place, person, chance)
    elif isinstance(action, minds.Exchange):
        marks = minds.positions(state, action)
        await place.ask(person, "exchange", " ".join(map(str, marks)) if style % 2 else "".join(action.tiles))
    else:
        await place.ask(person, "pass")


async def _doubted(place: Room, person: int, chance: Random) -> None:
    """Somebody else challenges the play that was just laid."""
    state = await place.board()
    others = [player.user for player in state.players if player.user != person and player.plays]
    if chance.random() < 0.5:
        await place.tap(others[0], "doubt")
    else:
        await place.ask(others[-1], "challenge")


async def _aside(place: Room, state: GameState, chance: Random, number: int) -> None:
    """Something that takes no turn."""
    person, other = state.players[state.turn].user, state.players[state.turn - 1].user
    asides = (
        lambda: place.tap(person, "rack"),
        lambda: place.tap(other, "board"),
        lambda: _tap_twice(place, person),
        lambda: place.ask(NANE, "board", "text"),
        lambda: place.ask(other, "play", "H8 KALEM"),
        lambda: place.ask(person, "score"),
        lambda: place.ask(NANE, "bag"),
        lambda: place.ask(person, "rack"),
        lambda: place.ask(other, "clock"),
        lambda: place.ask(person, "play", "A1 ZZZZZZZ"),
        lambda: place.ask(other, "board"),
        lambda: place.tap(chance.choice(PEOPLE), "rack"),
        lambda: place.ask(other, "draw"),
        lambda: place.ask(person, "exchange", "1 1"),
    )
    await asides[(number + place.id) % len(asides)]()


async def _tap_twice(place: Room, person: int) -> None:
    post = place.stage.newest(place.id)
    for _ in range(2):
        await place.tap(person, "board", message=post)


async def refusals(stage: Stage) -> None:
    """Every way in which a move on a board can be refused, in every language."""
    for number, (language, game) in enumerate((("tr", "kelimelik"), ("en", "scrabble-en"), ("uk", "wordbox-uk"))):
        place = await room(stage, -1100 - number, language)
        await stage.do({"do": "title", "text": f"refusals in {language}"})
        chance = Random(f"refusals {language}")
        await place.deal(game, 2, "challenge=void" if game == "wordbox-uk" else "")
        await _before_the_first(place, await place.board())
        for style in range(4):
            await turn(place, await place.board(), chance, style)
        await _after_some(place, await place.board())
        await place.end()
        for text in ("play H8 KALEM", "cancel", "draw", "challenge", "pass", "exchange 1", "score", "bag", "clock"):
            command, _, rest = text.partition(" ")
            await place.ask(LIMON, command, rest)


async def _before_the_first(place: Room, state: GameState) -> None:
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
        await place.ask(person, "play", text)
    for text in ("", "9", "1 1", "x y", "!!", "ЖЖ" if place.language != "uk" else "QQ", "1234567", "*", "?", "0"):
        await place.ask(person, "exchange", text)
    await place.ask(person, "exchange", "Z Z Z" if place.language == "en" else "Ш Ш Щ")
    await place.say(person, "H8 nothing", reply=place.stage.newest(place.id))
    await place.say(person, "good morning", reply=place.stage.newest(place.id))
    await place.say(person, f"H8 → {held}{held}{held}", reply=place.stage.newest(place.id))


async def _after_some(place: Room, state: GameState) -> None:
    player = state.players[state.turn]
    person, rack = player.user, [tile for tile in player.rack if tile != "?"]
    held = "".join(rack[:3])
    grid = minds.names(state)
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
        f"{minds.before(first)} → {held[0]}",
        f"{minds.before(first)} ↓ {held}",
    ):
        await place.ask(person, "play", text)
    spelled = minds.lying(state)
    for text in spelled:
        await place.ask(person, "play", text)
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
        await place.ask(other, command, text)
    for command in ("play", "pass", "surrender", "rack", "challenge", "draw", "exchange"):
        await place.ask(NANE, command, "1" if command == "exchange" else "")
    await place.tap(NANE, "rack")
    await place.forge(person, "rack:00000000")
    await place.forge(person, "board:00000000")
    await place.forge(person, "nonsense")
    await place.forge(person, "rack:")
    for kind in seams.KINDS:
        await place.forge(person, f"{kind}:{state.commitment[:8]}:1")
        await place.forge(person, f"{kind}:{state.commitment[:8]}")
