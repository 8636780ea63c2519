"""The menus of commands on their way to Telegram: each is tried until it is taken, or refused for good."""

from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from telegram import Bot, BotCommand, BotCommandScope

from bot.languages import languages
from bot.outcomes import Refused, TooFast, Undone, Unreachable
from bot.telegram.gateway import Gateway
from bot.telegram.menus import introduce
from bot.telegram.pace import Pace
from bot.telegram.transport import AiohttpRequest
from bot.typed.commands import command_name
from tests.support.calls import calls as served


class Menus:
    """Takes menus, but for those that it is told to answer otherwise, once each."""

    def __init__(self, **answers: list[Undone]) -> None:
        self.answers = answers
        self.taken: list[str | None] = []
        self.paused: list[float] = []
        self.hidden: list[tuple[str, str]] = []

    async def menu(self, listed: list[BotCommand], scope: BotCommandScope, code: str | None) -> None:
        assert listed
        assert scope
        if answers := self.answers.get(code or "default"):
            raise answers.pop(0)
        self.taken.append(code)
        self.hidden += [(scope.type, one.command) for one in listed if one.api_kwargs.get("is_ephemeral")]

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


async def test_who_asks_for_the_own_rack_in_a_group_is_seen_by_nobody() -> None:
    menus = Menus()
    await introduced(menus)
    names = {command_name("rack", code) for code in languages().codes}
    assert set(menus.hidden) == {("all_group_chats", name) for name in names}


@pytest.mark.parametrize(("version", "hidden"), [("10.0", False), ("10.2", True)])
async def test_a_server_that_cannot_hide_commands_takes_the_menu_all_the_same(version: str, *, hidden: bool) -> None:
    async with (
        served() as calls,
        Bot(calls.playground.token, base_url=f"{calls.playground.api_url}/bot", request=AiohttpRequest()) as bot,
    ):
        await calls.switch(version=version)
        await introduce(Gateway(bot, Pace(), calls.clock), "tr")
        answer = await calls.ok("getMyCommands", scope={"type": "all_group_chats"}, language_code="tr")
        [rack] = [one for one in answer if one["command"] == command_name("rack", "tr")]
        assert rack.get("is_ephemeral", False) is hidden
