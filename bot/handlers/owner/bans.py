"""``/ban`` and ``/unban``: people and chats, by number, by a username, or by a forwarded message."""

import re
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from telegram.helpers import mention_html

from bot.logs.logger import get_logger
from bot.store.chat_directory import ChatDirectory
from bot.store.restrictions import Ban, Bans
from bot.telegram.incoming.requests import OwnerCommand, Request
from bot.telegram.replies import Replies
from bot.texts import Html
from bot.user_input.command_names import owner_command_name
from bot.wording.speaker import Speaker

log = get_logger(__name__)


_CHAT_ID: Final = re.compile(r"-?[1-9][0-9]{0,15}", re.ASCII)


_MAX_LISTED_BANS: Final = 50


class BanCache:
    """The bans in force, cached in this process.

    Args:
        store: stores them.
        owners: people who are never banned, nor their private chats.
    """

    def __init__(self, store: Bans, owners: Collection[int]) -> None:
        self.store: Final = store
        self._owners: Final = owners
        self.banned_ids: Collection[int] = ()
        """The banned people and chats."""

    async def reload_bans(self) -> None:
        """Reload the bans.

        Raises:
            redis.exceptions.RedisError: Redis is down; the known bans stay in force.
        """
        self.banned_ids = (await self.store.load_bans()).keys() - self._owners

    def find_ban(self, request: Request) -> int | None:
        """The banned person or chat of a request; ``None`` if neither is banned."""
        for chat in (request.sender.user, request.venue.scope.chat):
            if chat in self.banned_ids:
                return chat
        return None

    async def add_ban(self, ban: Ban) -> bool:
        """Add a ban, here at once; ``False`` if it existed."""
        new = await self.store.add_ban(ban)
        await self.reload_bans()
        return new

    async def lift_ban(self, who: int) -> bool:
        """Lift a ban; ``False`` if there was none."""
        lifted = await self.store.lift_ban(who)
        await self.reload_bans()
        return lifted

    async def migrate_ban(self, former: int, chat: int) -> None:
        """Move a group's ban to the supergroup that it has become."""
        if former in self.banned_ids and (ban := (await self.store.load_bans()).get(former)) is not None:
            await self.add_ban(Ban(chat, ban.by, ban.at))


class BanHandlers:
    """Handles ``/ban`` and ``/unban``.

    Args:
        bans: the bans.
        directory: knows people by their usernames.
        owners: people who cannot be banned.
        answers: tells what was done.
        clock: the instant.
    """

    def __init__(
        self,
        bans: BanCache,
        directory: ChatDirectory,
        owners: Collection[int],
        answers: Replies,
        clock: Callable[[], datetime],
    ) -> None:
        self._bans: Final = bans
        self._directory: Final = directory
        self._owners: Final = owners
        self._answers: Final = answers
        self._clock: Final = clock

    async def ban_chat(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Ban a person or chat; without a name, list the bans."""
        target = await self._find_target(request, speaker)
        if isinstance(target, str):
            text = target
        elif target in self._owners:
            text = speaker.html("desk-ban-owner")
        elif await self._bans.add_ban(Ban(target, request.sender.user, int(self._clock().timestamp()))):
            log.info("an owner banned a chat or a person", owner=request.sender.user, chat=target)
            text = speaker.html("desk-banned" if target > 0 else "desk-banned-chat", who=Html(chat_link(target)))
        else:
            text = speaker.html("desk-banned-before", who=Html(chat_link(target)))
        await self._answers.reply_html(request, text)

    async def unban_chat(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Lift a ban; without a name, list the bans."""
        target = await self._find_target(request, speaker)
        if isinstance(target, str):
            text = target
        elif await self._bans.lift_ban(target):
            log.info("an owner lifted a ban", owner=request.sender.user, chat=target)
            text = speaker.html("desk-unbanned", who=Html(chat_link(target)))
        else:
            text = speaker.html("desk-not-banned", who=Html(chat_link(target)))
        await self._answers.reply_html(request, text)

    async def _find_target(self, request: OwnerCommand, speaker: Speaker) -> int | str:
        """The person or chat that is meant; or as HTML why there is none, or the bans if nobody is named."""
        if not request.text and not request.replies_to_forward:
            return await self._bans_text(speaker)
        word = request.text.partition(" ")[0]
        if not word:
            return speaker.html("desk-author-hidden") if request.forward_author is None else request.forward_author
        if word.startswith("@"):
            found = await self._directory.find_user_id(word[1:])
            return speaker.html("desk-name-unknown", name=word[:40]) if found is None else found
        if not _CHAT_ID.fullmatch(word):
            return speaker.html("desk-nobody-named", typed=word[:40])
        return int(word)

    async def _bans_text(self, speaker: Speaker) -> str:
        bans = sorted((await self._bans.store.load_bans()).values(), key=lambda ban: -ban.at)
        how = speaker.html("desk-ban-how", ban=f"/{owner_command_name('ban', speaker.language)}")
        if not bans:
            return f"{speaker.html('desk-bans-none')}\n{how}"
        lines = [
            speaker.html(
                "desk-ban-line",
                who=Html(chat_link(ban.who)),
                time=speaker.duration(max(0, int(self._clock().timestamp()) - ban.at)),
            )
            for ban in bans[:_MAX_LISTED_BANS]
        ]
        return "\n".join([speaker.html("desk-bans", count=len(bans)), *lines, how])


def chat_link(number: int) -> str:
    """A person or a chat as HTML: its number, for a person with a link."""
    if number > 0:
        return mention_html(number, str(number))
    return f"<code>{number}</code>"
