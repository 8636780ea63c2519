"""``/verilerim`` (``/mydata``): a user gets their data as a file, hides from rankings, or is forgotten."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct, structs
from redis.exceptions import RedisError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.call_errors import CallFailed
from bot.families.services import ChatContext, ChatServices
from bot.logs import get_logger
from bot.records.administration import decode_decisions
from bot.records.projection import Projection, decode_figures, decode_standing
from bot.runtime import Runtime
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.personal_data import (
    ForgettingNote,
    ForgettingNotes,
    ForgottenList,
    PersonalDataStore,
    UnreadableForgottenList,
)
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.tables.codec import UnreadableState
from bot.tables.forgetting import Eraser, TableLeaver, live_seat
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable, decode_audit_entry, one_per_scope
from bot.telegram.keyboards import MY_DATA_LINK, STYLE_DANGER, ButtonData, data_button
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.figures import EVER
from engine.forget_player import is_forgotten
from engine.game_record import GameRecord, PlayerRecord, decode_game_record
from engine.lobby_seats import Lobby

log = get_logger(__name__)

Json = Any
FindTables = Callable[[int, Sequence[str]], Awaitable[list[Scope]]]
_MOST_REPLAYS: Final = 400
_HIDDEN_FIELDS: Final = frozenset({"opponents", "user"})
"""Fields left out of the file: opponents are other people, and the user's own id stands at the top."""


def _to_instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _name_fields(value: object) -> Json:
    if isinstance(value, Struct):
        return {
            field: _name_fields(getattr(value, field))
            for field in value.__struct_fields__
            if field not in _HIDDEN_FIELDS
        }
    if isinstance(value, Mapping):
        return {str(key): _name_fields(one) for key, one in value.items()}
    return [_name_fields(one) for one in value] if isinstance(value, list | tuple) else msgspec.to_builtins(value)


def _describe_game(record: GameRecord, player: PlayerRecord) -> Json:
    return {
        "game": record.id,
        "ruleset": record.ruleset,
        "began": _to_instant(record.begun),
        "ended": _to_instant(record.ended),
        "why_it_ended": record.reason,
        "players": len(record.players),
        "left_out_by_an_administrator": record.left_out,
        "you": _name_fields(player),
    }


def _describe_decision(chat: int, stored: bytes) -> Json:
    for one in decode_decisions([stored]):
        return {
            "chat": chat,
            "decision": one.kind,
            "when": _to_instant(one.at.timestamp()),
            "under_the_name": one.name,
            "season_or_count_of_games": one.number or None,
            "game": one.game or None,
            "ruleset": one.ruleset or None,
            "game_ended": _to_instant(one.ended) if one.ended else None,
        }
    return {"chat": chat, "decision": None}


def _describe_audit_entry(place: str, stored: bytes) -> Json:
    try:
        entry = decode_audit_entry(stored)
    except UnreadableState:
        return {"chat_and_topic": place, "decision": None}
    return {
        "chat_and_topic": place,
        "decision": msgspec.to_builtins(entry.action)["type"],
        "when": _to_instant(entry.at.timestamp()),
        "under_the_name": entry.name,
        "table": entry.number or None,
    }


async def describe_chat(records: RecordStore, chat: int, user: int, *, unlisted: bool) -> Json:
    """A chat's data about a user: games, figures and ratings."""
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
        "figures_of_all_times": None if figures is None else _name_fields(decode_figures(figures)),
        "ratings_streaks_and_titles": None if standing is None else _name_fields(decode_standing(standing)),
    }


@dataclass(frozen=True, eq=False)
class PersonalFiles:
    """Makes the files of users' data; ``find_tables`` finds the tables that name a user, given their usernames."""

    games: Games
    store: GameStore
    records: RecordStore
    projection: Projection
    personal_data: PersonalDataStore
    find_tables: FindTables

    async def find_chats(self, user: int) -> list[int]:
        """The chats whose records name a user, once their newest games are counted."""
        for chat in {scope.chat for scope, _ in await self.store.players.load_finished_games(user)}:
            await self.projection.catch_up(chat)
        return await self.records.read_user_chats(user)

    async def make_file(self, user: int, note: ForgettingNote | None, made: datetime) -> bytes:
        """The file with a user's data."""
        stored, records = await self.personal_data.read_user(user), self.records
        chats = [
            await describe_chat(records, chat, user, unlisted=chat in stored.unlisted_in)
            for chat in await self.find_chats(user)
        ]
        # The user's list of games lacks seats in lobbies.
        indexed = await self.store.players.peek_user_games(user)
        named = await self.find_tables(user, stored.usernames)
        known = one_per_scope([await self.games.load_table(scope) for scope in dict.fromkeys((*indexed, *named))])
        known = [one for one in known if one.table is not None and live_seat(one.table, user, tuple(stored.usernames))]
        opened = stored.puzzles.open
        document = {
            "what_this_is": "All that this bot keeps about you. Times are UTC.",
            "made": made.astimezone(UTC).isoformat(timespec="seconds"),
            "your_telegram_id": user,
            "your_usernames": stored.usernames,
            "language_of_your_telegram": stored.locale,
            "settings_of_your_private_chat": stored.settings,
            "private_chat_last_heard_from": None if stored.heard_from is None else _to_instant(stored.heard_from),
            "banned_since": None if stored.banned_since is None else _to_instant(stored.banned_since),
            "asked_to_be_forgotten": None
            if note is None
            else {"when": _to_instant(note.asked), "after_your_running_games": note.waits},
            "tables_where_you_sit": [str(loaded.scope) for loaded in known],
            "invitations": [one for loaded in known for one in _list_invitations(loaded, user, stored.usernames)],
            "table_alerts": [
                {
                    "chat": one.chat,
                    "topic": one.topic or None,
                    "since": _to_instant(one.since_ms / 1000),
                    "under_the_name": one.name,
                }
                for one in stored.table_alerts
            ],
            "game_to_open_in_a_group_yet_to_be_chosen": stored.pending_table,
            "tables_with_an_order_of_your_tiles": stored.rack_orders,
            "moves_planned_on_board_pages": stored.plans,
            "puzzles": [
                {
                    "puzzle": puzzle,
                    "came_to": one.outcome.name.lower(),
                    "hints": one.hints,
                    "wrong_answers": one.tries,
                    "points": one.points,
                    "opened": _to_instant(one.opened),
                    "ended": _to_instant(one.ended) if one.ended else None,
                    "from_chats": list(filter(None, (one.origin, *stored.puzzles.further_origins.get(puzzle, ())))),
                }
                for puzzle, one in stored.puzzles.progress.items()
            ],
            "puzzle_before_you": None
            if opened is None
            else {"puzzle": opened.puzzle, "last_looked_at": _to_instant(opened.seen_at)},
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
                {"chat": chat, "puzzle": puzzle, "under_the_name": name}
                for chat, puzzle, name in stored.first_solver_of
            ],
            "first_game": None
            if stored.tutorial is None
            else {"explains_itself_at_the_table": stored.tutorial or None, "declined_or_ended": not stored.tutorial},
            "decisions_about_records": [
                _describe_decision(chat, decision) for chat, decision in stored.record_decisions
            ],
            "decisions_about_former_tables": [_describe_audit_entry(place, one) for place, one in stored.audit_entries],
            "kept_for_minutes_or_a_day": stored.short_lived,
            "games_finished_lately": [str(scope) for scope, _ in await self.store.players.load_finished_games(user)],
            "games_kept_for_replays_and_proofs": [
                f"{chat} {game}" for chat, game in await records.read_user_history(user, _MOST_REPLAYS)
            ],
            "hidden_from_the_ranks_of": stored.unlisted_in,
            "chats_that_remember_you": chats,
            "messages_that_could_not_be_handled": [
                {"why": reason, "what_came": raw.decode(errors="replace")} for reason, raw in stored.dead_letters
            ],
        }
        return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def _list_invitations(loaded: LoadedTable, user: int, usernames: Collection[str]) -> list[Json]:
    if not isinstance(loaded.table, Lobby):
        return []
    kept = (
        one
        for one in loaded.table.invited
        if one.user == user or (one.user is None and one.username.lower() in usernames)
    )
    return [{"table": str(loaded.scope), "until": _to_instant(one.until.timestamp())} for one in kept]


RANKS_SETTING: Final = "ranks"
HIDDEN: Final = "hidden"


class MyDataHandlers:
    """Shows users their data, and lets them hide or delete it."""

    def __init__(
        self,
        services: ChatServices,
        notes: ForgettingNotes,
        personal_data: PersonalDataStore,
        find_tables: FindTables,
        clock: Callable[[], datetime],
    ) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._records: Final = services.records
        self._notes: Final = notes
        self._personal_data: Final = personal_data
        self._clock: Final = clock
        self._files: Final = PersonalFiles(
            services.tables.games,
            services.tables.store,
            services.records.store,
            services.records.projection,
            personal_data,
            find_tables,
        )

    @handles_command("mydata", "chat", "anybody", kind="look-up", needs_person=True, answered_separately=True)
    async def show_my_data(self, request: Command, context: ChatContext) -> None:
        """``/verilerim``: send the file and the choices; in a group, the button to the private chat."""
        speaker = context.chat_speaker
        if not request.venue.private:
            link = create_deep_linked_url(self._gateway.username, MY_DATA_LINK)
            keyboard = self._buttons.link_keyboard(speaker.language, "button-mydata", link)
            await self._replies.reply_briefly(request, speaker.html("mydata-in-private"), keyboard)
            return
        user = request.sender.user
        note = await self._notes.find(user)
        text, keyboard = await self._overview(user, note, speaker)
        if await self._personal_data.has_new_file(user):
            text = "\n\n".join((speaker.html("mydata-file-above"), text))
        else:
            file = await self._files.make_file(user, note, self._clock())
            await self._gateway.send_document(
                request.venue.scope, file, "harfiyen-data.json", speaker.html("mydata-file"), sending=request.sending
            )
            await self._personal_data.note_file(user)
        await self._replies.reply_html(request, text, keyboard)

    async def handle_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle a tap on a button below the file, or on one that confirms."""
        if not tap.venue.private or tap.venue.scope.chat != tap.sender.user:
            raise Refusal("stale_button")
        match pressed.arguments[0]:
            case "hide" | "show" as chosen:
                await self._set_hidden(tap, context, hidden=chosen == "hide")
            case "forget":
                await self._ask(tap, context)
            case "now" | "later" as chosen:
                await self._note_forgetting(tap, context, waits=chosen == "later")
            case _:
                await self._keep(tap, context)

    async def _set_hidden(self, tap: Tap, context: ChatContext, *, hidden: bool) -> None:
        user = tap.sender.user
        await self._store.save_setting(user, RANKS_SETTING, HIDDEN if hidden else None, tap.update.id)
        for chat in await self._files.find_chats(user):
            await self._records.store.set_unlisted(chat, user, unlisted=hidden)
        text, keyboard = await self._overview(user, await self._notes.find(user), context.chat_speaker)
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard)

    async def _overview(
        self, user: int, note: ForgettingNote | None, speaker: Speaker
    ) -> tuple[str, InlineKeyboardMarkup]:
        hidden = (await self._store.load_settings(user)).get(RANKS_SETTING) == HIDDEN
        lines = [speaker.html("mydata-hidden" if hidden else "mydata-shown")]
        ranks = _button(
            speaker, "button-ranks-return" if hidden else "button-ranks-leave", "show" if hidden else "hide"
        )
        if note is None:
            lines.append(speaker.html("mydata-forget"))
            forget = _button(speaker, "button-forget", "forget", STYLE_DANGER)
            return "\n\n".join(lines), InlineKeyboardMarkup([[ranks], [forget]])
        lines.append(speaker.html("forget-waits" if note.waits else "forget-begun"))
        rows = [[ranks], [_button(speaker, "button-forget-keep", "keep")]] if note.waits else [[ranks]]
        return "\n\n".join(lines), InlineKeyboardMarkup(rows)

    async def _ask(self, tap: Tap, context: ChatContext) -> None:
        speaker = context.chat_speaker
        running = await self._games.player_tables.running_games(tap.sender.user)
        text, label, rows = speaker.html("forget-sure"), "button-forget-now", []
        if running:
            text = "\n\n".join((text, speaker.html("forget-running", count=len(running))))
            label, rows = "button-forget-surrender", [[_button(speaker, "button-forget-later", "later")]]
        now = _button(speaker, label, "now", STYLE_DANGER)
        keep = _button(speaker, "button-forget-keep", "keep")
        await self._replies.tapped_message.replace_with_html(tap, text, InlineKeyboardMarkup([[now], *rows, [keep]]))

    async def _note_forgetting(self, tap: Tap, context: ChatContext, *, waits: bool) -> None:
        former, sender = await self._notes.find(tap.sender.user), tap.sender
        if former is None or former.waits:
            usernames = {*await self._personal_data.find_usernames(sender.user), *([sender.username or ""])}
            await self._notes.save(
                ForgettingNote(
                    sender.user,
                    int(self._clock().timestamp()),
                    context.language,
                    waits,
                    (sender.name,),
                    tuple(sorted(name.lower() for name in usernames if name)),
                )
            )
        keyboard = InlineKeyboardMarkup([[_button(context.chat_speaker, "button-forget-keep", "keep")]])
        text = context.chat_speaker.html("forget-waits" if waits else "forget-begun")
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard if waits else None)

    async def _keep(self, tap: Tap, context: ChatContext) -> None:
        note = await self._notes.find(tap.sender.user)
        if note is not None and not note.waits:
            text = context.chat_speaker.html("forget-begun")
        else:
            await self._notes.drop(tap.sender.user)
            text = context.chat_speaker.html("forget-not")
        await self._replies.tapped_message.replace_with_html(tap, text, None)


def _button(speaker: Speaker, label: str, chosen: str, style: str | None = None) -> InlineKeyboardButton:
    return data_button(speaker, label, "mydata", "", chosen, style=style)


_LOOK_SECONDS: Final = 2.0
SETTLE_SECONDS: Final = 15.0  # for how long passes must find nothing; longer than workers keep unsaved data
_ARRIVAL_SECONDS: Final = 300.0
"""How long data on their way are waited for, such as a notice to an unreachable chat; then they are rewritten."""


@dataclass(frozen=True, eq=False)
class Forgetter:
    """Removes users from all stored data at their request."""

    services: ChatServices
    _: KW_ONLY
    notes: ForgettingNotes
    forgotten: ForgottenList
    eraser: Eraser
    leaver: TableLeaver
    drop_unsaved: Callable[[int], None]
    clear_disk: Callable[[], Awaitable[None]]
    runtime: Runtime
    _begun: dict[int, float] = field(default_factory=dict, init=False)
    _found_at: dict[int, float] = field(default_factory=dict, init=False)  # when a pass last found data of a user

    async def run(self, stop: asyncio.Event) -> None:
        """Handle requests to be forgotten until shutdown."""
        merged = False
        while not stop.is_set():
            try:
                if not merged:
                    await self.forgotten.merge_file()
                    merged = True
                await self.look_once()
            except (RedisError, OSError, UnreadableForgottenList) as error:
                log.warning("who asked to be forgotten waits", error=error)
            except Exception:  # the outermost edge: the next look tries again
                log.exception("forgetting somebody was broken off")
            await self.runtime.wait_for_next_poll(stop, _LOOK_SECONDS)

    async def look_once(self) -> None:
        """Take the next step of each request. Raises redis.exceptions.RedisError or OSError, keeping what was done."""
        for note in await self.notes.load_all():
            if note.waits:
                # The request waits until all of the user's games are over.
                if self.notes.is_owned and not await self.leaver.has_running_game(note.user):
                    await self.notes.save(structs.replace(note, waits=False))
                continue
            self.drop_unsaved(note.user)
            has_left = await self.leaver.leave_all(note)
            if not self.notes.is_owned:
                continue
            if not is_forgotten(note.user):
                await self._erase(note)
            elif has_left:
                # A restored backup has brought back the seat of a forgotten user.
                await self.notes.drop(note.user)

    async def _erase(self, note: ForgettingNote) -> None:
        now = self.runtime.monotonic()
        begun = self._begun.setdefault(note.user, now)
        if begun == now:
            await self.services.messaging.replies.web.close_boards(note.user, self.runtime.clock().timestamp())
        findings = await self.eraser.erase_once(note, is_patient=now - begun < _ARRIVAL_SECONDS)
        if not findings.is_clean:
            self._found_at[note.user] = self.runtime.monotonic()
            return
        if self.runtime.monotonic() - self._found_at.get(note.user, begun) >= SETTLE_SECONDS:
            await self._finish(note)

    async def _finish(self, note: ForgettingNote) -> None:
        await self.forgotten.add_user(note.user, int(self.runtime.clock().timestamp()))
        try:
            text = self.services.messaging.texts.html(note.language, "forget-done")
            await self.services.gateway.send_text(Scope(note.user), text)
        except CallFailed as error:
            log.info("somebody was not told that they are forgotten", error=error.message)
        await self.notes.drop(note.user)
        self._begun.pop(note.user, None)
        self._found_at.pop(note.user, None)
        await self.clear_disk()
        log.info("somebody who asked for it is forgotten")
