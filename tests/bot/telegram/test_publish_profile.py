"""The menus of commands on their way to Telegram: each is tried until it is taken, or refused for good."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from redis.asyncio import Redis
from telegram import Bot, BotCommand, BotCommandScope

from bot.call_errors import ApiUnreachable, CallFailed, RateLimited
from bot.handlers.general import all_command_rows
from bot.languages import languages
from bot.playground.dispatch import Fault
from bot.playground.server_version import NEWEST, OLDEST, VERSIONS
from bot.store import keys
from bot.store.people import AccountSettings
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import BoardLinks
from bot.telegram.publish_profile import WANTED_SETTINGS, publish_command_menus, publish_descriptions, set_account_up
from bot.telegram.send_queue import SendQueue
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from bot.user_input.commands import command_name
from tests.support.playground_client import PlaygroundClient, run_playground_client


@asynccontextmanager
async def account(**server: Any) -> AsyncIterator[tuple[PlaygroundClient, Gateway]]:
    async with (
        run_playground_client() as calls,
        Bot(calls.playground.token, base_url=f"{calls.playground.url}/bot", request=AiohttpRequest()) as bot,
    ):
        await calls.configure_server(**server)
        yield calls, Gateway(bot, SendQueue(), calls.clock)


class MenuRecorder:
    """Takes menus, but for those that it is told to answer otherwise, once each."""

    def __init__(self, **answers: list[CallFailed]) -> None:
        self.profile = self
        self.answers = answers
        self.taken: list[str | None] = []
        self.paused: list[float] = []
        self.hidden: list[tuple[str, str]] = []

    async def set_commands(self, listed: list[BotCommand], scope: BotCommandScope, code: str | None) -> None:
        assert listed
        assert scope
        if answers := self.answers.get(code or "default"):
            raise answers.pop(0)
        self.taken.append(code)
        self.hidden += [(scope.type, one.command) for one in listed if one.api_kwargs.get("is_ephemeral")]

    async def pause(self, seconds: float) -> None:
        self.paused.append(seconds)


async def publish_menus(
    menus: MenuRecorder, pause: Callable[[float], Awaitable[None]] | None = None
) -> list[str | None]:
    await publish_command_menus(cast("Gateway", menus), "tr", all_command_rows(), pause=pause or menus.pause)
    return menus.taken


WHOLE = [code for code in languages().codes for _ in range(3)]


async def test_a_menu_that_telegram_does_not_take_yet_is_told_again() -> None:
    menus = MenuRecorder(tr=[RateLimited("Too Many Requests", 7.0), ApiUnreachable("no route")])
    assert sorted(map(str, await publish_menus(menus))) == sorted([*WHOLE, *["None"] * 3])
    assert menus.paused[0] == 7
    assert 0.25 <= menus.paused[1] <= 0.5


async def test_who_asks_for_what_is_answered_to_them_alone_is_seen_by_nobody() -> None:
    menus = MenuRecorder()
    await publish_menus(menus)
    names = {command_name(key, code) for key in ("play", "rack", "rules", "help") for code in languages().codes}
    scopes = ("all_group_chats", "all_chat_administrators")
    assert set(menus.hidden) == {(scope, name) for scope in scopes for name in names}


async def test_everybody_is_offered_what_they_may_use_also_where_no_command_can_be_hidden() -> None:
    async with account(version=OLDEST) as (calls, gateway):
        await publish_command_menus(gateway, "tr", all_command_rows())
        offered = {}
        for scope in ("all_group_chats", "all_chat_administrators", "all_private_chats"):
            told = await calls.call_ok("getMyCommands", scope={"type": scope}, language_code="tr")
            offered[scope] = {one["command"] for one in told}
    deciding = {command_name(key, "tr") for key in ("pause", "resume", "add-word", "settings", "language")}
    assert not deciding & offered["all_group_chats"]
    assert offered["all_group_chats"] | deciding <= offered["all_chat_administrators"]
    assert command_name("settings", "tr") in offered["all_private_chats"]
    assert not {command_name(key, "tr") for key in ("join", "leave", "pause")} & offered["all_private_chats"]


async def test_telegram_is_told_only_what_it_does_not_know_yet() -> None:
    texts = Texts()
    async with account() as (calls, gateway):

        async def told() -> list[str]:
            before = [entry.number for entry in calls.playground.journal.find_entries()][-1:]
            await publish_command_menus(gateway, "tr", all_command_rows())
            await publish_descriptions(gateway, "tr", texts)
            calls_since = calls.playground.journal.find_entries(after=before[0] if before else 0)
            return [entry.method for entry in calls_since if not entry.method.startswith("get")]

        languages_told = len(languages().codes) + 1
        first = await told()
        assert first.count("setMyCommands") == 3 * languages_told
        assert first.count("setMyDescription") == first.count("setMyShortDescription") == languages_told
        assert first.count("setChatMenuButton") == 1
        assert await told() == []
        for code in languages().codes:
            whole = await calls.call_ok("getMyDescription", language_code=code)
            assert whole["description"] == texts.plain(code, "profile-whole")
            short = await calls.call_ok("getMyShortDescription", language_code=code)
            assert short["short_description"] == texts.plain(code, "profile-short")
        await calls.call_ok("setMyShortDescription", short_description="x", language_code="en")
        assert await told() == ["setMyShortDescription"]


async def test_the_button_of_private_chats_opens_the_board_page_while_there_is_one() -> None:
    async with (
        run_playground_client() as calls,
        Bot(calls.playground.token, base_url=f"{calls.playground.url}/bot", request=AiohttpRequest()) as bot,
    ):
        text, button = Texts().plain("tr", "button-board-page"), "https://bot.example.org/board/"
        for links, wanted in (
            (
                BoardLinks("https://bot.example.org/board"),
                {"type": "web_app", "text": text, "web_app": {"url": button}},
            ),
            (BoardLinks("https://bot.example.org/board"), None),
            (BoardLinks(), {"type": "commands"}),
        ):
            before = calls.playground.journal.last_number
            await publish_descriptions(Gateway(bot, SendQueue(), calls.clock, links), "tr", Texts())
            told = calls.playground.journal.find_entries("setChatMenuButton", after=before)
            assert [one.parameters["menu_button"] for one in told] == [wanted] * (wanted is not None)


async def test_what_telegram_refuses_to_be_told_ends_no_start() -> None:
    async with account() as (calls, gateway):
        for method in ("getMyCommands", "setMyDescription", "getChatMenuButton"):
            calls.playground.faults.add_fault(
                Fault(kind="error", status=400, description="Bad Request: no", method=method, count=40)
            )
        await publish_command_menus(gateway, "tr", all_command_rows())
        await publish_descriptions(gateway, "tr", Texts())
        taken = [entry.method for entry in calls.playground.journal.find_entries() if entry.status == 200]
        assert taken.count("setMyCommands") == 3 * (len(languages().codes) + 1), "what is not known is told"
        assert "setChatMenuButton" not in taken


@asynccontextmanager
async def fresh_account(version: str = NEWEST) -> AsyncIterator[tuple[PlaygroundClient, Gateway]]:
    """An account as @BotFather makes it, but that somebody has forbidden it to join groups."""
    async with account(version=version, inline=False, joining=False, privacy=True) as (calls, gateway):
        await gateway.check_alive()
        yield calls, gateway


async def test_a_new_account_is_set_up_once_and_keeps_its_privacy_mode_and_what_is_chosen_later(redis: Redis) -> None:
    async with fresh_account() as (calls, gateway):
        assert gateway.inline_mention == ""
        assert set(await set_account_up(gateway, AccountSettings(redis))) == set(WANTED_SETTINGS)
        server = calls.playground.world.server
        assert (server.inline, server.feedback, server.joining) == (True, 1, True)
        assert (calls.playground.world.privacy, server.callback_query_mode) == (True, "default")
        assert gateway.inline_mention == "@masa_bot"
        await calls.configure_server(inline=False)
        before = len(calls.playground.journal.find_entries("setMySettings"))
        assert await set_account_up(gateway, AccountSettings(redis)) == ()
        assert len(calls.playground.journal.find_entries("setMySettings")) == before == 1
        assert not calls.playground.world.server.inline
        await redis.hset(keys.account_settings(), str(gateway.user_id), "supports_inline_queries can_join_groups")
        assert await set_account_up(gateway, AccountSettings(redis)) == ("inline_feedback_share_denominator",)
        assert not calls.playground.world.server.inline


async def test_an_older_server_is_left_to_botfather_until_it_is_newer(redis: Redis) -> None:
    async with fresh_account(VERSIONS[-2]) as (calls, gateway):
        assert await set_account_up(gateway, AccountSettings(redis)) == ()
        assert not calls.playground.world.server.inline
        await calls.configure_server(version=NEWEST)
        assert set(await set_account_up(gateway, AccountSettings(redis))) == set(WANTED_SETTINGS)
