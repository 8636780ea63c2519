"""The menus of commands on their way to Telegram: each is tried until it is taken, or refused for good."""

from collections.abc import Awaitable, Callable
from typing import cast

from telegram import BotCommand, BotCommandScope

from bot.languages import languages
from bot.outcomes import Refused, TooFast, Undone, Unreachable
from bot.telegram.gateway import Gateway
from bot.telegram.menus import introduce


class Menus:
    """Takes menus, but for those that it is told to answer otherwise, once each."""

    def __init__(self, **answers: list[Undone]) -> None:
        self.answers = answers
        self.taken: list[str | None] = []
        self.paused: list[float] = []

    async def menu(self, listed: list[BotCommand], scope: BotCommandScope, code: str | None) -> None:
        assert listed
        assert scope
        if answers := self.answers.get(code or "default"):
            raise answers.pop(0)
        self.taken.append(code)

    async def pause(self, seconds: float) -> None:
        self.paused.append(seconds)


async def introduced(menus: Menus, pause: Callable[[float], Awaitable[None]] | None = None) -> list[str | None]:
    await introduce(cast("Gateway", menus), "tr", pause=pause or menus.pause)
    return menus.taken


WHOLE = [code for code in languages().codes for _ in range(2)]


async def test_a_menu_that_telegram_does_not_take_yet_is_told_again() -> None:
    menus = Menus(tr=[TooFast("Too Many Requests", 7.0), Unreachable("no route")])
    assert sorted(map(str, await introduced(menus))) == sorted([*WHOLE, "None", "None"])
    assert menus.paused[0] == 7
    assert 0.25 <= menus.paused[1] <= 0.5


async def test_a_menu_that_telegram_refuses_costs_no_other() -> None:
    menus = Menus(en=[Refused("BOT_COMMAND_INVALID")])
    whole = [*WHOLE, "None", "None"]
    whole.remove("en")
    assert sorted(map(str, await introduced(menus))) == sorted(whole)
    assert menus.paused == []
