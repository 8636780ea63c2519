"""The table and the player that a request is about.

In a group or topic it is one of its tables, chosen by public facts alone (:mod:`bot.tables.table_choice`), or asked
for where they leave several. A request from a private chat may be about a table elsewhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct, structs

from bot.families.services import ChatContext, ChatServices
from bot.handlers.group_doctor import UnreachableChatRetry
from bot.store.chat_migration import is_supergroup
from bot.store.keys import Scope
from bot.store.people import PendingRequests
from bot.tables.served_time import LONGEST_DELAY
from bot.tables.table_choice import (
    BoundElsewhere,
    NoSuchTable,
    OpenChoice,
    TableHints,
    TableIsOver,
    TableMoves,
    TableRight,
    choose_table,
    may_have_been_on_turn,
)
from bot.tables.table_loader import LoadedPlace, LoadedTable, current_players, is_game_running, table_name
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import ButtonData, table_of_button_data
from bot.telegram.requests import (
    BaseRequest,
    BotAdded,
    BotRemoved,
    Command,
    HintedRequest,
    MistypedCommand,
    PlainText,
    Sender,
    Tap,
    Venue,
    to_command,
)
from bot.wording.tables import plain_label, players_of
from bot.workers.recent import NewestDict, RecentKeys
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.game_base import Game


class AskedRequest(Struct, frozen=True, omit_defaults=True):
    """What somebody wrote. The fields' names are stored."""

    update: int
    """The update by whose number what comes of it counts."""
    chat: int
    """Where its message is."""
    sender: Sender
    message: int
    text: str
    sent_at: datetime
    command: str | None = None
    """The command's key; ``None`` for a text without one."""
    arrived_at: datetime | None = None
    ephemeral_id: int | None = None
    is_edit: bool = False
    target_turns: int | None = None
    mentions: tuple[tuple[str, int], ...] = ()
    replied_user: int | None = None
    mentions_bot: bool = False
    is_shown: bool = True
    """Whether there is a question with buttons; without one only an edit can answer."""
    answer: str | None = None
    """What the first answer was: the short name of a table, or nothing where none is meant. No other counts then."""


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AskedRequest)


class AnsweredElsewhere(Exception):
    """What was asked was answered before, for another table; nothing was changed."""


class AskedRequests:
    """Keeps what each person was asked about last."""

    def __init__(self, pending: PendingRequests) -> None:
        self.pending: Final = pending

    async def save_asked(self, request: Command | PlainText | MistypedCommand, *, is_shown: bool) -> None:
        """Keep a request whose table is open; ``is_shown`` as :attr:`AskedRequest.is_shown`.

        An answer that it has got meanwhile stays.
        """
        asked, chat = _to_asked(request, is_shown=is_shown), request.venue.scope.chat
        user, is_saved = asked.sender.user, False
        while not is_saved:
            stored = await self.pending.load_pending_request(user, chat)
            former = None if stored is None else _decoder.decode(stored)
            answer = former.answer if former is not None and former.update == asked.update else None
            newer = _encoder.encode(structs.replace(asked, answer=answer))
            is_saved = await self.pending.swap_pending_request(user, chat, stored, newer)

    async def load_asked(self, user: int, venue: Venue) -> AskedRequest | None:
        """What a person was asked about last in a chat, or in the group that it was; ``None`` if that is long ago."""
        for chat in dict.fromkeys((venue.scope.chat, venue.message_chat)):
            stored = await self.pending.load_pending_request(user, chat)
            if stored is not None:
                return _decoder.decode(stored)
        return None

    async def claim_answer(self, user: int, venue: Venue, update: int, answer: str) -> AskedRequest | None:
        """Note, before anything is done, how a request was answered; of several answers at once the first one counts.

        ``answer`` is the short name of a table; empty for none of them. Returns what was asked, as it reads now;
        ``None`` if it was answered otherwise, or something else was asked since.
        """
        for chat in dict.fromkeys((venue.scope.chat, venue.message_chat)):
            while (stored := await self.pending.load_pending_request(user, chat)) is not None:
                asked = _decoder.decode(stored)
                if asked.update != update or asked.answer not in {None, answer}:
                    return None
                answered = structs.replace(asked, answer=answer)
                if await self.pending.swap_pending_request(user, chat, stored, _encoder.encode(answered)):
                    return answered
        return None

    async def claim_if_answers_question(self, request: Command | PlainText | MistypedCommand, answer: str) -> None:
        """As :meth:`claim_answer`, if a request is the edit of what its sender was asked about.

        Raises:
            AnsweredElsewhere: another answer was first, so that nothing is to be done.
        """
        update = request.update.asked_about
        if (
            update is not None
            and not isinstance(request, MistypedCommand)
            and request.answered_table is None
            and await self.claim_answer(request.sender.user, request.venue, update, answer) is None
        ):
            raise AnsweredElsewhere


def _to_asked(request: Command | PlainText | MistypedCommand, *, is_shown: bool) -> AskedRequest:
    return AskedRequest(
        update=request.update.counted_as,
        chat=request.venue.message_chat,
        sender=request.sender,
        message=request.message,
        text="" if isinstance(request, MistypedCommand) else request.text,
        sent_at=request.sent_at,
        command=request.name if isinstance(request, Command) else None,
        arrived_at=request.arrived_at,
        ephemeral_id=request.ephemeral_id,
        is_edit=isinstance(request, Command | PlainText) and request.is_edit,
        target_turns=None if isinstance(request, MistypedCommand) else request.target_turns,
        mentions=request.mentions if isinstance(request, Command) else (),
        replied_user=request.replied_user if isinstance(request, Command) else None,
        mentions_bot=isinstance(request, PlainText) and request.mentions_bot,
        is_shown=is_shown,
    )


def to_answered_request(asked: AskedRequest, tap: Tap, table: str) -> Command | PlainText:
    """What was asked, about the table of that short name, which a tap has named."""
    text = PlainText(
        tap.update,
        tap.venue,
        asked.sender,
        asked.message,
        asked.text,
        asked.sent_at,
        asked.mentions_bot,
        arrived_at=asked.arrived_at,
        ephemeral_id=asked.ephemeral_id,
        is_edit=asked.is_edit,
        target_turns=asked.target_turns,
        answered_table=table,
    )
    if asked.command is None:
        return text
    return structs.replace(
        to_command(text, asked.command, asked.text), mentions=asked.mentions, replied_user=asked.replied_user
    )


TypedRequest = Command | PlainText | MistypedCommand


class WhichTable(Exception):
    """Several tables may be meant, so that the sender is to be asked; nothing was changed."""

    def __init__(self, request: TypedRequest, choice: OpenChoice) -> None:
        super().__init__("several tables may be meant")
        self.request: Final = request
        self.tables: Final = choice.tables
        self.is_stray: Final = choice.is_stray


def _choose_or_ask(
    request: TypedRequest, tables: Sequence[LoadedTable], hints: TableHints, *, are_own: bool = False
) -> LoadedTable:
    """The table of those of a place, or with ``are_own`` the sender's, that a request means; else raises WhichTable."""
    # What was done, or begun, at a table is done at no other.
    former = request.update.chosen_table
    begun = next((one for one in tables if one.is_duplicate or one.scope == former), None)
    if begun is not None:
        return begun
    try:
        chosen = choose_table(tables, hints)
    except NoSuchTable:
        raise Refusal("no_table_of_yours" if are_own else "no_such_table", number=hints.number or 0) from None
    except TableIsOver:
        raise Refusal("game_over") from None
    except BoundElsewhere:
        raise _refusal_elsewhere(request) from None
    if isinstance(chosen, OpenChoice):
        raise WhichTable(request, chosen)
    return chosen


def _has_table(tables: Sequence[LoadedTable], name: str) -> bool:
    return any(one.table is not None and table_name(one.table) == name for one in tables)


def _refusal_elsewhere(request: TypedRequest) -> Refusal:
    if isinstance(request, MistypedCommand) or request.answered_table is not None:
        return Refusal("stale_button")
    return Refusal("other_table" if request.target_table is not None else "edit_of_another_table")


_GATHER_SECONDS: Final = 60.0
_MOST_LOOKS: Final = 4096
"""How many users' newest looks are kept; who is forgotten is asked."""


class TargetTables:
    """Finds the table of a request. An action on another chat's table moves to that chat's lane first.

    Its methods raise :class:`bot.store.commits.WrongLane` to move a request.
    """

    def __init__(
        self, services: ChatServices, unreachable: UnreachableChatRetry, asked: AskedRequests, moves: TableMoves
    ) -> None:
        self._moves: Final = moves
        self._recently_gathered: Final = RecentKeys(_GATHER_SECONDS)
        """Groups without topics where tables of former topics were looked for lately."""
        self._games: Final = services.tables.games
        self._players: Final = services.tables.store.players
        self._refusals: Final = services.stores.refused_moves
        self._times: Final = services.tables.games.times
        self._asked: Final = asked
        self._pending: Final = asked.pending
        self._looked_at: Final[NewestDict[tuple[Scope, int], int]] = NewestDict(_MOST_LOOKS)
        """The number of the table of a place that a user looked at last."""
        self._unreachable: Final = unreachable

    async def load_place(self, request: BaseRequest) -> LoadedPlace:
        """The tables of the request's chat or topic; their clocks run again if it was unreachable and is not any more.

        The update may be older than the chat's failure, so the chat is tried.
        """
        if request.venue.is_forum:
            self._recently_gathered.forget_key(request.venue.scope.chat)
        place = await self._load_place(request, request.venue.scope)
        if isinstance(request, BotAdded) and place.first.has_unreachable:
            await self._unreachable.resume_chat(request.venue.scope.chat)
            return await self._load_place(request, request.venue.scope)
        if _names_no_table(request, place) and await self._gather_tables(request, place):
            place = await self._load_place(request, request.venue.scope)
        waiting = next((one for one in place.tables if one.is_unreachable), None)
        if isinstance(request, BotRemoved) or waiting is None:
            return place
        tried = await self._retry_if_unreachable(request, waiting, from_chat_itself=True)
        return await self._load_place(request, tried.scope.place)

    async def choose_table(
        self,
        request: TypedRequest,
        context: ChatContext,
        right: TableRight,
        *,
        is_action: bool,
        only_here: bool = False,
        is_costly: bool = False,
        may_answer: Callable[[Game, int], bool] | None = None,
        fits: Callable[[LoadedTable], bool] | None = None,
    ) -> ChatContext:
        """The context of the table that a request means: one of its chat's, or in private one of its sender's.

        In private a table of that chat goes first, and with ``only_here`` it alone. Where no table is open the newest
        is meant. With ``is_action`` a further try of the same update stays with the table. ``is_costly``,
        ``may_answer`` and ``fits`` are as in :class:`bot.tables.table_choice.TableHints`.

        Raises:
            WhichTable: nobody can tell; its sender is to be asked.
            Refusal: ``no_game_of_yours``, ``no_table_of_yours`` in private; ``no_such_table`` and the like.
        """
        hints = replace(await self._hints_of(request, right), is_costly=is_costly, may_answer=may_answer, fits=fits)
        tables = _stored_tables(context)
        if are_own := request.venue.private and not only_here:
            tables = await self._tables_in_private(request, tables, hints)
        elif not any(one.is_open for one in tables):
            return context
        chosen = _choose_or_ask(request, tables, hints, are_own=are_own)
        await self._asked.claim_if_answers_question(request, "" if chosen.table is None else table_name(chosen.table))
        if is_action:
            request.update.chosen_table = chosen.scope
        if right == "look":
            self._looked_at[request.venue.scope, request.sender.user] = chosen.scope.table
        if chosen.scope.chat == request.venue.scope.chat:
            return _about_table(request, context, chosen)
        if is_action and len(tables) > 1 and request.update.forwarded_to is None:
            # Should this process end before the update has left its inbox, another would choose anew, and later.
            await self._pending.save_choice(request.sender.user, request.update.counted_as, chosen.scope)
        return _about_table(request, context, await self._load_in_its_lane(request, chosen, is_action=is_action))

    async def find_table(
        self, request: PlainText, context: ChatContext, fits: Callable[[LoadedTable], bool] | None = None
    ) -> ChatContext | None:
        """As :meth:`choose_table`, for a text that may be talk; ``None`` if it is meant for no table."""
        try:
            return await self.choose_table(request, context, "turn", is_action=False, fits=fits)
        except Refusal:
            return None
        except WhichTable as choice:
            user, sent = request.sender.user, self._sent_at(request)
            could_play = any(may_have_been_on_turn(one, user, sent) for one in choice.tables)
            if choice.is_stray or not (could_play or request.mentions_bot):
                return None
            raise

    async def _tables_in_private(
        self, request: TypedRequest, tables: Sequence[LoadedTable], hints: TableHints
    ) -> Sequence[LoadedTable]:
        own = [one for one in tables if is_game_running(one.table)]
        names = (*filter(None, (hints.bound_to,)), *hints.replied_tables)
        is_elsewhere = bool(names) and not any(_has_table(own, name) for name in names)
        is_elsewhere |= hints.number is not None and all(one.scope.table != hints.number for one in own)
        found = own if own and not is_elsewhere else await self._running_games_of_sender(request)
        if not (found or own):
            raise Refusal("no_game_of_yours")
        return found or own

    async def table_of_button(
        self, tap: Tap, context: ChatContext, pressed: ButtonData, *, is_action: bool
    ) -> ChatContext:
        """The context of the table of a button: the chat's, or in private one of the presser's.

        An ephemeral message may be outside of its table's topic.

        Raises:
            Refusal: ``stale_button``, or ``proof_gone``.
        """
        here = next((one for one in _place_tables(context) if _is_button_of(one.table, pressed)), None)
        if here is not None:
            if not is_action:
                self._looked_at[tap.venue.scope, tap.sender.user] = here.scope.table
            return _about_table(tap, context, here)
        alone = tap.ephemeral_id is not None
        if tap.venue.private or alone:
            scopes = await self._players.load_user_games(tap.sender.user)
            for scope in scopes:
                if alone and scope.chat != tap.venue.scope.chat:
                    continue
                loaded = await self._load_table(tap, scope)
                if _is_button_of(loaded.table, pressed):
                    moved = await self._load_in_its_lane(tap, loaded, is_action=is_action)
                    return replace(_about_table(tap, context, moved), own_scopes=tuple(scopes))
            for loaded in await self._games.player_tables.finished_games(tap.sender.user, tap.update):
                if _is_button_of(loaded.table, pressed) and not (alone and loaded.scope.chat != tap.venue.scope.chat):
                    return context.with_table(loaded)
        if pressed.kind == "proof":
            raise Refusal("proof_gone")
        raise Refusal("stale_button")

    async def _hints_of(self, request: TypedRequest, right: TableRight) -> TableHints:
        return TableHints(
            user=request.sender.user,
            right=right,
            number=request.table_number,
            replied_message=request.replied_message,
            replied_tables=request.replied_tables,
            replied_numbers=request.replied_numbers,
            bound_to=None if isinstance(request, MistypedCommand) else await self._bound_to(request),
            looked_at=self._looked_at.get((request.venue.scope, request.sender.user)),
            sent_at=self._sent_at(request),
            sent_second=int(request.sent_at.timestamp()),
        )

    async def _bound_to(self, request: Command | PlainText) -> str | None:
        """The short name of the table of a button's answer, of an inline result, or of an edited refused move."""
        if request.answered_table is not None or request.target_table is not None or not request.is_edit:
            return request.answered_table or request.target_table
        note = await self._refusals.find_refused_move(request.sender.user, request.venue.message_chat, request.message)
        return None if note is None else note.partition(" ")[0]

    def _sent_at(self, request: TypedRequest) -> datetime | None:
        """When a message was sent, in served time: by Telegram's clock, unless that disagrees with the server's."""
        counted = self._served_arrival(request)
        if counted is None or request.arrived_at is None or request.arrived_at - request.sent_at > LONGEST_DELAY:
            return counted
        return min(counted, self._times.served_time_counted(request.sent_at, None) or counted)

    def _served_arrival(self, request: BaseRequest) -> datetime | None:
        """When a request counts, in served time."""
        return self._times.served_time_counted(
            request.arrived_at, request.sent_at if isinstance(request, Command | PlainText) else None
        )

    async def _gather_tables(self, request: BaseRequest, place: LoadedPlace) -> bool:
        chat = request.venue.scope.chat
        if request.venue.is_forum or request.venue.scope.topic is not None or not is_supergroup(chat):
            return False
        return not self._recently_gathered.check_and_note(chat) and await self._moves.gather_tables(place)

    def at_pressed_table(self, tap: Tap, context: ChatContext) -> ChatContext:
        """The context of a tapped button's table, if that is one of its chat or topic; else unchanged."""
        name = table_of_button_data(tap.data)
        found = next((one for one in _place_tables(context) if one.table and table_name(one.table) == name), None)
        return context if found is None else context.with_table(found)

    async def _running_games_of_sender(self, request: TypedRequest) -> list[LoadedTable]:
        user, update = request.sender.user, request.update
        chosen = update.forwarded_to
        if chosen is None and update.was_delivered_before:
            chosen = await self._pending.load_choice(user, update.counted_as)
        if chosen is None:
            return await self._games.player_tables.running_games(user, update, self._served_arrival(request))
        place = await self._load_place(request, chosen)
        loaded = place.at_number(chosen.table)
        return [loaded] if loaded.is_duplicate or user in current_players(loaded.table) else []

    async def _load_in_its_lane(self, request: BaseRequest, loaded: LoadedTable, *, is_action: bool) -> LoadedTable:
        if is_action and request.venue.private:
            request.update.check_lane(loaded.scope)
        return await self._retry_if_unreachable(request, loaded)

    async def _retry_if_unreachable(
        self, request: BaseRequest, loaded: LoadedTable, *, from_chat_itself: bool = False
    ) -> LoadedTable:
        return await self._unreachable.resume_if_reachable(
            loaded,
            lambda table: self._load_table(request, table.scope),
            request.update,
            from_chat_itself=from_chat_itself,
        )

    async def _load_place(self, request: BaseRequest, scope: Scope) -> LoadedPlace:
        return await self._games.load_place(scope, request.update, self._served_arrival(request))

    async def _load_table(self, request: BaseRequest, scope: Scope) -> LoadedTable:
        return await self._games.load_table(scope, request.update, self._served_arrival(request))


def _about_table(request: BaseRequest, context: ChatContext, loaded: LoadedTable) -> ChatContext:
    about = context.with_table(loaded)
    if loaded.table is not None:
        request.update.table_label = plain_label(players_of(loaded.table), about.speaker)
    return about


def _place_tables(context: ChatContext) -> Sequence[LoadedTable]:
    return (context.loaded,) if context.place is None else context.place.tables


def _stored_tables(context: ChatContext) -> Sequence[LoadedTable]:
    tables = _place_tables(context)
    return [one for one in tables if one.table is not None] or tables


def _names_no_table(request: BaseRequest, place: LoadedPlace) -> bool:
    """Whether somebody may mean a table that is not in a place: they name none of its tables, or sit at none."""
    match request:
        case Tap(data=data) if (name := table_of_button_data(data)) is not None:
            return all(one.table is None or table_name(one.table) != name for one in place.tables)
        case HintedRequest(replied_message=int(message)):
            return all(message not in one.messages for one in place.tables)
        case Command(name="tables"):
            return True
        case HintedRequest(sender=sender):
            return all(sender.user not in current_players(one.table) for one in place.open_tables)
        case _:
            return False


def _is_button_of(table: Table | None, pressed: ButtonData) -> bool:
    return table is not None and table_name(table) == pressed.table


_MAX_SEAT_DIGITS: Final = 2
"""So many digits a seat's number has at most."""


async def find_target_seat(members: GroupMembers, request: Command, game: Game, typed: str) -> int | None:
    """The seat that a command names, or whose player it replies to; ``None`` if it does neither."""
    typed = typed.strip()
    user = request.mentions[0][1] if request.mentions else None
    if user is None and typed.startswith("@"):
        return await _find_seat_by_username(members, request, game, typed[1:].split()[0] if typed[1:].split() else "")
    if user is None and typed.isdecimal() and len(typed) <= _MAX_SEAT_DIGITS:
        if not 1 <= int(typed) <= len(game.players):
            raise Refusal("no_such_player")
        return int(typed) - 1
    if user is None and typed:
        raise Malformed("who_is_meant")
    if user is None:
        return None if request.replied_user is None else game.seat_of(request.replied_user)
    if (seat := game.seat_of(user)) is None:
        raise Refusal("no_such_player")
    return seat


async def _find_seat_by_username(members: GroupMembers, request: Command, game: Game, username: str) -> int:
    for seat, player in enumerate(game.players):
        member = await members.find_member(request.venue.scope.chat, player.user)
        if (member.username or "").lower() == username.lower() != "":
            return seat
    raise Refusal("no_such_player")
