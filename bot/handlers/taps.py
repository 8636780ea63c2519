"""Pressed buttons: who answers each kind, a row each."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, assert_never

from bot.families import registry
from bot.families.context import Context
from bot.families.family import Chat, OnTap
from bot.families.ownboard import LOOK, PLAY
from bot.handlers.commands import General
from bot.handlers.meant import Meant
from bot.telegram.buttons import Pressed, read
from bot.telegram.inbound import Tap
from engine.errors import Refusal


class ButtonError(Exception):
    """A kind of button and its handler do not belong together; the message says which kind's."""


class Taps:
    """Finds the handler of a tap, and the table that it is about.

    Raises:
        ButtonError: a kind of button has no handler, or a handler no kind.
    """

    def __init__(self, general: General, chats: Mapping[str, Chat], meant: Meant) -> None:
        self._meant: Final = meant
        self._kinds: Final = registry.buttons()
        own: dict[str, OnTap] = {
            "board": _bare(general.info.board),
            "join": _bare(general.lobby.join),
            "leave": _bare(general.lobby.leave),
            "begin": _bare(general.lobby.begin),
            "bell": _bare(general.bell.tapped),
            "seal": _bare(general.lobby.seal),
            "seat": general.inviting.answered,
            "alter": general.lobby.altering.pressed,
            "again": _bare(general.lobby.again),
            "more": _bare(general.lobby.more),
            "set": general.choices.picked,
            "proof": _bare(general.proof.tapped),
            "computer": general.computers.pressed,
            "alone": general.computers.alone,
            "standin": general.computers.stand_in,
            "there": general.lobby.elsewhere.opened,
            "games": general.lobby.listed,
            "choose": general.lobby.chosen,
            "tune": general.lobby.tuned,
            "cancel": general.ending.confirm,
            "keep": general.ending.keep,
            "object": _bare(general.ending.objected),
            "yes": general.surrender.confirm,
            "no": general.surrender.confirm,
            "vote": general.absent.voted,
            "heir": general.absent.ready,
            "speak": general.settings.spoken,
            "theme": general.themes.picked,
            "labels": general.themes.labelled,
            "rack": general.mine.opened,
            LOOK: general.mine.turned,
            PLAY: general.mine.made,
        }
        theirs = {kind: tapped for chat in chats.values() for kind, tapped in chat.taps.items()}
        self._handlers: Final = answered(self._kinds.keys(), {**own, **theirs})

    async def tap(self, tap: Tap, context: Context) -> None:
        """Do what a button asks.

        Raises:
            Refusal: ``stale_button`` of what this version never drew, and whatever the handler refuses.
        """
        pressed = read(tap.data, self._kinds)
        if pressed is None:
            raise Refusal("stale_button")
        await self._handlers[pressed.kind](tap, await self._about(tap, context, pressed), pressed)

    async def _about(self, tap: Tap, context: Context, pressed: Pressed) -> Context:
        kind = self._kinds[pressed.kind]
        match kind.about:
            case "chat":
                return context
            case "table":
                return await self._meant.drawn_for(tap, context, pressed, plays=not kind.shows)
            case never:
                assert_never(never)


def answered(kinds: Collection[str], handlers: Mapping[str, OnTap]) -> Mapping[str, OnTap]:
    """The handlers, where these kinds are all that somebody answers.

    Raises:
        ButtonError: a kind has no handler, or a handler no kind.
    """
    for kind in sorted(set(kinds) ^ handlers.keys()):
        raise ButtonError(f"nobody answers the button {kind}" if kind in kinds else f"nobody draws the button {kind}")
    return handlers


def _bare(handler: Callable[[Tap, Context], Awaitable[None]]) -> OnTap:
    """A handler for which it is enough to know the table."""

    async def tapped(tap: Tap, context: Context, _: Pressed) -> None:
        await handler(tap, context)

    return tapped
