"""The README's table of games: a row for all languages of a game, with the minutes that its turns take."""

from typing import Final

from engine.rulesets import Ruleset, shipped_rulesets
from tools.game_minutes import minutes_of_games

LANGUAGES: Final = {"en": "English", "tr": "Turkish", "uk": "Ukrainian"}


_TITLES: Final = {
    "kelimelik": "Kelimelik",
    "scrabble": "Scrabble",
    "tournament": "Tournament Scrabble, with challenges",
    "super": "Super Scrabble, on a 21×21 board",
    "mini": "Mini Scrabble, on an 11×11 board",
    "wordbox": "WordBox, with coloured tiles",
    "klepka": "Klepka, a game of memory and words",
}
"""By the id without its language, in the order of the table. Other games stand behind those on boards."""


def readme_rows() -> tuple[str, ...]:
    """A row a game: title, languages, players, minutes."""
    groups: dict[tuple[str, str], list[Ruleset]] = {}
    for game in shipped_rulesets().values():
        groups.setdefault((_name_without_language(game), _players(game)), []).append(game)
    order = [*_TITLES]
    last = order.pop()
    rank = {name: at for at, name in enumerate(order)} | {last: len(order) + 1}
    return tuple(
        f"| {_title(name, games[0])} | {', '.join(LANGUAGES[game.language] for game in games)} | {players} |"
        f" {minutes_of_games([game.id for game in games])} |"
        for (name, players), games in sorted(groups.items(), key=lambda one: rank.get(one[0][0], len(order)))
    )


def _name_without_language(game: Ruleset) -> str:
    return game.id.removesuffix(f"-{game.language}")


def _title(name: str, game: Ruleset) -> str:
    """As listed, else the game's own title without its language."""
    return _TITLES[name] if name in _TITLES else game.title["en"].removeprefix(f"{LANGUAGES[game.language]} ")


def _players(game: Ruleset) -> str:
    least, most = game.players.least, game.players.most
    return f"{most}" if least == most else f"{least}–{most}"
