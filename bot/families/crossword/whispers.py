"""What an EX cell did to a rack, told to its owner alone (RULES §5.5).

Best effort, behind the chat's back: who has no private chat with the bot finds it out from the rack button. Letters are
in memory and in the private message only; the outbox has none of them, and the log is shown to nobody before the end.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from redis.exceptions import RedisError

from bot.families.crossword.myboard_scene import face
from bot.logs import where
from bot.outcomes import Gone, Refused, Undone
from bot.store.keys import Scope
from bot.tables.held import Held
from bot.telegram.tongues import Tongues
from bot.texts import Html, Texts
from bot.wording.speaker import Speaker
from bot.workers.lanes import Lanes
from engine.crossword.events import TileExchanged
from engine.crossword.secrecy import redact
from engine.crossword.state import GameState
from engine.game import Step

log = logging.getLogger(__name__)

Show = Callable[[int, Scope, str, Html], Awaitable[bool]]
"""Sends a user the rack of one game, in a language and below some lines of news; ``False`` if there is none."""


@dataclass(frozen=True, slots=True)
class _Whisper:
    scope: Scope
    seat: int
    names: tuple[str, ...]
    events: tuple[TileExchanged, ...]
    """Each as the seat may see it, and only those of which it may see the tiles."""


class Whispers:
    """Tells the owners of exchanged tiles; one instance a process.

    Args:
        show: see :data:`Show`.
        texts: the wording.
        tongues: the languages of their private chats.
    """

    def __init__(self, show: Show, texts: Texts, tongues: Tongues) -> None:
        self._show: Final = show
        self._texts: Final = texts
        self._tongues: Final = tongues
        self._lanes: Final[Lanes[int, _Whisper]] = Lanes(self._tell)

    def note(self, held: Held, step: Step) -> None:
        """Begin to tell whose tiles an applied step exchanged; nobody waits for it."""
        if not isinstance(step.table, GameState):
            return
        names = tuple(player.name for player in step.table.players)
        for seat, player in enumerate(step.table.players):
            own = tuple(
                seen
                for event in step.events
                if isinstance(event, TileExchanged)
                and isinstance(seen := redact(event, seat), TileExchanged)
                and seen.lost is not None
            )
            if own:
                self._lanes.put(player.user, _Whisper(held.scope, seat, names, own))

    async def settle(self, seconds: float) -> None:
        """Let what was begun finish, for so long at most."""
        await self._lanes.settle(seconds)

    async def _tell(self, user: int, waiting: Sequence[_Whisper]) -> int:
        whisper = waiting[0]
        try:
            language = await self._tongues.of(user)
            news = Html("\n".join(self._line(whisper, event, language) for event in whisper.events))
            await self._show(user, whisper.scope, language, news)
        except (Gone, Refused):
            log.debug("user %s has no private chat to be told in", user)
        except (Undone, RedisError) as error:
            log.warning("user %s is not told of an exchanged tile: %s", user, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no whisper may end its lane
            # Without its message, which might name a letter.
            log.error("user %s cannot be told of an exchanged tile: %s", user, where(error))  # noqa: TRY400 - as above
        return 1

    def _line(self, whisper: _Whisper, event: TileExchanged, language: str) -> str:
        gone, come = event.lost or "", event.gained or ""
        other = event.seat
        if whisper.seat == event.seat:
            gone, come, other = come, gone, event.victim
        return self._texts.html(
            language,
            "whisper-swapped" if event.swapped else "whisper-exchanged",
            cell=event.cell,
            name=Speaker(self._texts, language).named(whisper.names[other]),
            gone=face(gone),
            come=face(come),
        )
