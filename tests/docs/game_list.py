"""The README's table of games: a row for all languages of a game, with minutes for people who answer at once."""

from typing import Final, NamedTuple

from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import Ruleset, shipped_rulesets

LANGUAGES: Final = {"en": "English", "tr": "Turkish", "uk": "Ukrainian"}


class _Note(NamedTuple):
    """What the README says of a game that its file does not."""

    title: str
    minutes: str


_NOTES: Final = {
    "kelimelik": _Note("Kelimelik", "30"),
    "scrabble": _Note("Scrabble", "30–60"),
    "tournament": _Note("Tournament Scrabble, with challenges", "50"),
    "super": _Note("Super Scrabble, on a 21×21 board", "60–120"),
    "mini": _Note("Mini Scrabble, on an 11×11 board", "15"),
    "wordbox": _Note("WordBox, with coloured tiles", "40–80"),
    "klepka": _Note("Klepka, a game of memory and words", "20–40"),
}
"""By the id without its language, in the order of the table. Other games stand behind those on boards."""
_MINUTES_OF_A_TILE: Final = 0.3
"""Of two people who lay all of them, as with the games whose minutes are noted."""


def readme_rows() -> tuple[str, ...]:
    """A row a game: title, languages, players, minutes."""
    groups: dict[tuple[str, str], list[Ruleset]] = {}
    for game in shipped_rulesets().values():
        groups.setdefault((_name_without_language(game), _players(game)), []).append(game)
    order = [*_NOTES]
    last = order.pop()
    rank = {name: at for at, name in enumerate(order)} | {last: len(order) + 1}
    return tuple(
        f"| {_title(name, games[0])} | {', '.join(LANGUAGES[game.language] for game in games)} | {players} |"
        f" {_minutes(name, games[0])} |"
        for (name, players), games in sorted(groups.items(), key=lambda one: rank.get(one[0][0], len(order)))
    )


def _name_without_language(game: Ruleset) -> str:
    return game.id.removesuffix(f"-{game.language}")


def _title(name: str, game: Ruleset) -> str:
    """What is noted, else the game's own title without its language."""
    return _NOTES[name].title if name in _NOTES else game.title["en"].removeprefix(f"{LANGUAGES[game.language]} ")


def _players(game: Ruleset) -> str:
    least, most = game.players.least, game.players.most
    return f"{most}" if least == most else f"{least}–{most}"


def _minutes(name: str, game: Ruleset) -> str:
    """What is noted; of a new game on a board an estimate, to the next five minutes."""
    if name in _NOTES:
        return _NOTES[name].minutes
    assert not isinstance(game, KlepkaRuleset), f"{game.id}: note its minutes"
    fastest, slowest = (
        5 * round(_MINUTES_OF_A_TILE * game.tiles * players / 2 / 5)
        for players in (game.players.least, game.players.most)
    )
    return f"{fastest}" if fastest == slowest else f"{fastest}–{slowest}"
