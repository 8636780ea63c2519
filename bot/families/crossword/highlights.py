"""The best word and the best move of a crossword game, for the picture and the caption of its end."""

from collections.abc import Iterator

from bot.families.crossword.move_text import ARROWS, direction_name, direction_of_word
from bot.wording.speaker import Speaker
from engine.crossword.premiums import geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import GameView, Highlight, WordScore
from engine.rulesets import shipped_rulesets
from render.honours import Honour


def final_honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """The highlights as the picture shows them."""
    found = view.highlights
    if found.word is not None:
        tiles, premiums = _tiles_of_word(view, found.word.word)
        word = found.word.word.word
        yield Honour(speaker.plain("final-best-word"), found.word.seat, word, found.word.score, tiles, premiums)
    if found.play is not None:
        yield Honour(speaker.plain("final-best-play"), found.play.seat, _play_text(found.play), found.play.score)


def _tiles_of_word(view: GameView, word: WordScore) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tiles of a word as they lie on the board, and the premium below each."""
    names = geometry(view.columns, view.rows).names
    tiles = dict(zip(names, view.cells, strict=True))
    premiums = dict(zip(names, "".join(view.premiums), strict=True))
    return tuple(tiles[cell] for cell in word.cells), tuple(premiums[cell] for cell in word.cells)


def _play_text(play: Highlight) -> str:
    return f"{play.word.cells[0]} {ARROWS[direction_of_word(play.word)]} {play.word.word}"


def best_lines(view: GameView, speaker: Speaker) -> Iterator[str]:
    """The highlights as lines of a caption; empty while the game runs."""
    if view.outcome is None:
        return
    found = view.highlights
    if found.word is not None:
        name = speaker.player_name(view.seats[found.word.seat].name)
        yield speaker.html("best-word", word=found.word.word.word, score=found.word.score, name=name)
    if found.play is not None:
        main = found.play.word
        way = direction_name(direction_of_word(main), speaker)
        name = speaker.player_name(view.seats[found.play.seat].name)
        yield speaker.html("best-play", cell=main.cells[0], way=way, word=main.word, score=found.play.score, name=name)


def tiles_if_few(view: GameView, seat: int) -> int | None:
    """How many tiles a player has who has less than a full rack; else ``None``, and so after the end."""
    player, rules = view.seats[seat], shipped_rulesets().get(view.ruleset)
    if view.turn is None or not player.active or not isinstance(rules, Ruleset) or player.tiles >= rules.rack:
        return None
    return player.tiles


def lead_points(view: GameView, seat: int) -> int:
    """By how many points a seat leads the best other active seat; 0 or less for all but the leader."""
    if not view.seats[seat].active:
        return 0
    others = [other.score for number, other in enumerate(view.seats) if number != seat and other.active]
    return view.seats[seat].score - max(others) if others else 0
