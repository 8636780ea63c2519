"""What an EX cell did to a rack: told in private to its owner alone, whoever's action set it off (RULES §5.5)."""

import logging

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.call_errors import ChatUnreachable, RateLimited
from bot.families.crossword.wording import ExCellNotices
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.telegram.private_delivery import PrivateLocales
from bot.texts import Html, Texts
from engine.crossword.events import TileExchanged
from engine.crossword.state import GameState
from engine.game import Step
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import USERS, game
from tests.support.logs import use_log_tags

SCOPE = Scope(-100777, 3)
TEXTS = Texts()
AYSE, BORA = "\u2068Ayşe\u2069", "\u2068Bora\u2069"


def ex_cell_game(challenge: str = "void") -> GameState:
    """Ayşe (Kiraz) may lay HOUSEBOY over the EX cell O8; Bora (Limon) holds nothing but Q."""
    options = {"ex": "bag", "challenge": challenge, "clock": "none"}
    return game("wordbox-en", laid=["8I HOUSE"], racks=["BOYAAAA", "QQQQQQQ"], bag="E" * 12, options=options)


class PrivateMessages:
    def __init__(self, error: Exception | None = None) -> None:
        self.news: dict[int, list[str]] = {}
        self.error = error

    async def show(self, user: int, scope: Scope, language: str, news: Html) -> None:
        if self.error is not None:
            raise self.error
        assert (scope, language) == (SCOPE, "uk")
        self.news[user] = str(news).splitlines()


class UkrainianLocale(PrivateLocales):
    """Everybody speaks Ukrainian in private, whatever their group speaks."""

    def __init__(self) -> None:
        """Needs no store."""

    async def locale_of_user(self, user: int) -> str:
        return "uk" if user else ""


async def messages_about(*events: TileExchanged, error: Exception | None = None) -> dict[int, list[str]]:
    told = PrivateMessages(error)
    whispers = ExCellNotices(told.show, TEXTS, UkrainianLocale())
    table = game("wordbox-en", racks=["AAAAAAA", "QQQQQQQ", "EEEEEEE"])
    whispers.queue_notices(LoadedTable(SCOPE, table, 1, {"language": "en"}, is_duplicate=False), Step(table, events))
    await whispers.drain_notices(10)
    return told.news


async def test_only_whose_tile_was_exchanged_with_the_bag_is_told_of_a_swap_both_their_own_side() -> None:
    news = await messages_about(TileExchanged(0, 1, "O8", lost="Q", gained="?"))
    line = TEXTS.html("uk", "own-tile-exchanged", name=AYSE, cell="O8", gone="Q", come="▢")
    assert news == {USERS[1]: [line]}
    news = await messages_about(TileExchanged(0, 1, "O8", swapped=True, lost="Q", gained="A"))
    assert news == {
        USERS[0]: [TEXTS.html("uk", "own-tile-swapped", name=BORA, cell="O8", gone="A", come="Q")],
        USERS[1]: [TEXTS.html("uk", "own-tile-swapped", name=AYSE, cell="O8", gone="Q", come="A")],
    }


async def test_two_cells_of_one_play_are_told_in_one_message_to_each() -> None:
    news = await messages_about(
        TileExchanged(0, 1, "I3", lost="Q", gained="E"),
        TileExchanged(0, 2, "C8", lost="E", gained="Q"),
        TileExchanged(0, 1, "O8", lost="Q", gained="A"),
    )
    assert {user: len(lines) for user, lines in news.items()} == {USERS[1]: 2, USERS[2]: 1}


@pytest.mark.parametrize(
    "error",
    [
        ChatUnreachable("Chat not found"),
        RateLimited("Flood control exceeded", 600.0),
        RedisConnectionError(),
        KeyError("Ğ"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_who_cannot_be_told_is_not_told_and_the_log_names_no_tile(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    tags = use_log_tags()
    with caplog.at_level(logging.DEBUG):
        assert await messages_about(TileExchanged(0, 1, "O8", lost="Ğ", gained="Ü"), error=error) == {}
    assert f"user {tags.tag_of(USERS[1])}" in caplog.text
    assert "Ğ" not in caplog.text
    assert "Ü" not in caplog.text


def expected_notice(talk: ChatSession) -> str:
    return talk.text_html("own-tile-exchanged", name=AYSE, cell="O8", gone="Q", come="E")


@pytest.mark.asyncio(loop_scope="module")
async def test_the_victim_gets_the_new_rack_below_the_news_in_the_own_language(harness: BotHarness) -> None:
    talk = await harness.new_group()
    mine, other = await harness.private_chat(LIMON, "uk"), await harness.private_chat(KIRAZ)
    await talk.put_table(ex_cell_game())
    await mine.start_watching()
    told = await talk.say_and_wait(KIRAZ, "/oyna 8I HOUSEBOY")
    assert talk.text_html("tile-exchanged", victim=BORA, cell="O8") in told.html
    (rack,) = await mine.wait_messages()
    assert rack.is_photo
    assert rack.html.splitlines()[0] == expected_notice(mine)
    assert sum(one["text"].startswith("Q") for one in rack.buttons) == 6
    assert "Q" not in told.text.replace(mine.text_plain("button-rack"), ""), "the group reads no letter"
    await other.check_silence(KIRAZ)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("by_time", [True, False])
async def test_the_end_of_a_window_is_told_too(harness: BotHarness, *, by_time: bool) -> None:
    talk, mine = await harness.new_group("en"), await harness.private_chat(LIMON)
    await talk.put_table(ex_cell_game(challenge="single"))
    await mine.start_watching()
    await talk.say_and_wait(KIRAZ, "/play 8I HOUSEBOY")
    if by_time:
        await harness.advance_time(61)
    else:
        talk.say(LIMON, "/pass")
    (rack,) = await mine.wait_messages()
    assert rack.html.splitlines()[0] == expected_notice(mine)
