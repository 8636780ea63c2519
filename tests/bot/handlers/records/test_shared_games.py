"""The end of a game shown elsewhere: by its button alone, with the group's name only where the group allows it."""

import pytest

from bot.handlers.records.shared_games import NAME_SETTING, NAME_SHOWN
from bot.records.shared_picture import parse_share_query, share_query
from bot.store import keys
from bot.telegram.api.gateway import Gateway
from bot.wording import game_result
from tests.support.chat_harness import KIRAZ, NANE, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group
from tests.support.languages import LANGUAGES
from tests.support.played_games import finish_game
from tests.support.sent_messages import Json, SentMessage


def parse(query: str) -> tuple[int, str]:
    """The chat and the game of a query."""
    found = parse_share_query(query)
    assert found is not None
    return found


async def open_page(talk: ChatSession, private: ChatSession) -> SentMessage:
    """The page of the group's newest game, which Kiraz opens in private."""
    listed = await talk.say_and_wait(KIRAZ, "/gecmis")
    await private.start_watching()
    await talk.press_kind(KIRAZ, listed, "past")
    return (await private.wait_messages())[0]


running = pytest.mark.asyncio(loop_scope="module")


def query_of(message: SentMessage) -> str:
    """What the button types behind the bot's name."""
    return str(next(one["switch_inline_query"] for one in message.buttons if "switch_inline_query" in one))


async def ask(house: BotHarness, person: int, text: str) -> list[Json]:
    """The messages that the results of an inline query become."""
    world = house.playground.world
    query = await world.inline.ask_bot(world.people[person], world.chats[person], text)
    assert query.shown_answer is not None
    return list(query.shown_answer.messages.values())


@running
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_button_under_the_end_shows_its_picture_in_any_chat(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language, title="Gizli Kulüp")
    ended = await finish_game(talk)
    assert talk.text_plain("button-share") in [one["text"] for one in ended.buttons]
    await harness.wait_until_idle()
    (shown,) = await ask(harness, NANE, query_of(ended))
    assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]
    assert "Kiraz" in shown["caption"]
    assert "Gizli Kulüp" not in shown["caption"]
    assert f"{game_result.SURRENDERED} \u2068Limon" in shown["caption"], "it is no medal, whatever the score"


@running
async def test_the_groups_name_goes_along_where_the_group_allows_it(harness: BotHarness) -> None:
    talk = await harness.new_group(title="Açık Kulüp")
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    await harness.store.save_setting(talk.scope, NAME_SETTING, NAME_SHOWN)
    (shown,) = await ask(harness, KIRAZ, query_of(ended))
    assert "Açık Kulüp" in shown["caption"]


@running
async def test_a_game_is_shown_from_its_page_of_the_history_too(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    page = await open_page(talk, private)
    assert query_of(page) == query_of(ended)
    (shown,) = await ask(harness, KIRAZ, query_of(page))
    assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]


@running
async def test_a_game_whose_picture_is_not_kept_is_not_offered(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    await harness.redis.delete(keys.shared_picture(*parse(query_of(ended))))
    page = await open_page(talk, private)
    assert not [one for one in page.buttons if "switch_inline_query" in one]


@running
async def test_where_inline_mode_is_off_no_game_is_offered(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await finish_game(talk)
    await harness.wait_until_idle()
    monkeypatch.setattr(Gateway, "inline_mention", "")
    page = await open_page(talk, private)
    assert not [one for one in page.buttons if "switch_inline_query" in one]


@running
async def test_a_game_is_shown_after_its_group_has_become_a_supergroup(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group(title="Büyüyen Kulüp")
    private = await harness.private_chat(KIRAZ)
    ended = await finish_game(old)
    await harness.wait_until_idle()
    await harness.store.save_setting(old.scope, NAME_SETTING, NAME_SHOWN)
    await migrate_group(old, new)
    page = await open_page(new, private)
    assert parse(query_of(page))[0] == new.chat_id
    for query in (query_of(ended), query_of(page)):
        (shown,) = await ask(harness, KIRAZ, query)
        assert shown["photo"][-1]["file_id"] == ended.message["photo"][-1]["file_id"]
        assert "Büyüyen Kulüp" in shown["caption"]


@running
async def test_whoever_does_not_know_a_games_id_is_shown_nothing_of_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    query = query_of(ended)
    for guess in (
        query[:-1] + ("0" if query[-1] != "0" else "1"),
        query[:-8],
        f"#{talk.chat_id}.",
        f"#{KIRAZ}.{query[-16:]}",
    ):
        assert not [one for one in await ask(harness, NANE, guess) if "photo" in one]


def test_only_what_the_button_types_shares_anything() -> None:
    assert parse_share_query(share_query(-100, "0123456789abcdef")) == (-100, "0123456789abcdef")
    for text in ("", "#", "#-100.0123", "8F KALEM", "#-100.0123456789abcdeg", "#1.2.0123456789abcdef"):
        assert parse_share_query(text) is None
