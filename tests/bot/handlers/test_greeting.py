"""Groups are greeted once a day and as they are: without pictures or text, with topics, in slow mode, once upgraded."""

from collections.abc import Callable

import pytest

from bot.handlers.guides import EXCERPT_SECONDS
from bot.playground.chats import Chat, Json
from bot.playground.server_version import NEWEST, OLDEST
from bot.store import keys
from bot.user_input.commands import command_name
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset
from tests.support.chat_harness import KIRAZ, LIMON, NANE, PEOPLE, BotHarness, ChatSession
from tests.support.chat_steps import data_of_label, migrate_group, run_auto_deletes, visible_bot_messages
from tests.support.games import after_actions, game, open_lobby_of, surrender
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GREETING_BUTTONS = ["open:", None, "guide:", "speak::tr", "speak::en", "speak::uk"]


async def test_an_administrator_chooses_the_language_below_the_greeting_and_a_member_is_refused_in_their_own(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group(people=(NANE, LIMON))
    await harness.store.save_setting(LIMON, "language", "uk")
    greeting = await talk.say_and_wait(NANE, "/start")
    refused = await talk.press_data(LIMON, greeting, "speak::en")
    assert refused["text"] == harness.texts.plain("uk", "refusal-admins-only")
    await talk.press_data(NANE, greeting, "speak::en")
    (told,) = await talk.wait_messages()
    assert told.html == harness.texts.html("en", "language-chosen")
    await harness.store.save_setting(LIMON, "language", None)


@pytest.mark.parametrize(
    ("status", "message"), [("administrator", "greeting-group"), ("member", "greeting-group-member")]
)
async def test_a_group_is_greeted_with_the_next_step_and_the_way_to_every_other_language(
    harness: BotHarness, status: str, message: str
) -> None:
    talk = await harness.new_group(status=status)
    talk.watch_from_start()
    (greeting,) = await talk.wait_messages()
    assert greeting.html == talk.text_html(message, bot="@harfiyen_bot")
    assert greeting.is_photo
    assert [button.get("callback_data") for button in greeting.buttons] == GREETING_BUTTONS
    assert [one["text"] for one in greeting.buttons[-3:]] == ["✓ Türkçe", "English", "Українська"]
    assert greeting.links == ["https://t.me/harfiyen_bot?start=first"]


@pytest.mark.parametrize("chosen", [None, "tr"])
async def test_a_group_that_chose_no_language_is_spoken_to_in_that_of_who_added_the_bot(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, chosen: str | None
) -> None:
    talk, world = await harness.new_group(), harness.playground.world
    monkeypatch.setattr(world.people[KIRAZ], "language", "uk")
    await harness.store.save_setting(KIRAZ, "language", None)
    await harness.store.save_setting(talk.scope, "language", chosen)
    await harness.redis.delete(keys.greeting(talk.chat_id))
    await talk.start_watching()
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    group = ChatSession(harness, talk.chat, chosen or "uk")
    expected = group.text_html("greeting-group", bot="@harfiyen_bot")
    assert (await talk.wait_messages())[0].html.startswith(expected)
    assert (await talk.say_and_wait(LIMON, "/start")).html.startswith(expected), "and so it stays"


async def test_the_buttons_of_the_greeting_open_a_table_of_a_game_as_pictured_and_help(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    greeting = await talk.say_and_wait(KIRAZ, "/start")
    await talk.press_data(KIRAZ, greeting, "guide:")
    (help_text,) = await talk.wait_messages()
    assert help_text.html.startswith(talk.text_html("help-brief"))
    await talk.press_data(KIRAZ, greeting, "open:")
    await talk.wait_messages()
    lobby = await talk.load_current_lobby()
    assert lobby.ruleset.id == "wordbox-uk"


async def test_coming_back_greets_and_promotion_does_not(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    world = harness.playground.world
    world.set_bot_status(talk.chat, "administrator")
    await talk.check_silence(KIRAZ)
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    await talk.check_silence(KIRAZ)
    assert 0 < await harness.redis.ttl(keys.greeting(talk.chat_id)) <= 24 * 60 * 60, "not twice within a day"
    await harness.redis.delete(keys.greeting(talk.chat_id))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.wait_messages())[0].html.startswith(talk.text_html("greeting-group", bot="@harfiyen_bot"))


async def test_nobody_is_greeted_as_if_no_game_were_on(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    world, on = harness.playground.world, talk.text_html("back-to-game", name="\u2068Ayşe\u2069")
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"}))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.wait_messages())[0].html == on
    asked = await talk.say_and_wait(LIMON, "/start")
    assert asked.html.startswith(talk.text_html("greeting-group", bot="@harfiyen_bot")), "its writer is greeted"
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "member")
    assert (await talk.wait_messages())[0].html.startswith(f"{on}\n"), "and how commands reach a member"
    world.set_bot_status(talk.chat, "administrator")
    await talk.put_table(open_lobby_of("kelimelik"))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.wait_messages())[0].html == talk.text_html("back-to-table")


async def join_group(harness: BotHarness, prepare: Callable[[Chat], None]) -> ChatSession:
    world = harness.playground.world
    world.privacy = True
    chat = world.add_group("Masa", PEOPLE)
    world.privacy = False
    prepare(chat)
    await harness.wait_until_idle()
    return ChatSession(harness, chat, "tr")


def buttons(message: Json) -> list[str | None]:
    return [button.get("callback_data") for row in message["reply_markup"]["inline_keyboard"] for button in row]


def forbid_photos(chat: Chat) -> None:
    chat.may_send_photos = False


def forbid_all(chat: Chat) -> None:
    chat.may_send_photos = chat.may_send_text = False


def slow_down(chat: Chat) -> None:
    chat.has_slow_mode = True


def open_topics(chat: Chat) -> None:
    chat.is_forum = True


def close_general_topic(chat: Chat) -> None:
    chat.is_forum = True
    chat.closed_topics.add(1)


@pytest.mark.parametrize("prepare", [forbid_photos, open_topics, slow_down])
async def test_a_group_is_greeted_with_a_picture_where_it_may_in_words_elsewhere(
    harness: BotHarness, prepare: Callable[[Chat], None]
) -> None:
    talk = await join_group(harness, prepare)
    (greeting,) = visible_bot_messages(talk)
    words = talk.text_plain("greeting-group-member", bot="@harfiyen_bot")
    assert ("photo" in greeting) == (prepare is not forbid_photos)
    assert str(greeting.get("text", words)).startswith(words)
    assert "message_thread_id" not in greeting, "in the general topic"
    assert buttons(greeting) == GREETING_BUTTONS


@pytest.mark.parametrize("prepare", [forbid_all, close_general_topic])
async def test_a_group_that_cannot_be_greeted_waits_for_nothing(
    harness: BotHarness, prepare: Callable[[Chat], None]
) -> None:
    talk = await join_group(harness, prepare)
    assert visible_bot_messages(talk) == []
    assert await harness.redis.xlen(keys.dead_letters(keys.shard_of(talk.chat_id))) == 0
    talk.chat.may_send_text, talk.chat.closed_topics = True, set()
    talk.watch_from_start()
    talk.say(KIRAZ, "/start@harfiyen_bot")
    await harness.wait_until_idle()
    assert [buttons(one) for one in visible_bot_messages(talk)] == [GREETING_BUTTONS]


@pytest.mark.parametrize(("chosen", "spoken"), [("uk", "uk"), (None, "tr")])
async def test_the_language_of_who_adds_the_bot_gives_way_to_that_of_the_group_that_a_supergroup_was(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, chosen: str | None, spoken: str
) -> None:
    """The bot is in the supergroup before it hears which group that was."""
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await harness.store.save_setting(old.scope, "language", chosen)
    await add_bot_as_english_reader(harness, monkeypatch, new)
    assert (await harness.store.load_settings(new.chat_id))["language"] == "en"
    await migrate_group(old, ChatSession(harness, new.chat, spoken), by_new_group=True)
    assert (await harness.store.load_settings(new.chat_id)).get("language", "tr") == spoken


async def test_who_adds_the_bot_again_changes_no_language_of_a_group_that_has_played(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group(table=after_actions(LAID, surrender(LAID)))
    await add_bot_as_english_reader(harness, monkeypatch, talk)
    assert "language" not in await harness.store.load_settings(talk.chat_id)


async def add_bot_as_english_reader(harness: BotHarness, monkeypatch: pytest.MonkeyPatch, talk: ChatSession) -> None:
    world = harness.playground.world
    monkeypatch.setattr(world.people[KIRAZ], "language", "en")
    await harness.store.save_setting(KIRAZ, "language", None)
    await harness.store.save_setting(talk.scope, "language", None)
    await harness.redis.delete(keys.greeting(talk.chat_id))
    await talk.start_watching()
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    await talk.wait_messages()
    await harness.wait_until_idle()


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
OTHER_BAG = game(resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A")


async def test_where_the_server_can_the_rules_are_the_askers_alone_and_whole(harness: BotHarness) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(NEWEST)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(NANE, "/rules")
    assert answer.is_ephemeral
    assert len(answer.text.splitlines()) > 8
    await run_auto_deletes(harness, EXCERPT_SECONDS)
    assert harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE), "it takes a while to read"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_elsewhere_a_group_reads_a_few_lines_that_do_not_stay(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language, status="member")
    harness.switch_server_version(OLDEST)
    await talk.put_table(LAID)
    for text, labels in (("/rules", ("button-whole-rules", "button-fair-draw")), ("/help", ("button-whole-help",))):
        answer = await talk.say_and_wait(NANE, f"{text}@harfiyen_bot")
        assert not answer.is_ephemeral
        assert len(answer.text.splitlines()) <= 4
        assert [button["text"] for button in answer.buttons] == [talk.text_plain(label) for label in labels]
        await run_auto_deletes(harness, EXCERPT_SECONDS + 1)
        assert answer.message_id not in talk.chat.messages


async def test_the_link_tells_players_the_options_of_their_table_and_others_the_games_own(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    harness.switch_server_version(OLDEST)
    await talk.put_table(OTHER_BAG)
    (link,) = (await talk.say_and_wait(KIRAZ, "/rules@harfiyen_bot")).links
    payload = link.partition("start=")[2]
    told = {
        person: await (await harness.private_chat(person)).say_and_wait(person, f"/start {payload}")
        for person in (KIRAZ, NANE)
    }
    assert "91 taş" in told[KIRAZ].text
    assert "100 taş" in told[NANE].text


async def test_a_forged_link_is_a_greeting(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    for payload in ("rules", "rules_", "rules_chess", "help_chess", "rules_klepka_x", "helpme"):
        answer = await private.say_and_wait(LIMON, f"/start {payload}")
        assert answer.html == private.text_html("tutorial-offer", name="\u2068Limon\u2069"), payload


async def _turn_page(talk: ChatSession, message: SentMessage, label: str) -> SentMessage:
    await talk.press_data(NANE, message, data_of_label(message, talk.text_plain(label)))
    return await talk.wait_edited(message, "editMessageText")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_turns_its_pages_in_place(harness: BotHarness, language: str) -> None:
    private = await harness.private_chat(NANE, language)
    page = await private.say_and_wait(NANE, "/help")
    first = page.text
    for label, command in (("game", "rules"), ("admins", "undo"), ("settings", "theme")):
        page = await _turn_page(private, page, f"button-help-{label}")
        assert f"/{command_name(command, language)} " in page.text
        page = await _turn_page(private, page, "button-help-back")
        assert page.text == first
