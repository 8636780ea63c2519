"""Racks and moves on a board in inline mode: what their player alone reads while typing, and what is posted.

Letters of a rack are in what only the asker reads; what is posted is the move that its player chose, or nothing. Where
plays are challenged nothing here tells a word from a phony; elsewhere only where the table's previews tell.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

from bot.families.crossword.moves import exemplified
from bot.families.crossword.myboard_scene import face, small
from bot.families.crossword.play import exchanging
from bot.families.crossword.previews import phonies, preview_words
from bot.families.crossword.readings import is_gcg
from bot.families.crossword.tables import seated
from bot.families.crossword.ways import named
from bot.families.inquired import Inquired, Offered
from bot.tables.games import Games
from bot.telegram.answers import refused
from bot.typed.commands import command_meant, command_name
from bot.typed.vocabulary import vocabulary
from bot.wording.speaker import Speaker
from engine.alphabet import alphabet
from engine.crossword.geometry import Direction
from engine.crossword.notation import Move, parse
from engine.crossword.places import Choice, Fit, fit, meant, places
from engine.crossword.reading import read
from engine.crossword.ruleset import BLANK, Ruleset
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move
from engine.errors import EngineError, Malformed, Refusal
from engine.lexicon import Lexicon

MOST_PLACES: Final = 12
"""Beyond, a cell or a line says more than a longer list."""


class Inquiries:
    """Answers for boards."""

    def __init__(self, games: Games) -> None:
        self._games: Final = games

    async def offered(self, asked: Inquired) -> tuple[Offered, ...]:
        """The asker's rack where nothing is typed, else the places of what is; or why there is none."""
        try:
            state, seat = seated(asked.held.table, asked.user)
        except Refusal:
            return ()
        if not asked.text:
            return (_rack(state, seat, asked.speaker),)
        turns = _without_tiles(asked, state, seat)
        try:
            # A word may have hundreds of places to be tried; everybody's games go on meanwhile.
            fits = await asyncio.to_thread(_fits, state, seat, asked.text, gcg=is_gcg(asked.settings))
        except Malformed as error:
            return turns or (_refused(exemplified(error, state.ruleset, asked.speaker), asked.speaker),)
        except EngineError as error:
            return turns or (_refused(error, asked.speaker),)
        words = await preview_words(self._games, asked.held, state.ruleset)
        offers = [_offer(each, asked, state, words) for each in fits[:MOST_PLACES]]
        if len(fits) > MOST_PLACES:
            more = len(fits) - MOST_PLACES
            offers.append(
                Offered(asked.speaker.plain("inline-more", count=more), (asked.speaker.plain("inline-narrow"),))
            )
        return (*offers, *turns)


def _fits(state: GameState, seat: int, text: str, *, gcg: bool) -> tuple[Fit, ...]:
    """Where what was typed can be laid; ``gcg`` as :func:`engine.crossword.places.meant` has it.

    Raises:
        Malformed, Refusal: nowhere, or it cannot be read.
    """
    rules = state.ruleset
    if not rules.places:
        return (fit(state, seat, _whole(text, rules)),)
    typed = read(text, alphabet(rules.language), vocabulary())
    if not typed.cell:
        return places(state, seat, typed)
    try:
        return (meant(state, seat, typed, gcg=gcg),)
    except Choice as choice:
        return choice.fits


def _without_tiles(asked: Inquired, state: GameState, seat: int) -> tuple[Offered, ...]:
    """A pass or an exchange, where what was typed begins with its command, in whatever language.

    An exchange is posted by places on the rack, so that nobody reads its letters.
    """
    first, _, rest = asked.text.partition(" ")
    speaker, named = asked.speaker, command_meant(first.removeprefix("/"))
    if named not in {"pass", "exchange"}:
        return ()
    slash = f"/{command_name(named, asked.posted)}"
    try:
        free_to_move(state, asked.user, asked.now)
        if named == "pass":
            return (Offered(speaker.plain("inline-pass"), (speaker.plain("inline-plays"),), slash),)
        tiles = exchanging(state, asked.user, rest, asked.now).tiles
    except EngineError as error:
        return (_refused(error, speaker),)
    title = speaker.plain("inline-exchange", tiles=" ".join(map(face, tiles)))
    numbers = " ".join(map(str, _numbers(state.players[seat].rack, tiles)))
    return (Offered(title, (speaker.plain("inline-plays"),), f"{slash} {numbers}"),)


def _numbers(rack: tuple[str, ...], tiles: tuple[str, ...]) -> list[int]:
    """Where on a rack tiles are, from 1, each place once."""
    left = dict(enumerate(rack, start=1))
    for tile in tiles:
        del left[next(number for number, held in left.items() if held == tile)]
    return [number for number in range(1, len(rack) + 1) if number not in left]


def _whole(text: str, rules: Ruleset) -> Move:
    """A move that is typed in full, where the table takes no other.

    Raises:
        Malformed: it is not.
    """
    return parse(text, alphabet(rules.language), vocabulary())


def _offer(each: Fit, asked: Inquired, state: GameState, words: Lexicon | None) -> Offered:
    speaker = asked.speaker
    title = speaker.plain("inline-fit", move=_typed(each, speaker), score=each.score.total)
    return Offered(title, tuple(_described(each, asked, state, words)), _playable(each, asked, state))


def _described(each: Fit, asked: Inquired, state: GameState, words: Lexicon | None) -> Iterator[str]:
    speaker, formed = asked.speaker, each.score.words
    if len(formed) > 1:
        yield " + ".join(f"{word.word} {word.score}" for word in formed)
    if words is not None:
        missing = phonies(each.score, words)
        yield speaker.plain("inline-not-words", words=", ".join(missing)) if missing else speaker.plain("inline-words")
    try:
        free_to_move(state, asked.user, asked.now)
    except Refusal as refusal:
        yield refused(refusal, speaker)
    else:
        yield speaker.plain("inline-plays")


def _playable(each: Fit, asked: Inquired, state: GameState) -> str:
    """The move as it is posted; nothing while its player may not move, so that no plan is told to the others."""
    try:
        free_to_move(state, asked.user, asked.now)
    except Refusal:
        return ""
    return _typed(each, asked.speaker.tongue(asked.posted))


def _typed(each: Fit, speaker: Speaker) -> str:
    """A move in full, as people type it: ``H8 yatay K[A]LEM``."""
    return f"{each.move.cell} {named(each.move.direction, speaker)} {_word(each)}"


def _word(each: Fit) -> str:
    """The word that was typed, with the blanks that it takes in brackets."""
    blanks = {tile.cell for tile in each.place.tiles if tile.tile.startswith(BLANK)}
    word = next((word for word in each.score.words if _lies(word.cells, each.move)), each.score.words[0])
    marks = zip(word.word, word.cells, strict=True)
    return "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in marks)


def _lies(cells: tuple[str, ...], move: Move) -> bool:
    """Whether a word of these cells lies where a move says."""
    across = len({cell[1:] for cell in cells}) == 1
    return cells[0] == move.cell and across == (move.direction is Direction.ACROSS)


def _refused(error: EngineError, speaker: Speaker) -> Offered:
    return Offered(refused(error, speaker), fits=False)


def _rack(state: GameState, seat: int, speaker: Speaker) -> Offered:
    """The rack, the scores, the bag."""
    values = state.ruleset.values
    tiles = " ".join(f"{face(tile)}{small(values[tile])}" for tile in state.players[seat].rack)
    scores = " · ".join(f"{speaker.called(player.name)} {player.score}" for player in state.players)
    bag = speaker.plain("bag-left", count=len(state.bag))
    return Offered(tiles or speaker.plain("inline-no-tiles"), (scores, bag))
