"""The end of a game shown elsewhere: by its button alone, with the group's name only where the group allows it."""

import pytest

from bot.handlers.records.shared_games import NAME_SETTING, NAME_SHOWN
from bot.records.shared_picture import parse_share_query, share_query
from tests.support.chat_harness import KIRAZ, NANE, BotHarness
from tests.support.languages import LANGUAGES
from tests.support.played_games import finish_game
from tests.support.sent_messages import Json, SentMessage

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


@running
async def test_the_groups_name_goes_along_where_the_group_allows_it(harness: BotHarness) -> None:
    talk = await harness.new_group(title="Açık Kulüp")
    ended = await finish_game(talk)
    await harness.wait_until_idle()
    await harness.store.save_setting(talk.scope, NAME_SETTING, NAME_SHOWN)
    (shown,) = await ask(harness, KIRAZ, query_of(ended))
    assert "Açık Kulüp" in shown["caption"]


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
