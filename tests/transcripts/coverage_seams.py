"""Counts what of the program was exercised, for the report; see :mod:`tests.transcripts.seams`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from bot.handlers.dispatch.router import Router
from bot.telegram.incoming import requests
from bot.texts import Texts
from engine.absence import Presence, PresenceNoted
from engine.cancellation import CancelObjected, CancelProposed, GameCancelled, ObjectToCancel, ProposeCancel
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import EngineError
from engine.extra_time import Extend, Extended
from engine.families import FAMILIES
from engine.game import redact
from engine.invitations import EndInvitation, InvitationEnded, Invite, LapseInvitation, SeatOffered
from engine.lobby_lifecycle import Abandon
from engine.lobby_seats import Alter, Begin, Join, Leave, LobbyClosed, Open, OptionAltered, SeatLeft, SeatTaken
from engine.table_log import apply_and_log


def action_names() -> set[str]:
    """All actions, by the names that :class:`Seen` counts them by."""
    told: list[type] = [Open, Join, Leave, Alter, Begin, Invite, EndInvitation, LapseInvitation, Abandon]
    told += [SeatComputers, DismissComputer, ProposeCancel, ObjectToCancel, Extend, Presence]
    for family in FAMILIES:
        told += family.actions
    return {_type_name(action) for action in told}


def event_names() -> set[str]:
    """All events, in the same way."""
    told: list[type] = [SeatTaken, SeatLeft, OptionAltered, SeatOffered, InvitationEnded, LobbyClosed]
    told += [CancelProposed, CancelObjected, GameCancelled, Extended, PresenceNoted]
    for family in FAMILIES:
        told += family.events
    return {_type_name(event) for event in told}


def _type_name(event: type) -> str:
    return f"{event.__module__.removeprefix('engine.')}.{event.__name__}"


@dataclass(slots=True)
class Seen:
    """What was exercised: messages of the text files, refusals, requests, actions and events."""

    texts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    owners: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


@contextmanager
def count_seen(seen: Seen) -> Iterator[None]:
    """Note what is exercised; what the bot does is left as it is."""
    wording, refused, handle = Texts._format_message, EngineError.__init__, Router.handle_request  # noqa: SLF001 - the one door

    def noted_text(self: Texts, language: str, message: str, arguments: Any) -> str:
        seen.texts[message] += 1
        return wording(self, language, message, arguments)

    def noted_refusal(self: EngineError, code: str, **fields: Any) -> None:
        seen.refusals[code] += 1
        refused(self, code, **fields)

    async def noted_request(self: Router, request: requests.Request) -> None:
        seen.requests[type(request).__name__] += 1
        if isinstance(request, requests.OwnerCommand):
            seen.owners[request.name] += 1
        await handle(self, request)

    def noted_event(event: Any, viewer: int | None) -> Any:
        seen.events[_type_name(type(event))] += 1
        return redact(event, viewer)

    def noted_action(table: Any, action: Any, *rest: Any, **named: Any) -> Any:
        done = apply_and_log(table, action, *rest, **named)
        seen.actions[_type_name(type(action))] += 1
        return done

    def noted_opening(*given: Any) -> Open:
        seen.actions[_type_name(Open)] += 1
        return Open(*given)

    with (
        patch.object(Texts, "_format_message", noted_text),
        patch.object(EngineError, "__init__", noted_refusal),
        patch.object(Router, "handle_request", noted_request),
        patch("bot.tables.notices.redact", noted_event),
        patch("bot.tables.games.apply_and_log", noted_action),
        patch("bot.tables.games.Open", noted_opening),
    ):
        yield
