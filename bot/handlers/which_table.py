"""Which table, and which player, a request means: in a group one of its tables, in private perhaps a group's.

Only public facts decide, never a rack or a dictionary: a question asked only if two moves are legal would reveal
something of racks. :func:`choose_table` decides:

1. What names a table comes first: the binding of an edit or tap, a typed number, the replied message. If two of these
   share no table, the request is ambiguous.
2. Of the remaining tables, the one where the user has a seat; of several, the one where they were on turn, or had the
   right in question, when their message was sent.
3. Else the sender is asked; a look-up goes to the table that they looked at last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec
from msgspec import Struct, structs

from bot.families.services import ChatContext, ChatServices
from bot.handlers.group_doctor import UnreachableChatRetry
from bot.store.chat_migration import is_supergroup
from bot.store.chats import UnreachableChats
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import PendingRequests
from bot.store.retention import TABLE_MESSAGES
from bot.tables.deadlines import UnreachableClocks
from bot.tables.games import Games
from bot.tables.served_time import LONGEST_DELAY
from bot.tables.table_loader import (
    LoadedPlace,
    LoadedTable,
    current_players,
    index_players,
    is_game_running,
    may_join,
    seeks_substitute,
    sits_in_lobby,
    table_name,
)
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
    edit_key,
    to_command,
)
from bot.wording.tables import plain_label, players_of
from bot.workers.recent import NewestDict, RecentKeys
from engine.errors import Malformed, Refusal
from engine.game import Game, Table, may_enter
from engine.lobby_seats import Lobby

TableRight = Literal["look", "turn", "answer", "seat", "rule", "cancel", "join", "lobby", "computer"]
"""What a request needs at its table: to look; take a turn; answer another player's turn, as by a challenge; do what any
player may; decide as administrator or host; cancel the table; join it; act in its lobby with a seat; add a computer
player.
"""


@dataclass(frozen=True, slots=True)
class TableHints:
    """What a request tells about the table that it means."""

    user: int
    right: TableRight
    number: int | None = None  # the number that was typed
    replied_message: int | None = None  # the bot's message that the request replies to
    replied_tables: tuple[str, ...] = ()  # the short names of the tables on the buttons of that message
    replied_numbers: tuple[int, ...] = ()  # the table numbers in the text of that message
    bound_to: str | None = None  # the short name of the table for which an edit, an inline result or an answer counts
    looked_at: int | None = None  # for look-ups: the number of the table that the user looked at last
    sent_at: datetime | None = None  # when the request was sent, in served time; `None` for now
    sent_second: int | None = None  # when the request was sent, in whole Unix seconds
    is_secret: bool = False  # whether only the sender reads the answer, or a question about the request
    is_costly: bool = False  # whether a wrong guess would cost a turn or a game, as with a pass or a surrender
    may_answer: Callable[[Game, int], bool] | None = None  # whether a seat has a turn of another player to answer
    fits: Callable[[LoadedTable], bool] | None = None  # whether a table's game and public state allow the request


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The tables that may be meant, of which the user must choose."""

    tables: tuple[LoadedTable, ...]
    is_stray: bool = False  # whether the request replies to a finished table's message, so that a word is probably talk


class NoSuchTable(Exception):
    """No table has the typed number."""


class TableIsOver(Exception):
    """A costly action, or an administrator's decision, replies to a message about a table that is over."""


class BoundElsewhere(Exception):
    """The request counts for another table than the typed number says, or for none of the place's."""


def choose_table(tables: Sequence[LoadedTable], hints: TableHints) -> LoadedTable | OpenChoice:
    """The table that a request means, or the possible ones.

    ``tables`` are those of a place or a person, at least one of them open. Finished ones count if they are named, or if
    the user sat there when the message was sent. Raises NoSuchTable if no table has the number; TableIsOver if a costly
    action or an administrator's decision replies to a finished table's message; BoundElsewhere if the number
    contradicts ``bound_to``, or that table is missing.
    """
    if hints.bound_to:
        bound = next((one for one in tables if one.table is not None and table_name(one.table) == hints.bound_to), None)
        if bound is None or hints.number not in {None, bound.scope.table}:
            raise BoundElsewhere
        return bound
    candidates = tuple(one for one in tables if one.is_open or _ended_since(one, hints))
    nameable = tables if hints.right == "look" else candidates
    numbered, replied = _numbered(nameable, hints), _replied(nameable, hints)
    named = [table for table in numbered if table in replied] if numbered and replied else [*numbered, *replied]
    if numbered and replied and not named:
        return OpenChoice(_by_scope((*numbered, *replied)))
    if len(named) == 1:
        return named[0]
    ended = () if replied else _replied(tables, hints)
    is_about_ended = not replied and bool(ended or hints.replied_tables)
    if (is_about_ended and hints.is_costly) or (ended and hints.right == "rule"):
        raise TableIsOver
    found = _tables_by_right(_by_scope(named) or candidates, hints)
    is_stray = is_about_ended and len(candidates) > 1
    if len(found) == 1 and not (is_stray and not named):
        return found[0]
    return OpenChoice(_by_scope(found or named or candidates), is_stray)


def _numbered(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    if hints.number is None:
        return ()
    found = tuple(one for one in tables if one.scope.table == hints.number and (one.table or one.is_unreadable))
    if not found:
        raise NoSuchTable
    return found


def _replied(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    return tuple(one for one in tables if _is_replied(one, hints))


def _is_replied(loaded: LoadedTable, hints: TableHints) -> bool:
    if hints.replied_tables:
        # Buttons name a table for good, but another table may have its number by now.
        return loaded.table is not None and table_name(loaded.table) in hints.replied_tables
    return hints.replied_message in loaded.messages or (
        loaded.scope.table in hints.replied_numbers and not _is_older(hints.replied_message, loaded)
    )


def _is_older(message: int | None, loaded: LoadedTable) -> bool:
    """Whether a message is older than all of a table's, so that the number in it meant an earlier table."""
    all_known = 0 < len(loaded.messages) < TABLE_MESSAGES
    return message is not None and all_known and message < min(loaded.messages)


def _by_scope(tables: Sequence[LoadedTable]) -> tuple[LoadedTable, ...]:
    unique = {loaded.scope: loaded for loaded in tables}
    return tuple(
        unique[scope] for scope in sorted(unique, key=lambda scope: (scope.chat, scope.topic or 0, scope.table))
    )


def _tables_by_right(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    open_tables = tuple(one for one in tables if one.is_open)
    match hints.right:
        case "rule":
            return _fitting(open_tables, hints)
        case "cancel":
            own = tuple(one for one in open_tables if _is_seated(one, hints.user) or sits_in_lobby(one, hints.user))
            return own or open_tables
        case "computer":
            return _tables_to_seat_computers_at(open_tables, hints)
        case "join" | "lobby":
            wanted = may_join if hints.right == "join" else sits_in_lobby
            lobbies = tuple(one for one in open_tables if isinstance(one.table, Lobby))
            # If none is, the newest table's refusal tells why.
            return tuple(one for one in lobbies if wanted(one, hints.user)) or lobbies or open_tables[-1:]
        case "look":
            return _tables_to_look_at(tables, open_tables, hints)
        case "turn" | "answer" | "seat":
            return _tables_to_act_at(tables, hints)


def _tables_to_seat_computers_at(open_tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    lobbies = tuple(one for one in open_tables if isinstance(one.table, Lobby))
    if lobbies:
        return tuple(one for one in lobbies if sits_in_lobby(one, hints.user)) or lobbies
    seeking = tuple(one for one in open_tables if seeks_substitute(one))
    # If none is, the newest table's refusal tells why.
    return tuple(one for one in seeking if _is_seated(one, hints.user)) or seeking or tuple(open_tables[-1:])


def _tables_to_look_at(
    tables: Sequence[LoadedTable], open_tables: Sequence[LoadedTable], hints: TableHints
) -> tuple[LoadedTable, ...]:
    seated = tuple(one for one in open_tables if _is_seated(one, hints.user))
    if len(seated) == 1:
        return seated
    certain = tuple(
        one for one in seated if _is_on_turn(one, hints.user) and not _has_changed_since(one, hints.sent_at)
    )
    if len(certain) == 1:
        return certain
    return tuple(one for one in tables if one.scope.table == hints.looked_at) or seated or tuple(open_tables)


def _tables_to_act_at(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    fitting = _fitting(tables, hints)
    seated = tuple(one for one in fitting if _is_seated(one, hints.user))
    if not seated:
        return _tables_without_seat(fitting, hints)
    if len(seated) == 1 or hints.is_costly or hints.right == "seat":
        return seated
    if hints.right == "answer":
        may_answer = hints.may_answer
        # The turn that the message answers may be gone, and the one to answer now may be newer.
        return (
            tuple(
                one
                for one in seated
                if _has_changed_since(one, hints.sent_at)
                or (may_answer is not None and _has(one, hints.user, may_answer))
            )
            or seated
        )
    # If the turn has changed since the message was sent, it may have been the sender's then.
    possible = tuple(one for one in seated if _may_have_been_on_turn(one, hints.user, hints.sent_at))
    return possible or seated


def _tables_without_seat(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    # Other requests than an administrator's, and turns in open games, are refused at any table.
    if hints.right == "seat":
        return tuple(one for one in tables if is_game_running(one.table)) or tuple(tables[-1:])
    if hints.right == "turn" and (enterable := [one for one in tables if may_enter(one.table, hints.user)]):
        return tuple(enterable if hints.is_secret else enterable[-1:])
    return tuple(one for one in tables if sits_in_lobby(one, hints.user))[-1:] or tuple(tables[-1:])


def _fitting(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    """The tables where the request is possible; all if none is, so that one refuses with the reason."""
    return tuple(one for one in tables if hints.fits is None or hints.fits(one)) or tuple(tables)


def _is_seated(loaded: LoadedTable, user: int) -> bool:
    return _has(loaded, user, lambda *_: True)


def _has(loaded: LoadedTable, user: int, right: Callable[[Game, int], bool]) -> bool:
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    seat = table.seat_of(user)
    return seat is not None and (table.players[seat].active or not loaded.is_open) and right(table, seat)


def _is_on_turn(loaded: LoadedTable, user: int) -> bool:
    return _has(loaded, user, lambda game, seat: game.may_act(seat))


def _may_have_been_on_turn(loaded: LoadedTable, user: int, sent_at: datetime | None) -> bool:
    """Whether it may have been the turn of a seated user when they sent the message."""
    return _is_on_turn(loaded, user) or (_is_seated(loaded, user) and _has_changed_since(loaded, sent_at))


def _has_changed_since(loaded: LoadedTable, sent_at: datetime | None) -> bool:
    """Whether the turn began, or the game ended, in the second of an instant or later."""
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    if not loaded.is_open:
        return True
    return sent_at is not None and table.phase_began_at is not None and table.phase_began_at >= sent_at


def _ended_since(loaded: LoadedTable, hints: TableHints) -> bool:
    number = loaded.numbers.get(loaded.scope.table)
    return (
        hints.right in {"turn", "answer", "seat"}
        and number is not None
        and hints.sent_second is not None
        and number.free_since >= hints.sent_second
        and not loaded.is_open
        and _is_seated(loaded, hints.user)
    )


_MOST: Final = 6  # how many tables of other topics are looked for: as many as a topic usually has


@dataclass(frozen=True, eq=False)
class TableMoves:
    """Finds tables in other topics of a chat, and moves them."""

    games: Games
    store: GameStore
    scopes_in_use: UnreachableChats
    clocks: UnreachableClocks

    async def list_elsewhere(self, place: Scope) -> Sequence[LoadedTable]:
        """The first few open tables in other topics of a place's chat, those in unreachable topics first."""
        scopes = await self.scopes_in_use.list_scopes_in_use(place.chat)
        loaded = [await self.games.load_table(scope) for scope in scopes if scope.place != place]
        found = [one for one in loaded if one.table is not None and one.is_open and one.scope.chat == place.chat]
        return sorted(found, key=lambda one: not one.is_unreachable)[:_MOST]

    async def move_table(self, loaded: LoadedTable, place: LoadedPlace) -> bool:
        """Move a table to another place of its chat; ``False`` if it was changed meanwhile.

        If its topic was unreachable, its clocks resume, and its waiting notices are sent to the new place.
        """
        times, players = self.games.times, self.store.players
        at = int((times.now + (times.downtime or timedelta())).timestamp())
        new = place.first.scope.at_table(place.free_number(at))
        # Players' lists get the new place first and lose the old one last, so that they never lack the game.
        await index_players(players, loaded.table, new)
        if not await self.store.move_table(loaded.scope, new, loaded.version, at):
            # Superfluous entries in players' lists are ignored.
            return False
        await index_players(players, loaded.table, new, loaded.scope)
        await self.clocks.resume_clocks_of_table(new)
        return True

    async def gather_tables(self, place: LoadedPlace) -> bool:
        """Move the tables of former topics here if the chat has no topics any more; return whether there were any."""
        scope, gathered = place.first.scope, False
        for loaded in await self.list_elsewhere(scope):
            gathered |= await self.move_table(loaded, await self.games.load_place(scope))
        return gathered


class AskedRequest(Struct, frozen=True, omit_defaults=True):
    """A request whose sender was asked which table it means. The field names are stored."""

    update: int  # the update id under which the result is committed
    chat: int  # the chat of the request's message
    sender: Sender
    message: int
    text: str
    sent_at: datetime
    command: str | None = None  # the command's key; `None` for a text without one
    arrived_at: datetime | None = None
    ephemeral_id: int | None = None
    is_edit: bool = False
    target_turns: int | None = None
    mentions: tuple[tuple[str, int], ...] = ()
    replied_user: int | None = None
    mentions_bot: bool = False
    is_shown: bool = True  # whether the question has buttons; if not, only an edit answers it
    answer: str | None = None  # the first answer, which counts: a table's short name; empty for no table


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AskedRequest)


class AnsweredElsewhere(Exception):
    """The question was answered before, with another table; nothing was changed."""


class AskedRequests:
    """Keeps the last request about which each user was asked."""

    def __init__(self, pending: PendingRequests) -> None:
        self.pending: Final = pending

    async def save_asked(self, request: Command | PlainText | MistypedCommand, *, is_shown: bool) -> None:
        """Keep a request whose table is unclear, and its answer if there is one; see :attr:`AskedRequest.is_shown`."""
        asked, chat = _to_asked(request, is_shown=is_shown), request.venue.scope.chat
        user, is_saved = asked.sender.user, False
        while not is_saved:
            stored = await self.pending.load_pending_request(user, chat)
            former = None if stored is None else _decoder.decode(stored)
            answer = former.answer if former is not None and former.update == asked.update else None
            newer = _encoder.encode(structs.replace(asked, answer=answer))
            is_saved = await self.pending.swap_pending_request(user, chat, stored, newer)

    async def load_asked(self, user: int, venue: Venue) -> AskedRequest | None:
        """The last request about which a user was asked in a chat, or in its former group; ``None`` after a while."""
        for chat in dict.fromkeys((venue.scope.chat, venue.message_chat)):
            stored = await self.pending.load_pending_request(user, chat)
            if stored is not None:
                return _decoder.decode(stored)
        return None

    async def claim_answer(self, user: int, venue: Venue, update: int, answer: str) -> AskedRequest | None:
        """Note which table a user chose, before acting on that; the first choice counts.

        ``answer`` is a table's short name, empty for none. Returns the request as it is now; ``None`` if it has another
        answer, or the user was asked about another request since.
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
        """Call :meth:`claim_answer` if the request is an edit of the one that was asked about.

        Raises AnsweredElsewhere if another answer was first, so that nothing is to be done.
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
    """The request that was asked about, now for the table with this short name."""
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
    """Several tables may be meant, so that the sender must be asked; nothing was changed."""

    def __init__(self, request: TypedRequest, choice: OpenChoice) -> None:
        super().__init__("several tables may be meant")
        self.request: Final = request
        self.tables: Final = choice.tables
        self.is_stray: Final = choice.is_stray


def _choose_or_ask(
    request: TypedRequest, tables: Sequence[LoadedTable], hints: TableHints, *, are_own: bool = False
) -> LoadedTable:
    """The table that is meant among those of a place or, with ``are_own``, the sender's. Raises WhichTable."""
    # A request that was begun at a table stays at it.
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


def _refusal_elsewhere(request: TypedRequest) -> Refusal:
    if isinstance(request, MistypedCommand) or request.answered_table is not None:
        return Refusal("stale_button")
    return Refusal("other_table" if request.target_table is not None else "edit_of_another_table")


_GATHER_SECONDS: Final = 60.0
_MOST_LOOKS: Final = 4096  # for how many users the last look is kept; other users are asked


class TargetTables:
    """Finds the table of a request; raises :class:`bot.store.commits.WrongLane` if another chat's lane must act."""

    def __init__(
        self, services: ChatServices, unreachable: UnreachableChatRetry, asked: AskedRequests, moves: TableMoves
    ) -> None:
        self._moves: Final = moves
        self._recently_gathered: Final = RecentKeys(_GATHER_SECONDS)  # groups without topics that were searched lately
        self._games: Final = services.tables.games
        self._players: Final = services.tables.store.players
        self._refusals: Final = services.stores.refused_moves
        self._times: Final = services.tables.games.times
        self._asked: Final = asked
        self._pending: Final = asked.pending
        self._looked_at: Final[NewestDict[tuple[Scope, int], int]] = NewestDict(_MOST_LOOKS)
        """The number of the table that a user last looked at in a place."""
        self._unreachable: Final = unreachable

    async def load_place(self, request: BaseRequest) -> LoadedPlace:
        """The tables of the request's chat or topic; if that was unreachable, it is tried again, resuming clocks.

        The update may be older than the chat's failure, so it does not prove that the chat can be reached.
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
        """The context with the table that is meant: one of the chat's, or in private one of the sender's.

        In private, the chat's own tables come first; with ``only_here``, no others count. If none is open, the newest
        is taken. With ``is_action``, a retry of the update stays with the table. ``is_costly``, ``may_answer`` and
        ``fits``: see :class:`TableHints`. Raises WhichTable if the sender must be asked; Refusal: ``no_game_of_yours``,
        ``no_table_of_yours`` in private; ``no_such_table`` and the like.
        """
        hints = replace(await self._hints_of(request, right), is_costly=is_costly, may_answer=may_answer, fits=fits)
        tables = _place_tables(context)
        tables = [one for one in tables if one.table is not None] or tables
        if are_own := request.venue.private and not only_here:
            tables = await self._tables_in_private(request, tables, hints)
        elif not any(one.is_open for one in tables):
            return context
        known = tables if request.is_secret else [one.known_form for one in tables]
        chosen = _choose_or_ask(request, known, hints, are_own=are_own)
        chosen = next(one for one in tables if one.scope == chosen.scope)
        await self._asked.claim_if_answers_question(request, "" if chosen.table is None else table_name(chosen.table))
        if is_action:
            request.update.chosen_table = chosen.scope
        if right == "look":
            self._looked_at[request.venue.scope, request.sender.user] = chosen.scope.table
        if chosen.scope.chat == request.venue.scope.chat:
            return _about_table(request, context, chosen)
        if is_action and len(tables) > 1 and request.update.forwarded_to is None:
            # If this process ends before the update has left its inbox, the next process must not choose again.
            await self._pending.save_choice(request.sender.user, request.update.counted_as, chosen.scope)
        return _about_table(request, context, await self._load_in_its_lane(request, chosen, is_action=is_action))

    async def find_table(
        self, request: PlainText, context: ChatContext, fits: Callable[[LoadedTable], bool] | None = None
    ) -> ChatContext | None:
        """The context as :meth:`choose_table`, for a text that may be talk; ``None`` if it means no table."""
        try:
            return await self.choose_table(request, context, "turn", is_action=False, fits=fits)
        except Refusal:
            return None
        except WhichTable as choice:
            user, sent = request.sender.user, self._sent_at(request)
            could_play = any(_may_have_been_on_turn(one, user, sent) for one in choice.tables)
            if choice.is_stray or not (could_play or request.mentions_bot):
                return None
            raise

    async def _tables_in_private(
        self, request: TypedRequest, tables: Sequence[LoadedTable], hints: TableHints
    ) -> Sequence[LoadedTable]:
        own = [one for one in tables if is_game_running(one.table)]
        names = (*filter(None, (hints.bound_to,)), *hints.replied_tables)
        is_elsewhere = bool(names) and not any(one.table and table_name(one.table) in names for one in own)
        is_elsewhere |= hints.number is not None and all(one.scope.table != hints.number for one in own)
        found = own if own and not is_elsewhere else await self._running_games_of_sender(request)
        if not (found or own):
            raise Refusal("no_game_of_yours")
        return found or own

    async def table_of_button(
        self, tap: Tap, context: ChatContext, pressed: ButtonData, *, is_action: bool
    ) -> ChatContext:
        """The context with a button's table: one of the chat's, or in private one of the user's.

        An ephemeral message may be outside the topic of its table. Raises Refusal: ``stale_button`` or ``proof_gone``.
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
        if pressed.kind in PAST_GAME_BUTTONS:
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
            is_secret=request.is_secret,
        )

    async def _bound_to(self, request: Command | PlainText) -> str | None:
        """The short name of the table for which a question's answer, an inline result or an edit counts."""
        if request.answered_table is not None or request.target_table is not None or not request.is_edit:
            return request.answered_table or request.target_table
        note = await self._refusals.find_refused_move(
            request.sender.user, request.venue.message_chat, edit_key(request)
        )
        return None if note is None else note.partition(" ")[0]

    def _sent_at(self, request: TypedRequest) -> datetime | None:
        """The served time when a message was sent, by Telegram's clock unless it is far off the server's."""
        counted = self._served_arrival(request)
        if counted is None or request.arrived_at is None or request.arrived_at - request.sent_at > LONGEST_DELAY:
            return counted
        return min(counted, self._times.served_time_counted(request.sent_at, None) or counted)

    def _served_arrival(self, request: BaseRequest) -> datetime | None:
        return self._times.served_time_counted(
            request.arrived_at, request.sent_at if isinstance(request, Command | PlainText) else None
        )

    async def _gather_tables(self, request: BaseRequest, place: LoadedPlace) -> bool:
        chat = request.venue.scope.chat
        if request.venue.is_forum or request.venue.scope.topic is not None or not is_supergroup(chat):
            return False
        return not self._recently_gathered.check_and_note(chat) and await self._moves.gather_tables(place)

    def at_pressed_table(self, tap: Tap, context: ChatContext) -> ChatContext:
        """The context with the button's table if that is in this chat or topic; else the context unchanged."""
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


def _names_no_table(request: BaseRequest, place: LoadedPlace) -> bool:
    """Whether a request names none of a place's tables, or its sender sits at none, so that it may mean another."""
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


PAST_GAME_BUTTONS: Final = frozenset({"proof", "seal"})  # buttons that work for games that their table no longer holds
_MAX_SEAT_DIGITS: Final = 2  # how many digits a seat's number has at most


async def find_target_seat(members: GroupMembers, request: Command, game: Game, typed: str) -> int | None:
    """The seat that a command names, or that of the player to whom it replies, if any."""
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
