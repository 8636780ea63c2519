"""The file of ``/mydata``: what is kept of somebody, as JSON whose names explain themselves.

It tells nothing of others, and of a running game nothing that is secret.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.records.decisions import decode_decisions
from bot.records.projection import Projection, decode_figures, decode_standing
from bot.store.forgetting import ForgettingNote
from bot.store.games import GameStore
from bot.store.personal_data import PersonalDataStore, StoredPersonalData
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.store.scope import Scope
from bot.tables.audit_log import decode_act
from bot.tables.codec import UnreadableState
from bot.tables.forgetting.stored_tables import live_seat
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable, one_per_scope
from engine.figures import EVER
from engine.game_record import GameRecord, PlayerRecord, decode_game_record
from engine.lobby_seats import Lobby

Json = Any
FindTables = Callable[[int, Sequence[str]], Awaitable[list[Scope]]]
_MOST_REPLAYS: Final = 400
_HIDDEN_FIELDS: Final = frozenset({"opponents", "user"})
"""Of figures: whom somebody plays most names others, and the own id stands at the top."""


def to_instant(seconds: float) -> str:
    """Unix seconds as people read them, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def name_fields(value: object) -> Json:
    """A value as JSON with the names of its fields, also where it is stored without them."""
    if isinstance(value, Struct):
        return {
            field: name_fields(getattr(value, field))
            for field in value.__struct_fields__
            if field not in _HIDDEN_FIELDS
        }
    if isinstance(value, Mapping):
        return {str(key): name_fields(one) for key, one in value.items()}
    return [name_fields(one) for one in value] if isinstance(value, list | tuple) else msgspec.to_builtins(value)


def _describe_game(record: GameRecord, player: PlayerRecord) -> Json:
    return {
        "game": record.id,
        "ruleset": record.ruleset,
        "began": to_instant(record.begun),
        "ended": to_instant(record.ended),
        "why_it_ended": record.reason,
        "players": len(record.players),
        "left_out_by_an_administrator": record.left_out,
        "you": name_fields(player),
    }


def _describe_decision(chat: int, stored: bytes) -> Json:
    for one in decode_decisions([stored]):
        return {
            "chat": chat,
            "decision": one.kind,
            "when": to_instant(one.at.timestamp()),
            "under_the_name": one.name,
            "season_or_count_of_games": one.number or None,
            "game": one.game or None,
            "ruleset": one.ruleset or None,
            "game_ended": to_instant(one.ended) if one.ended else None,
        }
    return {"chat": chat, "decision": None}


def _describe_act(place: str, stored: bytes) -> Json:
    """A decision about a table without whom it was about."""
    try:
        act = decode_act(stored)
    except UnreadableState:
        return {"chat_and_topic": place, "decision": None}
    return {
        "chat_and_topic": place,
        "decision": msgspec.to_builtins(act.action)["type"],
        "when": to_instant(act.at.timestamp()),
        "under_the_name": act.name,
        "table": act.number or None,
    }


async def describe_chat(records: RecordStore, chat: int, user: int, *, unlisted: bool) -> Json:
    """What a chat remembers of somebody: games, figures and ratings."""
    games = []
    for start in range(0, await records.count_records(chat), RECORDS_PER_READ):
        for data in await records.read_records(chat, start):
            record = decode_game_record(data)
            if record is not None:
                games += [_describe_game(record, player) for player in record.players if player.user == user]
    figures = (await records.read_figures(chat, EVER, [user])).get(user)
    standing = (await records.read_standings(chat, [user])).get(user)
    return {
        "chat": chat,
        "hidden_from_its_ranks": unlisted,
        "games": games,
        "figures_of_all_times": None if figures is None else name_fields(decode_figures(figures)),
        "ratings_streaks_and_titles": None if standing is None else name_fields(decode_standing(standing)),
    }


def compose_file(
    user: int,
    stored: StoredPersonalData,
    *,
    made: datetime,
    chats: list[Json],
    tables: list[str],
    finished: list[str],
    replays: list[str],
    invitations: list[Json],
    note: ForgettingNote | None,
) -> bytes:
    """The file."""
    opened = stored.puzzles.open
    document = {
        "what_this_is": "All that this bot keeps about you. Times are UTC.",
        "made": made.astimezone(UTC).isoformat(timespec="seconds"),
        "your_telegram_id": user,
        "your_usernames": stored.usernames,
        "language_of_your_telegram": stored.locale,
        "settings_of_your_private_chat": stored.settings,
        "private_chat_last_heard_from": None if stored.heard_from is None else to_instant(stored.heard_from),
        "banned_since": None if stored.banned_since is None else to_instant(stored.banned_since),
        "asked_to_be_forgotten": None
        if note is None
        else {"when": to_instant(note.asked), "after_your_running_games": note.waits},
        "tables_where_you_sit": tables,
        "invitations": invitations,
        "table_alerts": [
            {
                "chat": one.chat,
                "topic": one.topic or None,
                "since": to_instant(one.since_ms / 1000),
                "under_the_name": one.name,
            }
            for one in stored.table_alerts
        ],
        "game_to_open_in_a_group_yet_to_be_chosen": stored.pending_table,
        "tables_with_an_order_of_your_tiles": stored.rack_orders,
        "puzzles": [
            {
                "puzzle": puzzle,
                "came_to": one.outcome.name.lower(),
                "hints": one.hints,
                "wrong_answers": one.tries,
                "points": one.points,
                "opened": to_instant(one.opened),
                "ended": to_instant(one.ended) if one.ended else None,
                "from_chats": list(filter(None, (one.origin, *stored.puzzles.further_origins.get(puzzle, ())))),
            }
            for puzzle, one in stored.puzzles.progress.items()
        ],
        "puzzle_before_you": None
        if opened is None
        else {"puzzle": opened.puzzle, "last_looked_at": to_instant(opened.seen_at)},
        "game_of_which_you_want_puzzles": stored.puzzles.game or None,
        "daily_puzzles_solved": [
            {
                "chat": chat,
                "solved": one.total,
                "number_of_the_newest": one.newest,
                "streak_up_to_it": one.streak,
                "longest_streak": one.longest,
            }
            for chat, one in stored.daily_solver_in.items()
        ],
        "first_to_solve_a_daily_puzzle": [
            {"chat": chat, "puzzle": puzzle, "under_the_name": name} for chat, puzzle, name in stored.first_solver_of
        ],
        "first_game": None
        if stored.tutorial is None
        else {"explains_itself_at_the_table": stored.tutorial or None, "declined_or_ended": not stored.tutorial},
        "decisions_about_records": [_describe_decision(chat, decision) for chat, decision in stored.record_decisions],
        "decisions_about_former_tables": [_describe_act(place, act) for place, act in stored.former_acts],
        "kept_for_minutes_or_a_day": stored.short_lived,
        "games_finished_lately": finished,
        "games_kept_for_replays_and_proofs": replays,
        "hidden_from_the_ranks_of": stored.unlisted_in,
        "chats_that_remember_you": chats,
        "messages_that_could_not_be_handled": [
            {"why": reason, "what_came": raw.decode(errors="replace")} for reason, raw in stored.dead_letters
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


class PersonalFiles:
    """Makes the files.

    Args:
        find_tables: finds the tables that name a user, who may have some usernames.
    """

    def __init__(
        self,
        games: Games,
        store: GameStore,
        records: RecordStore,
        projection: Projection,
        personal_data: PersonalDataStore,
        *,
        find_tables: FindTables,
    ) -> None:
        self._games: Final = games
        self._store: Final = store
        self._records: Final = records
        self._projection: Final = projection
        self._personal_data: Final = personal_data
        self._find_tables: Final = find_tables

    async def find_chats(self, user: int) -> list[int]:
        """The chats that remember games of somebody, the newest ones too."""
        for chat in {scope.chat for scope, _ in await self._store.players.load_finished_games(user)}:
            await self._projection.catch_up(chat)
        return await self._records.read_user_chats(user)

    async def make_file(self, user: int, note: ForgettingNote | None, made: datetime) -> bytes:
        """Somebody's file."""
        stored, records = await self._personal_data.read_user(user), self._records
        chats = [
            await describe_chat(records, chat, user, unlisted=chat in stored.unlisted_in)
            for chat in await self.find_chats(user)
        ]
        # The index knows no seats in lobbies.
        indexed = await self._store.players.peek_user_games(user)
        named = await self._find_tables(user, stored.usernames)
        known = one_per_scope([await self._games.load_table(scope) for scope in dict.fromkeys((*indexed, *named))])
        known = [one for one in known if one.table is not None and live_seat(one.table, user, tuple(stored.usernames))]
        return compose_file(
            user,
            stored,
            made=made,
            chats=chats,
            tables=[str(loaded.scope) for loaded in known],
            finished=[str(scope) for scope, _ in await self._store.players.load_finished_games(user)],
            replays=[f"{chat} {game}" for chat, game in await records.read_user_history(user, _MOST_REPLAYS)],
            invitations=[one for loaded in known for one in _list_invitations(loaded, user, stored.usernames)],
            note=note,
        )


def _list_invitations(loaded: LoadedTable, user: int, usernames: Collection[str]) -> list[Json]:
    if not isinstance(loaded.table, Lobby):
        return []
    kept = (
        one
        for one in loaded.table.invited
        if one.user == user or (one.user is None and one.username.lower() in usernames)
    )
    return [{"table": str(loaded.scope), "until": to_instant(one.until.timestamp())} for one in kept]
