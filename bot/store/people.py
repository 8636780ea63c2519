"""Stored data of users: locales, lists of games, small private states, bans, owners' alerts, board pages."""

import asyncio
import zlib
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, cast

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import Script
from bot.store.shard_ownership import RedisStore


def _parse_noted_scopes(noted: Iterable[Any]) -> list[Scope]:
    scopes = {Scope.parse(entry.decode().partition(" ")[0]) for entry in noted}
    return sorted(scopes, key=lambda scope: (scope.chat, scope.topic or 0, scope.table))


class PlayerStore(RedisStore):
    """Users' locales and lists of games; an entry of a list is a scope and a table's short name."""

    async def save_locale(self, user: int, language: str | None) -> None:
        """Save the language that a user has set in Telegram; ``None`` deletes it."""
        await self._set_or_delete(keys.user_locale(user), language, retention.LOCALE_SECONDS)

    async def load_locale(self, user: int) -> str | None:
        """The language that a user has set in Telegram, if known."""
        stored: Any = await self._client.get(keys.user_locale(user))
        return None if stored is None else stored.decode()

    async def load_user_games(self, user: int) -> list[Scope]:
        """The scopes where a user may have a seat, which only the tables know for sure. Renews the list's lifetime."""
        pipe = self._client.pipeline(transaction=False)
        pipe.smembers(keys.user_games(user))
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        noted, _ = await pipe.execute()
        return _parse_noted_scopes(noted)

    async def peek_user_games(self, user: int) -> list[Scope]:
        """As :meth:`load_user_games`, without renewing the lifetime."""
        return _parse_noted_scopes(await self._client.smembers(keys.user_games(user)))

    async def add_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user sits at the table with that short name; idempotent."""
        pipe = self._client.pipeline(transaction=False)
        pipe.sadd(keys.user_games(user), f"{scope} {table}")
        pipe.expire(keys.user_games(user), retention.IDLE_SECONDS)
        await pipe.execute()

    async def drop_user_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user sits at the table with that short name; idempotent."""
        await self._client.srem(keys.user_games(user), f"{scope} {table}")

    async def load_finished_games(self, user: int) -> list[tuple[Scope, str]]:
        """A user's finished games, newest first, as scope and table name; a game may no longer be stored."""
        stored: Any = await self._client.lrange(keys.user_finished_games(user), 0, -1)
        noted = [entry.decode().partition(" ") for entry in stored]
        return [(Scope.parse(scope), table) for scope, _, table in noted]

    async def add_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Note that a user finished the game at the table with that short name; idempotent."""
        key, entry = keys.user_finished_games(user), f"{scope} {table}"
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.lrem(key, 0, entry)
            pipe.lpush(key, entry)
            pipe.ltrim(key, 0, retention.FINISHED_NEWEST - 1)
            pipe.expire(key, retention.FINISHED_SECONDS)
            await pipe.execute()

    async def drop_finished_game(self, user: int, scope: Scope, table: str) -> None:
        """Forget that a user finished the game at the table with that short name; idempotent."""
        await self._client.lrem(keys.user_finished_games(user), 0, f"{scope} {table}")


class RackOrders(RedisStore):
    """The order in which players arrange their racks; secret, as it shows their tiles."""

    async def save_rack_order(self, user: int, table: str, tiles: tuple[str, ...]) -> None:
        """Save a player's tiles from left to right, at the table with that short name."""
        await self._client.set(keys.rack_order(user, table), "".join(tiles), ex=retention.RACK_ORDER_SECONDS)

    async def load_rack_order(self, user: int, table: str) -> tuple[str, ...]:
        """The saved tiles, which may differ from the present rack; empty if none."""
        stored: Any = await self._client.get(keys.rack_order(user, table))
        return () if stored is None else tuple(stored.decode())


def apply_rack_order(rack: tuple[str, ...], saved: tuple[str, ...]) -> tuple[int, ...]:
    """The rack's indices (from 0) in display order: saved tiles in their order, then the others."""
    left = list(range(len(rack)))
    found = []
    for tile in saved:
        place = next((each for each in left if rack[each] == tile), None)
        if place is not None:
            left.remove(place)
            found.append(place)
    return (*found, *left)


class CardSelections(RedisStore):
    """Cards that players have chosen by buttons and not flipped yet."""

    _toggle_script: Final = Script("toggle_card")

    async def toggle_card(self, scope: Scope, turn: str, position: int, update: int, *, wanted: int) -> tuple[int, ...]:
        """Choose a position (from 1), or drop it if chosen; returns all chosen positions, earliest choice first.

        After ``wanted`` positions were chosen and refused, a further one begins a new choice. ``turn`` names one flip
        of one game; a repeated update changes nothing.
        """
        chosen = await self._toggle_script(
            self._client,
            (keys.card_selection(scope, turn),),
            (update, position, wanted, retention.CARD_SELECTION_SECONDS),
        )
        return tuple(int(one) for one in chosen)


class RefusedMoves(RedisStore):
    """Each user's last refused move, which they may correct by editing its message."""

    async def save_refused_move(
        self, user: int, chat: int, message: int, note: str, seconds: int = retention.REFUSED_MOVE_SECONDS
    ) -> None:
        """Save a user's last message whose edit counts for ``seconds``; ``note`` says for which table."""
        await self._client.set(keys.refused_move(user), f"{chat} {message} {note}", ex=seconds)

    async def find_refused_move(self, user: int, chat: int, message: int) -> str | None:
        """The note of a message; ``None`` unless it is its sender's last refused one and not expired."""
        stored: Any = await self._client.get(keys.refused_move(user))
        text = (stored or b"").decode()
        prefix = f"{chat} {message} "
        return text.removeprefix(prefix) if text.startswith(prefix) else None


class PendingRequests(RedisStore):
    """Each user's request in a chat that waits for their choice of a table; the caller knows its meaning."""

    _compare_and_set: Final = Script("compare_and_set")

    async def swap_pending_request(self, user: int, chat: int, former: bytes | None, request: bytes) -> bool:
        """Save a user's request in one step if the stored one is still ``former``; return whether it was."""
        given = (former or b"", request, retention.PENDING_REQUEST_SECONDS)
        return bool(await self._compare_and_set(self._client, (keys.pending_request(chat, user),), given))

    async def load_pending_request(self, user: int, chat: int) -> bytes | None:
        """A user's saved request, or ``None``."""
        stored: Any = await self._client.get(keys.pending_request(chat, user))
        return cast("bytes | None", stored)

    async def save_choice(self, user: int, update: int, scope: Scope) -> None:
        """Save which of several tables an update of a user's private chat is about, before forwarding it."""
        await self._client.set(keys.chosen_table(user), f"{update} {scope}", ex=retention.CHOSEN_TABLE_SECONDS)

    async def load_choice(self, user: int, update: int) -> Scope | None:
        """The table saved for an update, unless another was saved since."""
        stored: Any = await self._client.get(keys.chosen_table(user))
        chosen_for, _, scope = (stored or b"").decode().partition(" ")
        return Scope.parse(scope) if chosen_for == str(update) else None


class PendingTables(RedisStore):
    """The table that each user is about to open in a group, as a text that only the caller can read."""

    async def save_pending_table(self, user: int, text: str | None) -> None:
        """Save a user's pending table, replacing an earlier one; ``None`` deletes it."""
        await self._set_or_delete(keys.pending_table(user), text, retention.PENDING_TABLE_SECONDS)

    async def load_pending_table(self, user: int) -> str | None:
        """A user's pending table, or ``None``."""
        stored: Any = await self._client.get(keys.pending_table(user))
        return None if stored is None else stored.decode()


def pending_table_checksum(text: str) -> str:
    """Eight hex digits by which a button shows whether the pending table is still the one it was drawn for."""
    return f"{zlib.crc32(text.encode()):08x}"


class ClosedChats(RedisStore):
    """Private chats that recently refused the bot, so that not every tap draws a picture in vain."""

    async def noted(self, user: int) -> bool:
        """Whether a user's private chat recently refused the bot."""
        return bool(await self._client.exists(keys.closed(user)))

    async def note(self, user: int) -> None:
        """Note that a user's private chat refuses the bot."""
        await self._client.set(keys.closed(user), b"", ex=retention.CLOSED_SECONDS)

    async def forget(self, user: int) -> None:
        """Forget that a private chat refused the bot; its user has opened it."""
        await self._client.delete(keys.closed(user))


class Ban(Struct, frozen=True):
    """A ban; ``who`` is a user's id if positive, a chat's if negative."""

    who: int
    by: int  # the bot owner who banned them
    at: int  # when, in Unix seconds


_decode_ban: Final = msgspec.json.Decoder(Ban).decode


class Bans(RedisStore):
    """All bans."""

    async def load_bans(self) -> dict[int, Ban]:
        """The bans in force, by ``who``."""
        found: Any = await self._client.hgetall(keys.bans())
        return {ban.who: ban for ban in map(_decode_ban, found.values())}

    async def add_ban(self, ban: Ban) -> bool:
        """Add a ban; ``False`` if there is one already, which stays."""
        return bool(await self._client.hsetnx(keys.bans(), str(ban.who), msgspec.json.encode(ban).decode()))

    async def lift_ban(self, who: int) -> bool:
        """Lift a ban; ``False`` if there is none."""
        lifted = bool(await self._client.hdel(keys.bans(), str(who)))
        await self._client.delete(keys.ban_notified(who))
        return lifted

    async def claim_ban_notice(self, who: int) -> bool:
        """Whether a banned user is to be told of the ban now; then ``False`` for a day."""
        return bool(await self._client.set(keys.ban_notified(who), 1, nx=True, ex=retention.BAN_NOTICE_SECONDS))


class MaintenanceWindow(Struct, frozen=True):
    """A period in which no games may start."""

    by: int  # the owner who started it
    until: int | None = None  # its end, in Unix seconds; `None` if it is open


class Maintenance(RedisStore):
    """The maintenance window, which lasts until it is ended or expires."""

    async def start_maintenance(self, window: MaintenanceWindow, seconds: int | None = None) -> None:
        """Start maintenance for ``seconds``, or until it is ended; replaces an earlier window."""
        await self._client.set(keys.maintenance(), msgspec.json.encode(window), ex=seconds)

    async def end_maintenance(self) -> bool:
        """End maintenance; ``False`` if there is none."""
        return bool(await self._client.delete(keys.maintenance()))

    async def load_maintenance(self) -> MaintenanceWindow | None:
        """The present window; ``None`` if games may start."""
        found: Any = await self._client.get(keys.maintenance())
        return None if found is None else msgspec.json.decode(found, type=MaintenanceWindow)


class OwnerAlert(Struct, frozen=True):
    """What the owners were told about one kind of trouble."""

    told: float  # when they were last told of it, in Unix seconds
    lasts: bool  # whether it has not ended, as far as they were told
    known: int = 0  # the newest event that they were told of, if the trouble consists of single events


class OwnerAlertStore(RedisStore):
    """The alerts of all kinds of trouble."""

    async def load_owner_alerts(self) -> dict[str, OwnerAlert]:
        """The owners' alerts, by kind of trouble."""
        found: Any = await self._client.hgetall(keys.owner_alerts())
        return {kind.decode(): msgspec.json.decode(word, type=OwnerAlert) for kind, word in found.items()}

    async def save_owner_alert(self, kind: str, alert: OwnerAlert) -> None:
        """Save the owners' alert of a kind of trouble."""
        await self._client.hset(keys.owner_alerts(), kind, msgspec.json.encode(alert).decode())


class OwnerMenus(RedisStore):
    """The owners whose private chats have their own command menu."""

    async def load_menu_owners(self) -> set[int]:
        """The owners whose private chats have their own command menu."""
        found: Any = await self._client.smembers(keys.owner_menus())
        return set(map(int, found))

    async def save_menu_owners(self, owners: Collection[int], former: Collection[int]) -> None:
        """Save these owners, and remove those who are no longer among them."""
        if owners:
            await self._client.sadd(keys.owner_menus(), *map(str, owners))
        if former:
            await self._client.srem(keys.owner_menus(), *map(str, former))


class AccountSettings(RedisStore):
    """The account settings that each bot has once set itself; a backup may be another bot's."""

    async def load_account_settings(self, bot: int) -> frozenset[str]:
        """The names of the settings that a bot has set; if one differs now, a person has changed it."""
        found: Any = await self._client.hget(keys.account_settings(), str(bot))
        return frozenset((found or b"").decode().split())

    async def save_account_settings(self, bot: int, names: Collection[str]) -> frozenset[str]:
        """Save the names of all settings that a bot has set; returns those that no other worker had saved."""
        async with self._client.pipeline() as both:
            both.hget(keys.account_settings(), str(bot))
            both.hset(keys.account_settings(), str(bot), " ".join(sorted(names)))
            before, _ = await both.execute()
        return frozenset(names).difference((before or b"").decode().split())


_OFF: Final = "off"
"""The note of a user who declined or left the first game; other notes are tables' names, which are hexadecimal."""


class OnboardingStore(RedisStore):
    """Recently greeted groups, and newcomers' tutorials; one instance per store."""

    async def claim_greeting(self, chat: int, update: int) -> bool:
        """Whether to greet a group after an update that added the bot: once a day; the same for a repeated update."""
        pipe = self._client.pipeline(transaction=False)
        pipe.set(keys.greeting(chat), str(update), nx=True, ex=retention.GREETING_SECONDS)
        pipe.get(keys.greeting(chat))
        _, claimed_by = await pipe.execute()
        return bool(claimed_by == str(update).encode())

    async def is_newcomer(self, user: int) -> bool:
        """Whether a user has had no seat in any game and has not answered the offer of a first game."""
        traces = (
            keys.tutorial(user),
            keys.user_games(user),
            keys.user_finished_games(user),
            keys.user_record_chats(user),
            keys.user_history(user),
        )
        return not await self._client.exists(*traces)

    async def read_tutorial_note(self, user: int) -> str | None:
        """The note on a user's tutorial: empty once they have finished or skipped it; ``None`` without one.

        For a tutorial of 0.2.0, which was played at a table, it is the table's short name.
        """
        stored: Any = await self._client.get(keys.tutorial(user))
        return None if stored is None else stored.decode().replace(_OFF, "")

    async def end_tutorial(self, user: int) -> None:
        """Note that a user has finished or skipped the tutorial, so that it is not offered again."""
        await self._client.set(keys.tutorial(user), _OFF, ex=retention.TUTORIAL_SECONDS)


async def copy_greeting(client: Redis, old: int, new: int) -> None:
    """Note for the supergroup that the group was greeted, with the same expiry."""
    pipe = client.pipeline(transaction=False)
    pipe.get(keys.greeting(old))
    pipe.pttl(keys.greeting(old))
    greeted_by, left_ms = await pipe.execute()
    if greeted_by is not None:
        left_ms = left_ms if left_ms > 0 else retention.GREETING_SECONDS * 1000
        await client.set(keys.greeting(new), greeted_by, nx=True, px=left_ms)


class WebAnswer(Struct, frozen=True):
    """The answer to an action on the board page."""

    done: bool  # whether the action was done; if not, `text` says why
    text: str = ""
    """HTML, shown only to the player who acted."""
    code: str = ""  # the code of the refusal; empty if there is none


_LOOK_SECONDS: Final = 0.1
_ANSWER: Final = msgspec.json.Decoder(WebAnswer)
_PLAN: Final = msgspec.json.Decoder(dict[str, str])


class WebStore(RedisStore):
    """Answers, plans and closed boards, by user."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client)
        self._answered: Final[dict[int, asyncio.Event]] = {}
        """The events for which calls of this process wait, by the action's update id; set when its answer is saved."""

    async def save_answer(self, user: int, update: int, answer: WebAnswer) -> None:
        """Keep the answer to an action; the first one stays."""
        await self._client.set(
            keys.web_answer(user, update), msgspec.json.encode(answer), ex=retention.WEB_ANSWER_SECONDS, nx=True
        )
        if (waiting := self._answered.get(update)) is not None:
            waiting.set()

    async def load_answer(self, user: int, update: int) -> WebAnswer | None:
        """The answer to an action; ``None`` while it is not known."""
        stored = await self._client.get(keys.web_answer(user, update))
        return None if stored is None else _ANSWER.decode(stored)

    async def wait_for_answer(self, user: int, update: int, seconds: float) -> WebAnswer | None:
        """Wait at most ``seconds`` for the answer to an action; looks now and then for another worker's."""
        arrived = self._answered.setdefault(update, asyncio.Event())
        try:
            async with asyncio.timeout(seconds):
                while (answer := await self.load_answer(user, update)) is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(arrived.wait(), _LOOK_SECONDS)
                return answer
        except TimeoutError:
            return None
        finally:
            self._answered.pop(update, None)

    async def save_plan(self, user: int, table: str, tiles: Mapping[str, str]) -> None:
        """Save a planned move at the table with that short name, as tiles by cells; an empty one deletes it."""
        plan = msgspec.json.encode(tiles) if tiles else None
        await self._set_or_delete(keys.web_plan(user, table), plan, retention.WEB_PLAN_SECONDS)

    async def load_plan(self, user: int, table: str) -> Mapping[str, str]:
        """The planned move at the table with that short name, as tiles by cells; empty if there is none."""
        stored = await self._client.get(keys.web_plan(user, table))
        return {} if stored is None else _PLAN.decode(stored)

    async def save_member(self, user: int, chat: int, *, present: bool) -> None:
        """Save for all workers whether a user is in a group, as Telegram said."""
        seconds = retention.WEB_MEMBER_SECONDS if present else retention.WEB_OUTSIDER_SECONDS
        await self._client.set(keys.web_member(user, chat), int(present), ex=seconds)

    async def load_member(self, user: int, chat: int) -> bool | None:
        """Whether Telegram said lately that a user is in a group; ``None`` if it must be asked."""
        stored = await self._client.get(keys.web_member(user, chat))
        return None if stored is None else stored == b"1"

    async def forget_member(self, user: int, chat: int) -> None:
        """Forget what Telegram said about a user, who has joined or left the group."""
        await self._client.delete(keys.web_member(user, chat))

    async def close_boards(self, user: int, now: float) -> None:
        """Invalidate all links and pages by which a user opened boards before ``now``, in Unix seconds."""
        await self._client.set(keys.web_closed(user), f"{now:.3f}", ex=retention.WEB_SESSION_SECONDS)

    async def load_closed_at(self, user: int) -> float:
        """When a user last closed their boards, in Unix seconds; 0 if that was not within the last day."""
        return float(await self._client.get(keys.web_closed(user)) or 0)
