"""The file of ``/mydata``: what is kept of somebody, as JSON whose names explain themselves.

It tells nothing of others, and of a running game nothing that is secret.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.records.projection import decode_figures, decode_standing
from bot.store.forgetting import ForgettingNote
from bot.store.personal_data import StoredPersonalData
from bot.store.records import RECORDS_PER_READ, RecordStore
from engine.errors import DataError
from engine.game_record import GameRecord, PlayerRecord, decode_record
from engine.record_periods import EVER

Json = Any
_HIDDEN_FIELDS: Final = frozenset({"opponents", "user"})
"""Of figures: whom somebody plays most names others, and the own id stands at the top."""


def to_instant(seconds: float) -> str:
    """Seconds of the epoch as people read them, in UTC."""
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


async def describe_chat(records: RecordStore, chat: int, user: int, *, unlisted: bool) -> Json:
    """What a chat remembers of somebody: games, figures and ratings."""
    games = []
    for start in range(0, await records.count_records(chat), RECORDS_PER_READ):
        for data in await records.read_records(chat, start):
            try:
                record = decode_record(data)
            except DataError:
                continue
            if isinstance(record, GameRecord):
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
    """The file.

    Args:
        user: whose.
        stored: what there is beside records and tables.
        made: the instant.
        chats: of each chat that remembers games of theirs what it remembers.
        tables: where they sit at tables.
        finished: the newest finished games, each a table.
        replays: finished games that are kept for replays and proofs.
        invitations: that are open, at those tables that are known.
        note: that they asked to be forgotten.
    """
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
            {"chat": chat, "topic": topic or None, "since": to_instant(since / 1000)}
            for chat, topic, since in stored.table_alerts
        ],
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
                "from_chats": list(filter(None, (one.origin, *stored.puzzle_origins.get(puzzle, ())))),
            }
            for puzzle, one in stored.puzzles.items()
        ],
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
