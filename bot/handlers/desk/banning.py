"""``/ban`` and ``/unban``: people and chats, by number, by a name that was seen, or by a message that was forwarded."""

import logging
import re
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from bot.handlers.desk.standing import Standing
from bot.handlers.desk.words import who as called
from bot.store.acquaintances import Acquaintances
from bot.store.bans import Ban
from bot.telegram.answers import Answers
from bot.telegram.inbound import OwnerCommand
from bot.texts import Html
from bot.typed.commands import desk_command_name
from bot.wording.speaker import Speaker

log = logging.getLogger(__name__)

_NUMBER: Final = re.compile(r"-?[1-9][0-9]{0,15}", re.ASCII)
_MOST_LISTED: Final = 50


class BanHandlers:
    """See the module.

    Args:
        standing: the bans.
        acquaintances: whose names are whose.
        owners: whom nobody bans.
        answers: tells what was done.
        clock: the instant.
    """

    def __init__(
        self,
        standing: Standing,
        acquaintances: Acquaintances,
        owners: Collection[int],
        answers: Answers,
        clock: Callable[[], datetime],
    ) -> None:
        self._standing: Final = standing
        self._acquaintances: Final = acquaintances
        self._owners: Final = owners
        self._answers: Final = answers
        self._clock: Final = clock

    async def ban(self, request: OwnerCommand, voice: Speaker) -> None:
        """Ban; without anybody named, list who is banned."""
        if not request.text and not request.forwarded:
            await self._answers.send(request, await self._listed(voice))
            return
        meant = await self._meant(request, voice)
        if isinstance(meant, str):
            text = meant
        elif meant in self._owners:
            text = voice.html("desk-ban-owner")
        elif await self._standing.put(Ban(meant, request.sender.user, int(self._clock().timestamp()))):
            log.info("owner %s banned %s", request.sender.user, meant)
            text = voice.html("desk-banned" if meant > 0 else "desk-banned-chat", who=Html(called(meant)))
        else:
            text = voice.html("desk-banned-before", who=Html(called(meant)))
        await self._answers.send(request, text)

    async def unban(self, request: OwnerCommand, voice: Speaker) -> None:
        """Lift a ban; without anybody named, list who is banned."""
        if not request.text and not request.forwarded:
            await self._answers.send(request, await self._listed(voice))
            return
        meant = await self._meant(request, voice)
        if isinstance(meant, str):
            text = meant
        elif await self._standing.lift(meant):
            log.info("owner %s lifted the ban of %s", request.sender.user, meant)
            text = voice.html("desk-unbanned", who=Html(called(meant)))
        else:
            text = voice.html("desk-not-banned", who=Html(called(meant)))
        await self._answers.send(request, text)

    async def _meant(self, request: OwnerCommand, voice: Speaker) -> int | str:
        """Who is meant; or why nobody is, as HTML."""
        word = request.text.partition(" ")[0]
        if not word:
            return voice.html("desk-author-hidden") if request.author is None else request.author
        if word.startswith("@"):
            found = await self._acquaintances.named(word[1:])
            return voice.html("desk-name-unknown", name=word[:40]) if found is None else found
        if not _NUMBER.fullmatch(word):
            return voice.html("desk-nobody-named", typed=word[:40])
        return int(word)

    async def _listed(self, voice: Speaker) -> str:
        bans = sorted((await self._standing.bans.all()).values(), key=lambda ban: -ban.at)
        how = voice.html("desk-ban-how", ban=f"/{desk_command_name('ban', voice.language)}")
        if not bans:
            return f"{voice.html('desk-bans-none')}\n{how}"
        lines = [
            voice.html(
                "desk-ban-line",
                who=Html(called(ban.who)),
                time=voice.duration(max(0, int(self._clock().timestamp()) - ban.at)),
            )
            for ban in bans[:_MOST_LISTED]
        ]
        return "\n".join([voice.html("desk-bans", count=len(bans)), *lines, how])
