"""Lists of tables, one or two lines each, so that a phone's screen shows twenty."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from bot.tables.table_loader import LoadedTable
from bot.texts import Html
from bot.wording.game_result import game_sign
from bot.wording.speaker import Speaker, isolate_name, localized_title
from engine import clock
from engine.computer_ids import is_computer
from engine.game import Game, Table
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby
from engine.messages import Named
from render.text import format_points

_MOST_NAMES: Final = 2
_MOST_CHARACTERS: Final = 12  # characters shown of a name, so that two names and the number fit on a button


def short_table_name(players: Sequence[Named], speaker: Speaker) -> str:
    """The first words of the first players' names; plain text."""
    named = sorted(players, key=lambda player: is_computer(player.user))[:_MOST_NAMES]
    names = "–".join(short_player_name(player.name, speaker) for player in named) or "–"
    left = len(players) - len(named)
    return f"{names} +{left}" if left else names


def number_and_name(number: int, players: Sequence[Named], speaker: Speaker) -> str:
    """A table's number and short name, as ``#3 Kiraz–Limon``, to stand beside the game's title; plain text."""
    return f"#{number} {short_table_name(players, speaker)}"


def signed_name(number: int, players: Sequence[Named], titles: Mapping[str, str], speaker: Speaker) -> str:
    """A table's number, short name and game sign, as ``#3 Kiraz–Limon 🎯``; plain text."""
    return " ".join(filter(None, (number_and_name(number, players, speaker), game_sign(titles))))


def label_in_picture(players: Sequence[Named], speaker: Speaker) -> str:
    """The number and short name if the place has several tables; without a sign, which fonts may lack."""
    return number_and_name(speaker.table_number, players, speaker) if speaker.table_number else ""


def plain_label(players: Sequence[Named], speaker: Speaker) -> str:
    """The number, short name and game sign if the place has several tables; plain text."""
    return signed_name(speaker.table_number, players, speaker.titles, speaker) if speaker.table_number else ""


def label_line(players: Sequence[Named], speaker: Speaker) -> str:
    """The label of :func:`plain_label` as a line of HTML, to stand above a message about the table."""
    label = plain_label(players, speaker)
    return _in_bold(label) if label else ""


def players_of(table: Table | None) -> Sequence[Named]:
    """The people after whom a table is named; empty if there is no table."""
    return () if table is None else table.seats if isinstance(table, Lobby) else table.known_players


def table_label(loaded: LoadedTable, speaker: Speaker) -> str:
    """A table's short name and game for a button; with number and sign if there are several tables; plain text."""
    table = loaded.table
    if table is None:
        return f"#{loaded.scope.table}"
    players, titles = players_of(table), table.ruleset.title
    title = localized_title(titles, speaker.language)
    if not loaded.has_neighbours:
        return f"{short_table_name(players, speaker)} · {title}"
    return f"{number_and_name(loaded.scope.table, players, speaker)} {game_sign(titles) or '·'} {title}"


def below_table_name(loaded: LoadedTable, speaker: Speaker, text: str) -> str:
    """HTML about a table, below its number, short name and sign if there are several tables."""
    if loaded.table is None or not loaded.has_neighbours:
        return text
    name = signed_name(loaded.scope.table, players_of(loaded.table), loaded.table.ruleset.title, speaker)
    return f"{_in_bold(name)}\n{text}"


def _in_bold(label: str) -> str:
    return f"<b>{isolate_name(label)}</b>"


def short_player_name(name: str, speaker: Speaker) -> str:
    """The first word of a name, cut if long; plain text."""
    shown = speaker.plain_name(name)
    word = (shown.split() or [shown])[0]
    return word if len(word) <= _MOST_CHARACTERS else f"{word[: _MOST_CHARACTERS - 1]}…"


_SECOND: Final = 1000
_UNITS: Final = (2 * 86400, 86400), (3600, 3600), (60, 60)  # from how many seconds on, in units of how many seconds
_MARK_ON_TURN: Final = "▶️"
_MARK_PAUSED: Final = "⏸"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def tables_text(tables: Sequence[LoadedTable], now: datetime, speaker: Speaker) -> str:
    """A place's open tables as HTML, a line each below their game's title; ``now`` is in served time."""

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
    """The group where a game is played, and its number if the group has several; plain text."""
    return f"{group} #{loaded.scope.table}" if loaded.has_neighbours else group


def _table_line(loaded: LoadedTable, now: datetime, speaker: Speaker) -> str:
    table = loaded.table
    if table is None:
        raise AssertionError("the table cannot be read")
    players = players_of(table)
    label = isolate_name(
        number_and_name(loaded.scope.table, players, speaker)
        if loaded.has_neighbours
        else short_table_name(players, speaker)
    )
    if isinstance(table, Lobby):
        since = "" if table.touched is None else _brief_duration((now - table.touched).total_seconds(), speaker)
        return _join(label, f"👥 {len(table.seats)}/{table.ruleset.players.most}", since)
    mark = _MARK_ON_TURN if table.clocks.paused is None else _MARK_PAUSED
    time = _turn_time(table, now, speaker)
    if not isinstance(table, TurnGame):
        return _join(label, _standing(table), mark, time)
    name = isolate_name(short_player_name(table.players[table.turn].name, speaker))
    return _join(label, _standing(table), f"{mark}{_NO_BREAK}{name}", time)


def _own_game_lines(loaded: LoadedTable, group: str, user: int, now: datetime, speaker: Speaker) -> str:
    game = loaded.table
    if game is None or isinstance(game, Lobby):
        raise AssertionError("no game is played there")
    seat = game.seat_of(user)
    mine = seat is not None and game.may_act(seat)
    if not isinstance(game, TurnGame):
        turn = Html(f"<b>{speaker.html('answer-open')}</b>") if mine else ""
    elif mine:
        turn = speaker.html("games-your-turn")
    else:
        name = short_player_name(game.players[game.turn].name, speaker)
        turn = speaker.html("turn-next", name=isolate_name(name))
    mark = _MARK_PAUSED if game.clocks.paused is not None else _MARK_ON_TURN if mine else "▫️"
    where, between = Html(f"<b>{isolate_name(group)}</b>"), "·"
    if loaded.has_neighbours:
        between = _game_sign(loaded) or between
        where = Html(f"{where} {isolate_name(number_and_name(loaded.scope.table, game.known_players, speaker))}")
    time = _turn_time(game, now, speaker)
    if time and isinstance(game, TurnGame) and game.clock_rule is None:
        time = speaker.html("games-turn-since", time=time)
    state = " · ".join(filter(None, (turn, time, _standing(game))))
    return f"{mark} {where} {between} {isolate_name(_game_title(game, speaker))}\n{state}"


def _join(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _game_title(table: Table | None, speaker: Speaker) -> str:
    return "" if table is None else localized_title(table.ruleset.title, speaker.language)


def _game_sign(loaded: LoadedTable) -> str:
    return "" if loaded.table is None else game_sign(loaded.table.ruleset.title)


def _standing(game: Game) -> str:
    if not isinstance(game, TurnGame):
        return f"👥 {len(game.known_players)}"
    return ":".join(format_points(player.score) for player in game.players)


def _turn_time(game: Game, now: datetime, speaker: Speaker) -> str:
    if not isinstance(game, TurnGame):
        left = 0.0 if game.due_at is None else (game.due_at - now).total_seconds()
        return f"⏱{_NO_BREAK}{_brief_duration(left, speaker)}" if left > 0 else ""
    if game.clocks.paused is not None or game.phase_began_at is None:
        return ""
    if game.clock_rule is None:
        return _brief_duration((now - game.phase_began_at).total_seconds(), speaker)
    left = clock.remaining_time(game.clock_rule, game.clocks, game.turn, now, on_turn=True) / _SECOND
    sign = "" if left >= 0 else "\N{MINUS SIGN}"
    return f"⏱{_NO_BREAK}{sign}{_brief_duration(abs(left), speaker)}"


def _brief_duration(seconds: float, speaker: Speaker) -> str:
    whole = max(0, int(seconds))
    unit = next((unit for least, unit in _UNITS if whole >= least), 1)
    return speaker.duration(whole // unit * unit).replace(" ", _NO_BREAK)
