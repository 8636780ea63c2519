"""The tables and lists of the pages that follow from rulesets and keys, and what is printed: made here, never typed.

``python -m tests.docs`` writes them into the pages; the tests compare.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from prometheus_client import Metric

from bot.handlers.general import all_command_rows
from bot.store import retention
from bot.store.keys import KEYS
from bot.texts import Texts
from bot.user_input.commands import command_menu, command_name, value_word
from bot.user_input.options import available_options, value_to_type
from bot.wording.speaker import Speaker, localized_title
from engine.clock import NO_CLOCK
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.duplicate.ruleset import Ruleset as DuplicateRuleset
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import Ruleset, shipped_rulesets
from tests.support.checkout import DOCS, GUIDES, OPTION_PAGES
from tests.support.logs import all_metrics
from tools.wrap_markdown import fill, wrap_page


@dataclass(frozen=True)
class Table:
    """A table or a list of a page: the first one below a heading."""

    page: Path
    heading: str
    rows: tuple[str, ...]
    """The table's lines without its header, or the list's items."""


OF_PAGES: Final = "en"
"""The language of the pages; its guide leads to the page of options, which has the clocks by the words of all."""


def heading(name: str, language: str) -> str:
    """What a guide calls its commands, games, options, challenges, clocks or settings."""
    return Texts().plain(language, f"guide-{name}")


def tables() -> tuple[Table, ...]:
    return (
        Table(DOCS / "keys.md", "Keys", _keys()),
        Table(DOCS / "operate.md", "Metrics", metric_lines()),
        Table(DOCS / "options.md", heading("clocks", OF_PAGES), _clocks(OF_PAGES, _others())),
        *(Table(guide, heading("games", language), _games(language)) for language, guide in GUIDES.items()),
        *(Table(page, heading("clocks", language), _clocks(language)) for language, page in OPTION_PAGES.items()),
    )


def _others() -> tuple[str, ...]:
    return tuple(language for language in GUIDES if language != OF_PAGES)


DAY: Final = 24 * 60 * 60

_SPELLED: Final = {
    10 * 60: "ten minutes",
    15 * 60: "15 minutes",
    60 * 60: "an hour",
    DAY: "a day",
    7 * DAY: "a week",
    365 * DAY: "a year",
}


def _spell_seconds(seconds: int) -> str:
    return _SPELLED.get(seconds) or f"{seconds // DAY} days"


def _retention() -> dict[str, object]:
    """The constants that ``keys.toml`` names, those of time in words."""
    constants = {name: value for name, value in vars(retention).items() if isinstance(value, int)}
    return {n: _spell_seconds(value) if n.endswith("_SECONDS") else value for n, value in constants.items()}


def _keys() -> tuple[str, ...]:
    """An item a key, wrapped as the prose of pages is."""
    constants, told = _retention(), tomllib.loads(Path(__file__).with_name("keys.toml").read_text("utf-8"))
    return tuple(
        line
        for name, key in KEYS.items()
        for line in wrap_page(
            f"- `{key.pattern}` ({key.redis_type}): {told[name]['holds'].format_map(constants)}.\n"
            f"  *Kept:* {told[name]['kept'].format_map(constants)}.\n"
            f"  *In backups:* {'yes' if key.in_backup else 'no'}."
            + (f"\n  *In a supergroup:* {key.migration}." if key.migration else "")
        ).splitlines()
    )


def _games(language: str) -> tuple[str, ...]:
    """A row a game: title, what is typed, players, board, tiles, rack, all tiles at once, what ends it."""
    return tuple(
        _row(localized_title(game.title, language), *_figures(game, language)) for game in shipped_rulesets().values()
    )


def _figures(ruleset: Ruleset, language: str) -> tuple[str, ...]:
    players = ruleset.players
    count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
    if isinstance(ruleset, KlepkaRuleset):
        size = f"{ruleset.cards.columns}×{ruleset.cards.rows}"
        own = ("–", "–", Texts().plain(language, "guide-instant-win", word=ruleset.instant_win))
    else:
        assert isinstance(ruleset, CrosswordRuleset | DuplicateRuleset)
        size = f"{ruleset.columns}×{len(ruleset.board.rows)}"
        own = (f"{ruleset.rack}", f"+{ruleset.scoring.bingo}", _ending(ruleset, language))
    return (f"`{ruleset.id}`", count, size, f"{ruleset.tiles}", *own)


def _ending(ruleset: CrosswordRuleset | DuplicateRuleset, language: str) -> str:
    """The run of turns that ends a game with the least players; for each player where only that counts; the rounds."""
    if isinstance(ruleset, DuplicateRuleset):
        return Texts().plain(language, "panel-rounds", count=ruleset.rounds)
    run = ruleset.ending.run
    if run.turns < run.own_turns_needed * ruleset.players.least:
        return Texts().plain(language, "guide-passes-each", count=run.own_turns_needed)
    return Texts().plain(language, f"guide-{run.counts}", count=run.turns)


def _clocks(language: str, others: Sequence[str] = ()) -> tuple[str, ...]:
    """An item for all games with the same clocks, the default first; other languages' words stand in parentheses."""
    told = _games_by_clocks(language, others)
    return tuple("\n".join(fill(f"{', '.join(same)}: {clocks}", "- ", "  ")) for clocks, same in told.items())


def _games_by_clocks(language: str, others: Sequence[str]) -> dict[str, list[str]]:
    games: dict[str, list[str]] = {}
    for game in shipped_rulesets().values():
        if game.clocks:
            games.setdefault(_clocks_of(game, language, others), []).append(f"`{game.id}`")
    return games


def _clocks_of(ruleset: Ruleset, language: str, others: Sequence[str]) -> str:
    clock = available_options(ruleset, ())["clock"]
    speaker = Speaker(Texts(), language)
    told = []
    for value in sorted(clock.values, key=lambda value: (value != clock.default, value == NO_CLOCK)):
        words = [word for other in others if (word := value_word("clock", value, other))]
        name = f"`{value_to_type('clock', value, ruleset, language)}`"
        meant = f" ({', '.join(f'`{word}`' for word in words)})" if words and value != NO_CLOCK else ""
        told.append(name if value == NO_CLOCK else f"{name}{meant}: {speaker.clock_label(ruleset.clocks[value])}")
    return "; ".join(told)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def placed(text: str, table: Table) -> str:
    """A page's text with the table in its place, below the header that stands there, or with the list in its place."""
    before, heading, rest = text.partition(f"\n## {table.heading}\n")
    lines = rest.split("\n")
    if table.rows[0].startswith("|"):
        first = next(number for number, line in enumerate(lines) if line.startswith("|---")) + 1
        marks: tuple[str, ...] = ("|",)
    else:
        first, marks = next(number for number, line in enumerate(lines) if line.startswith("- ")), ("- ", "  ")
    last = next(number for number in range(first, len(lines)) if not lines[number].startswith(marks))
    return before + heading + "\n".join((*lines[:first], *table.rows, *lines[last:]))


_SUFFIXES = {"counter": "_total", "info": "_info"}


def metric_lines() -> tuple[str, ...]:
    """The lines of an item a metric: its name, type, labels and what it says."""
    return tuple(line for metric in all_metrics() for line in fill(_metric_item(metric), "- ", "  "))


def metric_name(metric: Metric) -> str:
    """The name as Prometheus knows it; a histogram's three series have this one and an ending."""
    return metric.name + _SUFFIXES.get(metric.type, "")


def _metric_item(metric: Metric) -> str:
    labels = {label for sample in metric.samples for label in sample.labels} - {"le"}
    named = f" by {', '.join(f'`{label}`' for label in sorted(labels))}" if labels else ""
    return f"`{metric_name(metric)}` ({metric.type}{named}): {metric.documentation}"


ITEM: Final = re.compile(r"^- `/(?P<name>\w+)`(?:, `/\w+`)? \([^)]*\): (?P<what>.+(?:\n  .+)*)\n", re.MULTILINE)


def names(command: str, language: str) -> tuple[str, ...]:
    """The names of a command in a page: the English one, which others link to, has both."""
    languages = ("en", "tr") if language == "en" else (language,)
    return tuple(dict.fromkeys(f"`/{command_name(command, one)}`" for one in languages))


def with_commands(page: str, language: str) -> str:
    """A page with an item for every command; one that it lacks is told as in the menus, behind the last item."""
    lines, told = dict(command_menu(language)), told_commands(page)
    commands = {command_name(command, language): command for command in all_command_rows()}

    def anew(item: re.Match[str]) -> str:
        command = commands.get(item["name"])
        return "" if command is None else _command_item(command, language, " ".join(item["what"].split()))

    found = list(ITEM.finditer(page))
    end = found[-1].end() if found else len(page)
    added = [_command_item(command, language, lines[name]) for name, command in commands.items() if name not in told]
    return ITEM.sub(anew, page[:end]) + "".join(added) + page[end:]


def told_commands(page: str) -> list[str]:
    """The names of the commands that have an item, in its order."""
    return [item["name"] for item in ITEM.finditer(page)]


def _command_item(command: str, language: str, what: str) -> str:
    who = Texts().plain(language, f"guide-who-{all_command_rows()[command].allowed_users}")
    return "\n".join(fill(f"{', '.join(names(command, language))} ({who}): {what}", "- ", "  ")) + "\n"
