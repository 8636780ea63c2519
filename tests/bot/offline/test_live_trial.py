"""``harfiyen doctor --live CHAT``: what the bot sends is tried in a chat, told line by line, and deleted again."""

import asyncio
import json
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest
import telegram
from redis.asyncio import Redis

from bot.config import SETTINGS, load_config
from bot.offline import live_trial
from bot.offline.doctor import DoctorCheck
from bot.playground import Fault, JournalEntry, Playground
from bot.playground.parameters import METHODS
from bot.playground.server_version import NEWEST, VERSIONS, is_known_since
from bot.store.heartbeat import Heartbeat
from tests.docs.shown_commands import PAGE
from tests.e2e.bot_stage import HARFIYEN, bot_environment
from tests.support.checkout import page_text
from tests.support.command_line import run_command
from tests.support.playground_client import GROUP, KIRAZ, LIMON, TOKEN, UnixClock, run_playground
from tests.support.waiting import PATIENCE

_ADMINISTRATOR: Final = (
    "user status can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats"
    " can_restrict_members can_promote_members can_change_info can_invite_users can_post_stories can_edit_stories"
    " can_delete_stories"
)
REQUIRED: Final = {
    "User": "id is_bot first_name",
    "Chat": "id type",
    "ChatFullInfo": "id type accent_color_id max_reaction_count accepted_gift_types",
    "AcceptedGiftTypes": "unlimited_gifts limited_gifts unique_gifts premium_subscription gifts_from_channels",
    "Message": "message_id date chat",
    "MessageEntity": "type offset length",
    "PhotoSize": "file_id file_unique_id width height",
    "Document": "file_id file_unique_id",
    "ForumTopicCreated": "name icon_color",
    "creator": "user status is_anonymous",
    "administrator": _ADMINISTRATOR,
    "member": "user status",
    "left": "user status",
    "kicked": "user status until_date",
    "Update": "update_id",
    "CallbackQuery": "id from chat_instance",
    "InlineQuery": "id from query offset",
    "ChatMemberUpdated": "chat from date old_chat_member new_chat_member",
    "WebhookInfo": "url has_custom_certificate pending_update_count",
    "BotCommand": "command description",
    "BotDescription": "description",
    "BotShortDescription": "short_description",
}
"""By type, by status for members of chats; as of Bot API 10.0."""
_ADDED: Final = {"administrator": (("10.3", "can_send_welcome_messages"),)}
_TYPES: Final = {
    **dict.fromkeys(("from", "user", "receiver_user", "left_chat_member", "new_chat_members", "via_bot"), "User"),
    **dict.fromkeys(("message", "edited_message", "reply_to_message", "pinned_message"), "Message"),
    **dict.fromkeys(("entities", "caption_entities"), "MessageEntity"),
    **dict.fromkeys(("old_chat_member", "new_chat_member"), "ChatMember"),
    "chat": "Chat",
    "photo": "PhotoSize",
    "document": "Document",
    "forum_topic_created": "ForumTopicCreated",
    "callback_query": "CallbackQuery",
    "inline_query": "InlineQuery",
    "my_chat_member": "ChatMemberUpdated",
    "accepted_gift_types": "AcceptedGiftTypes",
}
"""Of the fields that hold objects, or lists of them."""
_RESULTS: Final = {
    "getMe": "User",
    "getChat": "ChatFullInfo",
    "getChatMember": "ChatMember",
    "getWebhookInfo": "WebhookInfo",
    "getMyCommands": "BotCommand",
    "getMyDescription": "BotDescription",
    "getMyShortDescription": "BotShortDescription",
    "getUpdates": "Update",
}


def missing_fields(method: str, result: Any, version: str) -> Iterator[str]:
    if kind := _RESULTS.get(method) or ("Message" if method.startswith(("send", "editMessage")) else None):
        yield from _missing_in(kind, result, version)


def _missing_in(kind: str, value: Any, version: str) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _missing_in(kind, one, version)
    if not isinstance(value, dict):
        return
    kind = value["status"] if kind == "ChatMember" else kind
    added = (name for since, name in _ADDED.get(kind, ()) if is_known_since(since, version))
    for name in (*REQUIRED[kind].split(), *added):
        if name not in value:
            yield f"{kind}.{name}"
    for name, inner in value.items():
        if name in _TYPES:
            yield from _missing_in(_TYPES[name], inner, version)


SOURCES: Final = Path(live_trial.__file__).parents[1]
STAND_INS: Final = ("playground", "offline")
"""Rooms that send nothing to Telegram for the games."""
UNKNOWN: Final = {
    "10.0": {"alone, form of 10.3", "in place, form of 10.4", "in place, form of 10.3"}
    | {"after a tap, form of 10.4", "after a tap, form of 10.3", "account settings"},
    "10.3": {"in place, form of 10.4", "after a tap, form of 10.4", "account settings"},
    "10.5": set[str](),
}
"""What a server of each version refuses, though the bot administers the group."""
NOT_TRIED: Final = {"setWebhook": "the doctor compares what Telegram has", "deleteWebhook": "each start does it"}
"""Methods that no row is about, and why."""


class Trial:
    """A playground with an owner who does what the trial asks for, and what the trial said."""

    def __init__(self, playground: Playground, folder: Path, chat: int) -> None:
        self.playground = playground
        self.world = playground.world
        self.folder = folder
        self.chat = chat
        self.tappers = [KIRAZ]
        self.environ = {"BOT_TOKEN": TOKEN, "BOT_API_URL": playground.url, "RATE_LIMITS": "off"}
        self.environ["OWNER_IDS"] = str(KIRAZ)
        self.checks: dict[str, DoctorCheck] = {}
        self.queries: list[asyncio.Task[Any]] = []
        playground.journal.listeners.append(self._follow_call)

    async def run(self, **settings: str) -> None:
        config = load_config(self.environ | settings, self.folder)
        await live_trial.try_in_chat(config, str(self.chat), self._note)

    def _note(self, check: DoctorCheck) -> None:
        assert check.name not in self.checks
        self.checks[check.name] = check

    def _follow_call(self, call: JournalEntry) -> None:
        """Before the trial waits, it asks whether a webhook is set."""
        if call.method == "getWebhookInfo" and not self.queries:
            chat = self.world.chats[self.chat]
            picture = next(one for one in chat.messages.values() if "photo" in one and "reply_markup" in one)
            for person in self.tappers:
                for shown in self.ephemeral_of(person):
                    number = shown["message"]["ephemeral_message_id"]
                    self.world.write_as_person(person, self.chat, ".", ephemeral=number)
                self.world.press_button(person, self.chat, picture["message_id"], live_trial.TAP_DATA)
                asked = self.world.inline.ask_bot(self.world.people[person], chat, live_trial.INLINE_TEXT)
                self.queries.append(asyncio.create_task(asked))

    def names(self, status: str) -> list[str]:
        return [name for name, check in self.checks.items() if check.status == status]

    def refused(self) -> set[str]:
        return {name for name, check in self.checks.items() if check.found.startswith("refused: ")}

    def left_out(self) -> set[str]:
        return {name for name, check in self.checks.items() if check.found.startswith("left out: ")}

    def sent_messages(self) -> list[Any]:
        kept = [one for chat in self.world.chats.values() for one in chat.messages.values()]
        kept += [one["message"] for person in self.world.people for one in self.ephemeral_of(person)]
        return [one for one in kept if one["from"]["id"] == self.world.bot["id"]]

    def ephemeral_of(self, person: int) -> list[Any]:
        return self.world.ephemeral.visible_to_person(self.chat, person)

    def methods(self) -> set[str]:
        return {entry.method for entry in self.playground.journal.find_entries()}


@asynccontextmanager
async def open_trial(folder: Path, *, version: str = NEWEST, chat: int = GROUP) -> AsyncIterator[Trial]:
    async with run_playground(UnixClock()) as playground:
        playground.world.server.version = version
        playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
        playground.updates.clear_updates()
        trial = Trial(playground, folder, chat)
        yield trial
        for query in trial.queries:
            query.cancel()


@pytest.fixture
async def trial(tmp_path: Path) -> AsyncIterator[Trial]:
    async with open_trial(tmp_path) as made:
        yield made


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_server_of_each_version_takes_what_it_knows_and_answers_with_all_required_fields(
    tmp_path: Path, version: str
) -> None:
    async with open_trial(tmp_path, version=version) as trial:
        trial.world.set_bot_status(trial.world.chats[GROUP], "member")
        trial.world.set_bot_status(trial.world.chats[GROUP], "administrator")
        await trial.run(OWNER_IDS=f"{KIRAZ},{LIMON}")
        assert trial.refused() == UNKNOWN[version]
        assert not trial.names("wrong")
        assert not trial.sent_messages()
        if version != "10.0":
            assert trial.left_out() == {"reply keyboard"}
        answers = [one for one in trial.playground.journal.find_entries() if one.status == HTTPStatus.OK]
        assert not {name for one in answers for name in missing_fields(one.method, one.result, version)}


async def test_every_method_that_the_bot_calls_is_tried_in_a_group_or_a_private_chat(tmp_path: Path) -> None:
    page = {"WEB_URL": "https://bot.example.org/board", "WEB_APP": "tahta"}
    async with open_trial(tmp_path) as in_group, open_trial(tmp_path, chat=KIRAZ) as in_private:
        await in_group.run(**page)
        await in_private.run(**page)
        assert not methods_of_bot() - NOT_TRIED.keys() - in_group.methods() - in_private.methods()
        assert not [one for one in in_group.playground.journal.find_entries() if one.ignored]
        for trial, opens in ((in_group, "url"), (in_private, "web_app")):
            assert trial.checks["buttons"].found == "taken"
            sent = [entry.json_parameter("reply_markup") for entry in trial.playground.journal.find_entries()]
            keys = [key for one in sent if one for row in one.get("inline_keyboard", []) for key in row if opens in key]
            assert any("b_00000000_" in str(key[opens]) for key in keys), "the board page's button of such a chat"
        assert in_private.checks["reply keyboard"].found == in_private.checks["inline answer"].found == "taken"
        assert in_private.left_out() >= {"own rights", "alone, form of 10.3", "in place, form of 10.4"}
        assert not in_private.refused()
        assert not in_private.names("wrong")
        assert not in_private.sent_messages()


async def test_a_plain_member_writes_to_one_person_only_after_their_tap(trial: Trial) -> None:
    trial.world.set_bot_status(trial.world.chats[GROUP], "member")
    await trial.run()
    assert trial.refused() == {"alone, form of 10.3", "pin", "pin removed"}
    assert "CHAT_ADMIN_REQUIRED" in trial.checks["alone, form of 10.3"].found
    assert trial.checks["text edited alone"].found == "taken"


def methods_of_bot() -> set[str]:
    library = {name for name in dir(telegram.Bot) if re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", name)}
    written = {word for path in bot_sources("telegram", "ingress") for word in re.findall(r"\w+", path.read_text())}
    return {name for name in library | METHODS.keys() if name in written or snake_case(name) in written} - {"close"}


def bot_sources(*folders: str) -> Iterator[Path]:
    for path in sorted(path for folder in folders or (".",) for path in (SOURCES / folder).rglob("*.py")):
        if path.relative_to(SOURCES).parts[0] not in STAND_INS:
            yield path


def snake_case(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()


@pytest.mark.repeats(2)
@pytest.mark.parametrize("method", sorted(methods_of_bot() - {"getMe", "getChat"} - NOT_TRIED.keys()))
async def test_each_refused_method_is_told_with_what_the_bot_does_instead(trial: Trial, method: str) -> None:
    why = "Bad Request: refused on demand"
    trial.playground.faults.add_fault(Fault(kind="error", status=400, description=why, method=method, count=999))
    await trial.run()
    told = [check for check in trial.checks.values() if why in check.found]
    assert told or method in {"deleteEphemeralMessage", "deleteMessage"}
    assert all(check.remedy and check.found.startswith("refused: ") for check in told)
    if method in {"deleteMessage", "deleteEphemeralMessage"}:
        assert trial.checks["cleaning up"].status == "wrong"
    else:
        assert trial.checks["cleaning up"].status == "good"
        assert not trial.sent_messages()


async def test_ephemeral_messages_go_to_owners_alone_and_waiting_updates_are_left_to_the_bot(trial: Trial) -> None:
    trial.tappers = [LIMON, KIRAZ]
    trial.world.write_as_person(LIMON, GROUP, "/oyna H8 yatay KALEM")
    await trial.run()
    assert not trial.refused()
    sent = [entry.result for entry in trial.playground.journal.find_entries() if isinstance(entry.result, dict)]
    assert {one["receiver_user"]["id"] for one in sent if "ephemeral_message_id" in one} == {KIRAZ}
    assert trial.checks["tap"].found == trial.checks["inline answer"].found == "taken"
    assert trial.playground.updates.pending_updates[0]["message"]["text"] == "/oyna H8 yatay KALEM"


@pytest.mark.parametrize(("owners", "said"), [("", "left out: OWNER_IDS is empty"), ("999", "refused: ")])
async def test_without_an_owner_nobody_is_told_alone(
    trial: Trial, monkeypatch: pytest.MonkeyPatch, owners: str, said: str
) -> None:
    monkeypatch.setattr(live_trial, "OWNER_SECONDS", 0.0)
    await trial.run(OWNER_IDS=owners)
    assert trial.checks["owner"].found.startswith(said)
    assert trial.left_out() >= {"alone, form of 10.3", "in place, form of 10.4", "text edited alone"}
    assert not [one for one in trial.playground.journal.find_entries() if "Ephemeral" in one.method]


async def test_updates_are_not_taken_from_a_running_bot(trial: Trial, redis: Redis, redis_url: str) -> None:
    await Heartbeat(redis, "masa").record_beat(None, returning=True)
    await trial.run(REDIS_URL=redis_url)
    assert "masa" in trial.checks["tap"].found
    assert trial.left_out() >= {"tap", "box", "inline answer"}
    assert "getUpdates" not in trial.methods()
    assert not trial.sent_messages()


async def test_another_process_that_fetches_updates_is_given_way_to(trial: Trial) -> None:
    said = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    trial.playground.faults.add_fault(Fault(kind="error", status=409, description=said, method="getUpdates", count=9))
    await trial.run()
    assert trial.left_out() >= {"tap", "box", "inline answer"}


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "method", ["sendMessage", "sendPhoto", "editMessageMedia", "setMyCommands", "setMyDescription", "pinChatMessage"]
)
async def test_an_interrupted_trial_leaves_nothing_behind(trial: Trial, method: str) -> None:
    running = asyncio.create_task(trial.run())

    def interrupt(call: JournalEntry) -> None:
        if call.method == method:
            trial.playground.journal.listeners.remove(interrupt)
            running.cancel()

    trial.playground.journal.listeners.append(interrupt)
    with pytest.raises(asyncio.CancelledError):
        await running
    assert trial.checks["cleaning up"].status == "good"
    assert not trial.sent_messages()
    assert method in trial.methods()
    assert not (await answer_of(trial, "getMyCommands", language_code="eo", scope={"type": "chat", "chat_id": GROUP}))
    assert (await answer_of(trial, "getMyDescription", language_code="eo")) == {"description": ""}


async def answer_of(trial: Trial, method: str, **parameters: Any) -> Any:
    url = f"{trial.playground.url}/bot{TOKEN}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=parameters) as response:
        return (await response.json())["result"]


async def test_a_trial_that_is_told_to_end_cleans_up(trial: Trial) -> None:
    trial.tappers = []
    process = await asyncio.create_subprocess_exec(
        *HARFIYEN,
        *("doctor", "--live", str(GROUP)),
        cwd=trial.folder,
        env=bot_environment(trial.environ),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            await process.stderr.readuntil(b"Within a minute")
            assert trial.sent_messages()
            process.terminate()
            said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 128 + signal.SIGTERM
    assert said.decode().splitlines()[-1] == "✓ cleaning up: every message is deleted"
    assert not trial.sent_messages()


@pytest.fixture
def settings(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in trial.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(trial.folder)


@pytest.mark.usefixtures("settings")
async def test_as_json_the_trial_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("doctor", "--live", str(GROUP), "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert {"check": "text", "level": "good", "says": "taken", "remedy": ""} in document["findings"]


@pytest.mark.usefixtures("settings")
async def test_the_status_is_1_if_games_cannot_be_played(trial: Trial, capsys: pytest.CaptureFixture[str]) -> None:
    said = f"Bad Request: https://api.telegram.org/bot{TOKEN}/sendMessage"
    trial.playground.faults.add_fault(Fault(kind="error", status=400, description=said, method="sendMessage", count=99))
    assert await run_command("doctor", "--live", str(GROUP)) == 1
    assert "✗ text: refused: Bad Request" in (shown := capsys.readouterr().out)
    assert TOKEN not in shown


@pytest.mark.parametrize("chat", ["12345", "@nobody"])
@pytest.mark.usefixtures("settings")
async def test_a_chat_that_the_bot_does_not_know_is_told(chat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("doctor", "--live", chat) == 1
    assert "Chat not found" in capsys.readouterr().out


@pytest.mark.usefixtures("settings")
async def test_without_a_token_it_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("BOT_TOKEN")
    assert await run_command("doctor", "--live", str(GROUP)) == 2
    assert "BOT_TOKEN" in capsys.readouterr().err


async def test_the_page_of_the_command_line_shows_what_is_said(tmp_path: Path) -> None:
    block = page_text(PAGE).partition(f"harfiyen doctor --live {GROUP}\n")[2].partition("```")[0]
    async with open_trial(tmp_path, version="10.3") as trial:
        await trial.run()
        said = "\n".join(map(str, trial.checks.values()))
        assert block
        assert not [part for part in block.split("…\n") if part.strip() not in said]


async def test_a_refused_token_is_told_and_not_shown(trial: Trial) -> None:
    trial.playground.faults.add_fault(Fault(kind="error", status=401, description="Unauthorized", method="getMe"))
    await trial.run()
    assert [(check.status, check.found) for check in trial.checks.values()] == [("wrong", "BOT_TOKEN is refused")]


async def test_a_server_that_goes_away_ends_the_trial_in_one_line(trial: Trial) -> None:
    trial.playground.faults.add_fault(Fault(kind="close", method="sendDocument"))
    await trial.run()
    assert trial.names("wrong") == ["Telegram"]
    assert not trial.sent_messages()
