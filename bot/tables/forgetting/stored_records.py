"""Records of finished games and the games themselves, without somebody who is forgotten; the results of others stay."""

import asyncio
from typing import Any

from bot.store import keys
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.tables.forgetting.erasure import PER_ROUND_TRIP, Erasure, GivePseudonym, StoredNames, chat_in, group_by_chat
from bot.tables.forgetting.stored_tables import replace_entries
from engine.errors import DataError
from engine.forget_player import forget_in_record, is_forgotten, names_person
from engine.game_record import decode_game_record, encode_record
from engine.packed_game import forget_in_packed_game, read_packed_json


class RecordEraser:
    """Rewrites records and packed games, and has figures derived anew.

    Args:
        records: where they are.
    """

    def __init__(self, records: RecordStore) -> None:
        self._records = records

    async def erase_in_packed_games(self, erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
        """All games that are kept for replays; one that cannot be rewritten is deleted."""
        names = found["packed_game"]
        for first in range(0, len(names), PER_ROUND_TRIP):
            part = names[first : first + PER_ROUND_TRIP]
            pipe = erasure.client.pipeline(transaction=False)
            for name in part:
                pipe.get(name)
            stored: list[Any] = await pipe.execute()
            named = await asyncio.to_thread(_those_that_name, stored, erasure.user, erasure.note.usernames)
            for name, data in zip(part, stored, strict=True):
                if data in named:
                    await give_pseudonym(chat_in(name))
                    await self._rewrite_game(erasure, name, data)

    async def _rewrite_game(self, erasure: Erasure, name: str, data: bytes) -> None:
        try:
            # To replay a long game takes some tens of milliseconds.
            rewritten = await asyncio.to_thread(forget_in_packed_game, data, erasure.who(chat_in(name)))
        except DataError:
            erasure.note_changed(int(await erasure.client.unlink(name)))
            return
        if rewritten != data:
            await erasure.client.set(name, rewritten, xx=True, keepttl=True)
            erasure.note_changed()

    async def erase_in_records(self, erasure: Erasure, found: StoredNames, give_pseudonym: GivePseudonym) -> None:
        """All records, and what is derived from them: of a chat anew if it names the person."""
        chats = {chat_in(name) for kind in ("records", "standings") for name in found[kind]}
        figures = await asyncio.to_thread(group_by_chat, found["figures"])
        derived = {chat for chat in chats if await self._is_derived(erasure, chat, figures.get(chat, []))}
        for chat in sorted(chats):
            changed: dict[int, tuple[bytes, bytes]] = {}
            for start in range(0, await self._records.count_records(chat), RECORDS_PER_READ):
                pictures: list[str] = []
                for place, data in enumerate(await self._records.read_records(chat, start), start):
                    record = decode_game_record(data)
                    users = {} if record is None else {one.user: one.name for one in record.players}
                    if record is not None and users.keys() & {erasure.user, erasure.note.pseudonyms.get(chat)}:
                        pictures.append(keys.shared_picture(chat, record.id))
                    if record is None or erasure.user not in users:
                        continue
                    erasure.names |= {users[erasure.user]} - {""}
                    await give_pseudonym(chat)
                    changed[place] = data, encode_record(forget_in_record(record, erasure.who(chat)))
                # Pictures of ends show the name; who has one in a chat has it from that message. One that is sent only
                # after its record was rewritten is found by the next pass.
                if pictures:
                    erasure.note_changed(int(await erasure.client.unlink(*pictures)))
            await replace_entries(erasure, keys.records(chat), changed)
            if changed or chat in derived:
                # Whatever ends in between: figures that name the person are found by the next pass.
                await self._records.restart_derivation(chat)

    async def _is_derived(self, erasure: Erasure, chat: int, figures: list[str]) -> bool:
        for name in (keys.standings(chat), *figures):
            if await erasure.client.hexists(name, str(erasure.user)):
                erasure.note_changed()
                return True
        return False

    async def find_taken(self, chat: int) -> set[int]:
        """The pseudonyms that a chat's records have."""
        taken: set[int] = set()
        for start in range(0, await self._records.count_records(chat), RECORDS_PER_READ):
            for data in await self._records.read_records(chat, start):
                record = decode_game_record(data)
                taken |= {one.user for one in (record.players if record else ()) if is_forgotten(one.user)}
        return taken


def _those_that_name(stored: list[bytes | None], user: int, usernames: tuple[str, ...]) -> set[bytes]:
    there = (data for data in stored if data is not None)
    return {data for data in there if names_person(read_packed_json(data), user, usernames)}
