"""Lists of tables, a line or two each, so that a phone's screen shows twenty of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from bot.tables.loaded_table import LoadedTable
from bot.texts import Html
from bot.wording.formatting import isolate_name
from bot.wording.game_signs import game_sign
from bot.wording.speaker import Speaker, localized_title
from bot.wording.table_label import number_and_name, short_player_name, short_table_name
from engine import clock
from engine.game import Game, Table
from engine.lobby_seats import Lobby
from render.text import format_points

_SECOND: Final = 1000
_UNITS: Final = (2 * 86400, 86400), (3600, 3600), (60, 60)
"""From how many seconds on a time is told in units of so many."""
_MARK_ON_TURN: Final = "▶️"
_MARK_PAUSED: Final = "⏸"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def tables_text(tables: Sequence[LoadedTable], now: datetime, speaker: Speaker) -> str:
    """The open tables of a place as HTML: below each game's title its tables, a line each.

    Args:
        tables: those that can be read, at least one.
        now: the instant, in served time.
        speaker: speaks to the chat.
    """

    def title(loaded: LoadedTable) -> str:
        return _game_title(loaded.table, speaker)

    titles = list(dict.fromkeys(map(title, tables)))
    parts = []
    for name, same in groupby(sorted(tables, key=lambda one: titles.index(title(one))), title):
        listed = list(same)
        sign = _game_sign(listed[0]) if listed[0].has_neighbours else ""
        head = " ".join(filter(None, (sign, f"<b>{isolate_name(name)}</b>")))
        parts.append("\n".join((head, *(_table_line(one, now, speaker) for one in listed))))
    return "\n".join((speaker.html("tables-head"), *parts))


def own_games_text(games: Iterable[tuple[LoadedTable, str]], user: int, now: datetime, speaker: Speaker) -> str:
    """A person's running games as HTML, two lines each."""
    return "\n".join((speaker.html("games-head"), *(_own_game_lines(*one, user, now, speaker) for one in games)))


def own_game_place(loaded: LoadedTable, group: str) -> str:
    """Where a game is played: its group, and its number where that has several; plain text."""
    return f"{group} #{loaded.scope.table}" if loaded.has_neighbours else group


def _table_line(loaded: LoadedTable, now: datetime, speaker: Speaker) -> str:
    """A table's number, short name, scores, and what it waits for since when, or how long yet."""
    table = loaded.table
    if table is None:
        raise AssertionError("the table cannot be read")
    players = table.seats if isinstance(table, Lobby) else table.players
    label = isolate_name(
        number_and_name(loaded.scope.table, players, speaker)
        if loaded.has_neighbours
        else short_table_name(players, speaker)
    )
    if isinstance(table, Lobby):
        since = "" if table.touched is None else _brief_duration((now - table.touched).total_seconds(), speaker)
        return _join(label, f"👥 {len(table.seats)}/{table.ruleset.players.most}", since)
    name = isolate_name(short_player_name(table.players[table.turn].name, speaker))
    return _join(label, _scores(table), f"{_turn_mark(table)}{_NO_BREAK}{name}", _turn_time(table, now, speaker))


def _own_game_lines(loaded: LoadedTable, group: str, user: int, now: datetime, speaker: Speaker) -> str:
    game = loaded.table
    if game is None or isinstance(game, Lobby):
        raise AssertionError("no game is played there")
    on_turn = game.players[game.turn]
    mine = on_turn.user == user
    turn = (
        speaker.html("games-your-turn")
        if mine
        else speaker.html("turn-next", name=isolate_name(short_player_name(on_turn.name, speaker)))
    )
    mark = _MARK_PAUSED if game.clocks.paused is not None else _MARK_ON_TURN if mine else "▫️"
    where, between = Html(f"<b>{isolate_name(group)}</b>"), "·"
    if loaded.has_neighbours:
        between = _game_sign(loaded) or between
        where = Html(f"{where} {isolate_name(number_and_name(loaded.scope.table, game.players, speaker))}")
    time = _turn_time(game, now, speaker)
    if time and game.clock_rule is None:
        time = speaker.html("games-turn-since", time=time)
    state = " · ".join(filter(None, (turn, time, _scores(game))))
    return f"{mark} {where} {between} {isolate_name(_game_title(game, speaker))}\n{state}"


def _join(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _game_title(table: Table | None, speaker: Speaker) -> str:
    return "" if table is None else localized_title(table.ruleset.title, speaker.language)


def _game_sign(loaded: LoadedTable) -> str:
    return "" if loaded.table is None else game_sign(loaded.table.ruleset.title)


def _scores(game: Game) -> str:
    return ":".join(format_points(player.score) for player in game.players)


def _turn_mark(game: Game) -> str:
    return _MARK_ON_TURN if game.clocks.paused is None else _MARK_PAUSED


def _turn_time(game: Game, now: datetime, speaker: Speaker) -> str:
    """How much time the player on turn has; without a clock, how long the turn has lasted."""
    if game.clocks.paused is not None or game.turn_since is None:
        return ""
    if game.clock_rule is None:
        return _brief_duration((now - game.turn_since).total_seconds(), speaker)
    left = clock.remaining_time(game.clock_rule, game.clocks, game.turn, now, on_turn=True) / _SECOND
    sign = "" if left >= 0 else "\N{MINUS SIGN}"
    return f"⏱{_NO_BREAK}{sign}{_brief_duration(abs(left), speaker)}"


def _brief_duration(seconds: float, speaker: Speaker) -> str:
    """A length of time in its greatest unit, rounded down; no line of a narrow screen ends within it."""
    whole = max(0, int(seconds))
    unit = next((unit for least, unit in _UNITS if whole >= least), 1)
    return speaker.duration(whole // unit * unit).replace(" ", _NO_BREAK)
