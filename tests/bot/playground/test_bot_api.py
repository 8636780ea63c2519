"""The playground's Bot API as python-telegram-bot sees it, over real HTTP and the aiohttp request class."""

import asyncio
import re

import aiohttp
import pytest
from telegram import Bot, BotCommand, ChatMemberAdministrator, ChatMemberOwner
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError

from bot.playground import Fault, Playground
from tests.support.playground_api import TOKEN, bot_of_playground
from tests.support.playground_client import GROUP, KIRAZ, LIMON


@pytest.mark.parametrize("token", ["77:abd", "78:abc", "nonsense"])
async def test_a_wrong_token_is_refused(playground: Playground, token: str) -> None:
    bot = bot_of_playground(playground, token)
    with pytest.raises(InvalidToken):
        await bot.initialize()
    await bot.shutdown()


@pytest.mark.parametrize("way", ["query", "form", "json", "multipart"])
async def test_parameters_may_come_in_four_ways_and_unknown_ones_are_ignored(playground: Playground, way: str) -> None:
    params = {"chat_id": str(GROUP), "text": "Selam", "moon": "full"}
    url = f"{playground.api_url}/bot77:abc/sendMessage"
    async with aiohttp.ClientSession() as session:
        match way:
            case "query":
                answer = await session.get(url, params=params)
            case "form":
                answer = await session.post(url, data=params)
            case "json":
                answer = await session.post(url, json=params)
            case _:
                with aiohttp.MultipartWriter("form-data") as writer:
                    for name, value in params.items():
                        writer.append(value).set_content_disposition("form-data", name=name)
                answer = await session.post(url, data=writer)
        body = await answer.json()
    assert body["ok"], body
    assert body["result"]["text"] == "Selam"


@pytest.mark.parametrize("body", [b"{", b"[1]", b'"x"', b"\xff"])
async def test_a_body_that_is_no_json_object_is_refused(playground: Playground, body: bytes) -> None:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        answer = await session.post(f"{playground.api_url}/bot77:abc/sendMessage", data=body)
        assert answer.status == 400
        assert (await answer.json())["ok"] is False


@pytest.mark.parametrize("body", [b"[" * 5_000, b'{"update":' * 5_000, b'{"update": {"message": ' + b"[" * 5_000])
async def test_what_is_nested_without_end_is_refused_by_every_door(playground: Playground, body: bytes) -> None:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as session:
        for door in ("bot77:abc/sendMessage", "control/updates", "control/faults"):
            answer = await session.post(f"{playground.api_url}/{door}", data=body)
            assert (door, answer.status, (await answer.json())["ok"]) == (door, 400, False)
        form = {"chat_id": str(GROUP), "text": "x", "reply_markup": body.decode()}
        answer = await session.post(f"{playground.api_url}/bot77:abc/sendMessage", data=form)
        assert answer.status == 400


async def test_an_unknown_chat_is_not_found(bot: Bot) -> None:
    for chat in (-5, 105, "@nobody"):
        with pytest.raises(BadRequest, match=r"(?i)chat not found"):
            await bot.send_message(chat, "x")


async def test_a_person_must_write_first(playground: Playground, bot: Bot) -> None:
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(KIRAZ, "x")
    playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    assert (await bot.send_message(KIRAZ, "x")).chat.type == "private"
    with pytest.raises(Forbidden):
        await bot.send_message(LIMON, "x")


async def test_a_left_group_takes_no_messages(playground: Playground, bot: Bot) -> None:
    playground.world.set_bot_status(playground.world.chats[GROUP], "left")
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(GROUP, "x")


async def test_the_group_has_an_owner_members_and_the_bot_as_administrator(bot: Bot) -> None:
    owner, admin = await bot.get_chat_member(GROUP, KIRAZ), await bot.get_chat_member(GROUP, 77)
    assert isinstance(owner, ChatMemberOwner)
    assert isinstance(admin, ChatMemberAdministrator)
    assert (await bot.get_chat_member(GROUP, LIMON)).status == "member"
    assert (await bot.get_chat(GROUP)).title == "Kelime Masası"
    with pytest.raises(BadRequest, match=r"(?i)user not found"):
        await bot.get_chat_member(GROUP, 999)


def menu(playground: Playground) -> list[dict[str, object]]:
    return playground.world.command_lists.visible_commands(
        playground.world.chats[GROUP], playground.world.people[LIMON]
    )


async def test_commands_are_kept_by_scope_and_language(playground: Playground, bot: Bot) -> None:
    assert await bot.set_my_commands([BotCommand("oyna", "Hamle yap")], language_code="tr")
    assert await bot.set_my_commands([BotCommand("play", "Make a play")])
    assert [one.command for one in await bot.get_my_commands(language_code="tr")] == ["oyna"]
    assert [one["command"] for one in menu(playground)] == ["oyna"]
    assert await bot.delete_my_commands(language_code="tr")
    assert [one["command"] for one in menu(playground)] == ["play"]
    assert await bot.delete_my_commands()
    assert await bot.get_my_commands() == ()
    with pytest.raises(BadRequest, match=r"(?i)BOT_COMMAND_INVALID"):
        await bot.set_my_commands([BotCommand("değiştir", "x")])


async def test_an_answer_may_be_lost_after_the_call_was_carried_out(playground: Playground, bot: Bot) -> None:
    playground.faults.add_fault(Fault(kind="close", method="sendMessage", after=True))
    with pytest.raises(NetworkError):
        await bot.send_message(GROUP, "bir kez")
    messages = playground.world.chats[GROUP].messages.values()
    assert [message["text"] for message in messages] == ["bir kez"]


async def test_control_over_http(playground: Playground, bot: Bot) -> None:
    async with aiohttp.ClientSession(f"{playground.url}/control/") as control:
        await control.post("faults", json={"kind": "retry_after", "retry_after": 3})
        assert len(await (await control.get("faults")).json()) == 1
        await control.delete("faults")
        assert (await control.post("faults", json={"kind": "flood"})).status == 400
        await control.post("updates", json={"person": KIRAZ, "chat_id": GROUP, "text": "/oyna"})
        await control.post("updates", json={"update": {"update_id": 5, "message": {}}})
        made = await (await control.post("groups", json={"title": "İkinci", "people": [102, 103]})).json()
        assert (await control.post("groups", json={"title": "Boş", "people": []})).status == 400
        await control.delete("journal")
        waiting = asyncio.create_task(control.get("journal", params={"method": "getChat", "wait": "10"}))
        assert (await bot.get_chat(made["id"])).title == "İkinci"
        entries = await (await waiting).json()
        messages = await (await control.get(f"chats/{GROUP}")).json()
    assert entries[0]["method"] == "getChat"
    assert [message["text"] for message in messages] == ["/oyna"]
    assert (await bot.get_chat_member(made["id"], 102)).status == "creator"
    assert 5 in [update["update_id"] for update in playground.updates.pending_updates]


async def test_only_this_machine_is_served(playground: Playground) -> None:
    with pytest.raises(ValueError, match="not a loopback address"):
        await Playground().start(host="0.0.0.0", port=0)  # noqa: S104 - refused is the point
    async with aiohttp.ClientSession() as session:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            answer = await session.get(f"{playground.url}/page/people", headers=headers)
            assert answer.status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_another_sites_page_can_do_nothing_and_lead_to_the_page_alone(playground: Playground, site: str) -> None:
    """A plain GET, as of a picture or a link, has no origin; `same-site` is another port of this machine."""
    said = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
    async with aiohttp.ClientSession(playground.url) as session:
        for path in (f"/bot{TOKEN}/setWebhook?url=http://127.0.0.1:1/", "/page/people", "/control/journal"):
            for mode in ("navigate", "no-cors"):
                assert (await session.get(path, headers=said | {"Sec-Fetch-Mode": mode})).status == 403
        assert (await session.get("/", headers=said)).status == 200
        assert (await session.get("/", headers=said | {"Host": "evil.example"})).status == 403
        for own in ("none", "same-origin"):
            assert (await session.get("/page/people", headers={"Sec-Fetch-Site": own})).status == 200
    assert not playground.journal.find_entries("setWebhook")


async def test_each_playground_has_a_token_that_cannot_be_guessed() -> None:
    tokens = {Playground().token for _ in range(20)}
    assert len(tokens) == 20
    assert all(re.fullmatch(r"7000000001:[A-Za-z0-9_-]{35}", one) for one in tokens)
