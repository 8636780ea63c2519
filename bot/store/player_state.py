"""Small private states of players: rack orders, card selections, refused moves, and tables about to be opened.

Each is kept for a short time, and losing one costs its player a tap or a line of typing.
"""

import zlib
from typing import Any, Final, cast

from bot.store import keys, retention
from bot.store.scope import Scope
from bot.store.scripts import Script
from bot.store.shards.ownership import RedisStore


class RackOrders(RedisStore):
    """The order in which players keep the tiles of their racks; shown to nobody else."""

    async def save_rack_order(self, user: int, table: str, tiles: tuple[str, ...]) -> None:
        """Save a player's tiles from left to right, at the table of that short name."""
        await self._client.set(keys.rack_order(user, table), "".join(tiles), ex=retention.RACK_ORDER_SECONDS)

    async def load_rack_order(self, user: int, table: str) -> tuple[str, ...]:
        """The saved tiles; the rack may hold others by now. Empty if nothing was saved."""
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
    """Cards that were chosen by buttons and not yet flipped."""

    _toggle_script: Final = Script("pick")

    async def toggle_card(self, scope: Scope, turn: str, position: int, update: int, *, wanted: int) -> tuple[int, ...]:
        """Choose a position, or undo that; returns all chosen positions in the order of choosing.

        Where as many were chosen as are turned up, and that was refused, a further one begins another choice.

        Args:
            scope: where the game is.
            turn: the name of one flip in one game.
            position: from 1.
            update: the tap's update id; the same tap again changes nothing.
            wanted: how many are turned up at once.
        """
        chosen = await self._toggle_script(
            self._client,
            (keys.card_selection(scope, turn),),
            (update, position, wanted, retention.CARD_SELECTION_SECONDS),
        )
        return tuple(int(one) for one in chosen)


class RefusedMoves(RedisStore):
    """The newest refused move of each person, which may be corrected by editing its message."""

    async def save_refused_move(self, user: int, chat: int, message: int, note: str) -> None:
        """Save a person's newest message that was refused; ``note`` says for which table and until which turn."""
        await self._client.set(keys.refused_move(user), f"{chat} {message} {note}", ex=retention.REFUSED_MOVE_SECONDS)

    async def find_refused_move(self, user: int, chat: int, message: int) -> str | None:
        """The note of a message; ``None`` unless it is its sender's newest refused one and still kept."""
        stored: Any = await self._client.get(keys.refused_move(user))
        text = (stored or b"").decode()
        prefix = f"{chat} {message} "
        return text.removeprefix(prefix) if text.startswith(prefix) else None


class PendingRequests(RedisStore):
    """What each person has asked in a chat, until they say which table they mean; its meaning is its caller's."""

    _swap_script: Final = Script("swap")

    async def swap_pending_request(self, user: int, chat: int, former: bytes | None, request: bytes) -> bool:
        """Save what somebody asks in one step, unless what is saved is not ``former`` any more; whether it was."""
        given = (former or b"", request, retention.PENDING_REQUEST_SECONDS)
        return bool(await self._swap_script(self._client, (keys.pending_request(chat, user),), given))

    async def load_pending_request(self, user: int, chat: int) -> bytes | None:
        """What somebody asked last; ``None`` if nothing is saved."""
        stored: Any = await self._client.get(keys.pending_request(chat, user))
        return cast("bytes | None", stored)

    async def save_choice(self, user: int, update: int, scope: Scope) -> None:
        """Save which of several tables an update of a user's private chat is about, before it goes there."""
        await self._client.set(keys.chosen_table(user), f"{update} {scope}", ex=retention.CHOSEN_TABLE_SECONDS)

    async def load_choice(self, user: int, update: int) -> Scope | None:
        """Which table an update is about, if that was saved and nothing was since."""
        stored: Any = await self._client.get(keys.chosen_table(user))
        chosen_for, _, scope = (stored or b"").decode().partition(" ")
        return Scope.parse(scope) if chosen_for == str(update) else None


class PendingTables(RedisStore):
    """The table that each person is about to open in a group; the meaning of the text is its caller's."""

    async def save_pending_table(self, user: int, text: str | None) -> None:
        """Save what somebody wants to open, replacing the former; ``None`` deletes it."""
        if text is None:
            await self._client.delete(keys.pending_table(user))
        else:
            await self._client.set(keys.pending_table(user), text, ex=retention.PENDING_TABLE_SECONDS)

    async def load_pending_table(self, user: int) -> str | None:
        """What somebody wants to open; ``None`` if nothing is saved."""
        stored: Any = await self._client.get(keys.pending_table(user))
        return None if stored is None else stored.decode()


def pending_table_checksum(text: str) -> str:
    """Eight hex digits by which a button shows whether the pending table is still the one it was drawn for."""
    return f"{zlib.crc32(text.encode()):08x}"


class ClosedChats(RedisStore):
    """Private chats that the bot was not let into a moment ago, so that not each tap has a picture drawn in vain.

    Kept in Redis, as the worker that handles ``/start`` may be another one than the group's. Losing one costs a refused
    message.
    """

    async def noted(self, user: int) -> bool:
        """Whether somebody's private chat was closed to the bot a moment ago."""
        return bool(await self._client.exists(keys.closed(user)))

    async def note(self, user: int) -> None:
        """Remember that it is closed."""
        await self._client.set(keys.closed(user), b"", ex=retention.CLOSED_SECONDS)

    async def forget(self, user: int) -> None:
        """Somebody has opened it."""
        await self._client.delete(keys.closed(user))
