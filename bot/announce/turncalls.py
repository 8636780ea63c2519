"""Whose turn it is, and that it is waited for, told in private to those who chose so, with a way back to the group.

So is who opened a table for a group from there: where it is.

Best effort, behind the group's back: the group itself is always told, so what is lost here costs nobody a turn. It
holds no letter of anybody's.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.outcomes import Undone
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import Notice
from bot.telegram.buttons import Buttons
from bot.telegram.gateway import Gateway
from bot.telegram.groups import group_info, link_to
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.speaker import title
from bot.workers.lanes import Lanes
from bot.workers.recently import Recently
from bot.workers.urgency import Urgency, urgent
from engine.absence import Nudged
from engine.clock import MoveClock
from engine.computers import is_computer
from engine.family import GameView

log = logging.getLogger(__name__)

Later = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
SETTING: Final = "turn"
"""What people choose for themselves: whether they are told of their turn in a game that nobody hurries."""
NUDGE: Final = "nudge"
"""The same of being told that the others wait for them."""
ON: Final = "on"
_UNHURRIED_SECONDS: Final = 6 * 60 * 60
"""From how much time for a move on a table counts as one without a clock."""
_TOLD_SECONDS: Final = 24 * 60 * 60.0
_CALM_SECONDS: Final = 20.0
"""How long a turn has to last until somebody is told: who plays right now needs no word of it, and costs no look."""


@dataclass(frozen=True, slots=True)
class _Call:
    about: str
    """The setting of who is told, which names the message, too."""
    scope: Scope
    titles: Mapping[str, str]
    """What the game is called, by language."""
    message: int
    opened: bool = False
    """Whether it is that a table is open now, to who opened it from the private chat."""


class TurnCalls:
    """Tells people that it is their turn; one instance a process.

    Args:
        gateway: sends.
        store: knows who wants to be told.
        texts: the wording.
        default_language: of people whose Telegram speaks none of ours.
        later: calls something after so many seconds; the event loop's, unless given.
    """

    def __init__(
        self, gateway: Gateway, store: Store, texts: Texts, default_language: str, later: Later | None = None
    ) -> None:
        self._later: Final = later
        self._gateway: Final = gateway
        self._store: Final = store
        self._texts: Final = texts
        self._buttons: Final = Buttons(texts)
        self._tongues: Final = Tongues(store, default_language)
        self._told: Final = Recently(_TOLD_SECONDS)
        """Which turns were told; a hint, without which one is told twice at most."""
        self._lanes: Final[Lanes[int, _Call]] = Lanes(self._tell)
        self._coming: Final[dict[Scope, tuple[asyncio.TimerHandle, Callable[[], None]]]] = {}
        """The call of each table whose turn is still young, and what makes it."""

    def after(self, scope: Scope, notice: Notice, message: int) -> None:
        """Tell whoever is on turn now, unless the turn is over soon; at once whom the others wait for.

        Nobody waits for it.

        Args:
            scope: where the table is.
            notice: what the group was told last.
            message: the newest message about the table.
        """
        if (former := self._coming.pop(scope, None)) is not None:
            former[0].cancel()
        view = notice.view
        if notice.afar is not None:
            self._lanes.put(notice.afar, _Call(SETTING, scope, notice.title, message, opened=True))
        if not isinstance(view, GameView) or view.turn is None or view.outcome is not None:
            return
        user = view.seats[view.turn].user
        if is_computer(user):
            return
        if any(isinstance(event, Nudged) for event in notice.events):
            if not self._told.again((notice.table, view.number, user, NUDGE)):
                self._lanes.put(user, _Call(NUDGE, scope, notice.title, message))
            return
        rule = None if view.clock is None else view.clock.rule
        if rule is not None and not (isinstance(rule, MoveClock) and rule.seconds >= _UNHURRIED_SECONDS):
            return
        if not self._told.again((notice.table, view.number, user, SETTING)):
            begin = partial(self._begin, scope, user, _Call(SETTING, scope, notice.title, message))
            later = asyncio.get_running_loop().call_later if self._later is None else self._later
            self._coming[scope] = later(_CALM_SECONDS, begin), begin

    async def settle(self, seconds: float) -> None:
        """Let what was begun finish, for so long at most; what was about to be told is told at once."""
        for timer, begin in tuple(self._coming.values()):
            timer.cancel()
            begin()
        await self._lanes.settle(seconds)

    def _begin(self, scope: Scope, user: int, call: _Call) -> None:
        del self._coming[scope]
        self._lanes.put(user, call)

    async def _tell(self, user: int, waiting: Sequence[_Call]) -> int:
        call = waiting[0]
        if any((later.about, later.scope) == (call.about, call.scope) for later in waiting[1:]):
            return 1
        try:
            if call.opened or (await self._store.settings(user)).get(call.about) == ON:
                with urgent(Urgency.LOOK):
                    await self._say(user, call)
        except (Undone, RedisError) as error:
            log.info("user %s is not told of their turn: %s", user, error)
        except Exception:  # the outermost edge: no call may end its lane
            log.exception("user %s cannot be told of their turn", user)
        return 1

    async def _say(self, user: int, call: _Call) -> None:
        language, group = await self._tongues.of(user), await group_info(self._gateway, call.scope.chat)
        message = "there-opened" if call.opened else "nudge-call" if call.about == NUDGE else "turn-call"
        name = (group and group.title) or "…"
        text = self._texts.html(language, message, group=name, game=title(call.titles, language))
        link = None if group is None else link_to(group, call.scope.topic, call.message)
        keyboard = None if link is None else self._buttons.link(language, "button-turn-call", link)
        await self._gateway.text(Scope(user), text, keyboard)
