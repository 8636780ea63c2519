"""Builds notices: what a chat is to be told of a commit, and whether it needs a message at all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.judges import WordChanges
from bot.store.keys import Scope
from bot.tables.codec import Notice
from bot.tables.table_loader import LoadedTable, table_name
from engine.absence import PresenceNoted, VoteCast
from engine.cancellation import CancelObjected
from engine.clock import NOBODY, Paused, Resumed
from engine.game import Step, Table, is_clock_running, redact, view
from engine.game_base import Game, OpenWindow
from engine.lobby_seats import Lobby, Seat
from engine.messages import Event


@dataclass(frozen=True, slots=True)
class DueAlerts:
    """Who is told of a table that opens."""

    mentioned: tuple[Seat, ...] = ()  # the subscribers whom the message about the table mentions
    satisfied_keys: tuple[str, ...] = ()
    """The keys of subscriptions that end (:func:`bot.store.chats.subscriber_field`), told or not."""
    private_host: int | None = None
    """The host who opens the table from their private chat, and is told there where it is."""


FindTableAlerts = Callable[[Scope, int], Awaitable[DueAlerts]]
"""Finds the alerts that are due when a user opens a table in a scope."""

NO_ALERTS = DueAlerts()


def build_notice(
    loaded: LoadedTable,
    table: Table,
    step: Step,
    *,
    custom_words: WordChanges | None,
    fell_back: bool,
    untold_downtime: int,
    alerts: DueAlerts = NO_ALERTS,
) -> Notice:
    """The notice of a step, redacted for the group; ``untold_downtime`` is in milliseconds.

    ``table`` is the one after the step; a lobby that was closed, as it was before.
    """
    return Notice(
        tuple(redact(event, None) for event in step.events),
        None if step.table is None else view(step.table, None),
        table_name(table),
        table.ruleset.title,
        loaded.settings.get("language"),
        (custom_words or WordChanges()).counted_lexicon(table.ruleset.lexicon),
        loaded.settings.get("theme"),
        loaded.settings.get("labels"),
        fell_back,
        untold_downtime,
        loaded.settings.get("boards"),
        "" if isinstance(table, Lobby) or table.number else table.commitment,
        alerts.mentioned,
        alerts.private_host,
        loaded.told_number,
        table.seats if isinstance(table, Lobby) and step.table is None and loaded.has_neighbours else (),
        opened=_opened_window(loaded.table, step.table),
        ends_wait=_ends_wait(loaded.table, step.table),
    )


def _opened_window(before: Table | None, after: Table | None) -> OpenWindow | None:
    if not isinstance(after, Game):
        return None
    window, newest = after.open_window, before.number if isinstance(before, Game) else 0
    return window if window is not None and window.play > newest else None


def _ends_wait(before: Table | None, after: Table | None) -> bool:
    """Whether somebody may act who could not before: it is another turn, or the clocks stand still no more."""
    if not isinstance(after, Game) or after.outcome is not None or after.clocks.paused is not None:
        return False
    if not isinstance(before, Game) or (before.turn, before.number) != (after.turn, after.number):
        return True
    return after.clocks.started is not None and (before.clocks.started is None or before.clocks.paused is not None)


def needs_no_message(step: Step) -> bool:
    """Whether a step needs no message: there is nothing to tell, or the message that was answered shows it."""
    return bool(step.events) and all(_needs_no_message_for(event, step.table) for event in step.events)


def _needs_no_message_for(event: Event, table: Table | None) -> bool:
    match event:
        case VoteCast(opens=opens, shown=shown):
            return shown and not opens
        case CancelObjected() | PresenceNoted():
            return True
        case Resumed(by=by):
            # If no clock runs, the greeting on the bot's return says that the game goes on.
            return by == NOBODY and table is not None and not is_clock_running(table)
        case _:
            return event.is_silent or event == Paused(NOBODY)
