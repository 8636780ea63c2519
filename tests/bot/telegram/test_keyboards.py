"""Buttons: what they carry fits into Telegram's 64 bytes and is read back; which are green and which red."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.crossword.keyboards import board_keyboard, draw_offer_keyboard, play_preview_keyboard
from bot.families.own_board import MOST_STEP_CHARACTERS, StepButton
from bot.families.own_board import step_keyboard as own
from bot.playground.server_version import OLDEST
from bot.telegram.keyboards import (
    FORMER_KINDS,
    BoardLinks,
    ButtonData,
    Keyboards,
    encode_button_data,
    parse_replay_address,
)
from bot.telegram.keyboards import parse_button_data as read_of
from bot.texts import Texts
from bot.wording.speaker import MAX_NAME, Speaker
from engine.crossword.view import DrawOffer, Window
from engine.lobby_seats import Invitation
from engine.lobby_view import lobby_view
from engine.rulesets import shipped_rulesets
from tests.render.views import a_view
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.games import game, open_lobby_of, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

TABLE = "0123abcd"
USER = 2**52 - 1
TEXTS = Texts()
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
INVITING = with_fields(open_lobby_of(), invited=(Invitation(9999, "N" * MAX_NAME, WHEN, USER, ""),))
LAST = replace(a_view(), window=Window(play=999_999, seat=0, until=WHEN, words=(), last=False), offer=DrawOffer(3))


def read(text: str) -> ButtonData | None:
    return read_of(text, registry.all_button_kinds())


@pytest.fixture(scope="module")
def buttons() -> Keyboards:
    return Keyboards(TEXTS)


def keyboards(buttons: Keyboards, language: str) -> list[InlineKeyboardMarkup]:
    speaker = Speaker(TEXTS, language)
    shown = [board_keyboard(TABLE, view, speaker) for view in (a_view(), LAST)]
    assert all(shown)
    return [
        *(keyboard for keyboard in shown if keyboard is not None),
        draw_offer_keyboard(TABLE, 3, speaker),
        *(
            buttons.game_options(language, USER, rules, ("builtin", "common", "live"), {})
            for rules in shipped_rulesets().values()
        ),
        buttons.lobby_keyboard(language, TABLE, lobby_view(INVITING)),
        buttons.lobby_keyboard(language, TABLE, lobby_view(INVITING), private=True),
        buttons.game_list(language, USER),
        buttons.surrender_question(language, TABLE, USER),
        buttons.language_choice(),
        buttons.theme_choice(language),
        play_preview_keyboard(TABLE, 999_999, ("O15", "v", "...[Щ]...[Ю]..Щ.Ю.Я.Щ"), speaker),
        InlineKeyboardMarkup(
            own([[StepButton("x", "x" * MOST_STEP_CHARACTERS)]], table=TABLE, user=USER, turns=9999, mark="0123")
        ),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_button_has_a_text_and_data_that_telegram_takes_and_we_read_back(
    buttons: Keyboards, language: str
) -> None:
    for keyboard in keyboards(buttons, language):
        for button in (one for row in keyboard.inline_keyboard for one in row):
            assert button.text.strip()
            assert "<" not in button.text
            assert isinstance(button.callback_data, str)
            assert len(button.callback_data.encode()) <= 64
            pressed = read(button.callback_data)
            assert pressed is not None
            assert encode_button_data(pressed.kind, pressed.table, *pressed.arguments) == button.callback_data


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_game_can_be_chosen_those_of_the_chats_language_first(buttons: Keyboards, language: str) -> None:
    for listing, kind, mode in ((buttons.game_list, "choose", "tunemore"), (buttons.game_options_list, "tune", "more")):
        keyboard = listing(language, 42, all_languages=True)
        *games, (other,) = keyboard.inline_keyboard
        pressed = [one for (button,) in games if (one := read(str(button.callback_data)))]
        assert {one.kind for one in pressed} == {kind}
        chosen = [one.arguments[1] for one in pressed]
        assert sorted(chosen) == sorted(shipped_rulesets())
        own = [shipped_rulesets()[name].language == language for name in chosen]
        assert own == sorted(own, reverse=True)
        assert own[0]
        assert read(str(other.callback_data)) == ButtonData("games", "", ("42", mode))


async def test_an_option_has_a_button_once_it_has_an_effect(buttons: Keyboards) -> None:
    rules = shipped_rulesets()["scrabble-tr"]
    for challenge, shown in (("void", False), ("double", True)):
        keyboard = buttons.game_options("tr", USER, rules, ("builtin",), {"challenge": challenge})
        labels = [key.text for row in keyboard.inline_keyboard for key in row]
        assert any(label.startswith("İtiraz: ") for label in labels)
        assert any(label.startswith("İtiraz süresi: ") for label in labels) == shown


async def test_every_button_that_0_2_0_drew_is_understood() -> None:
    for data in (Path(__file__).parent / "buttons-0.2.0.txt").read_text(encoding="utf-8").split():
        kind, table, *arguments = data.split(":")
        given = tuple(arguments) if any(arguments) else ()
        assert read(data) == ButtonData(FORMER_KINDS.get(kind, kind), table, given)


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_a_replay_is_opened_on_the_page_where_its_app_has_a_name_else_in_private() -> None:
    chat, played = -1001234567890, "0123456789abcdef"
    link = BoardLinks("https://bot.example.org/board", "tahta").link_to_replay("a_bot", chat, played)
    start, _, address = link.partition("?startapp=")
    assert start == "https://t.me/a_bot/tahta"
    assert parse_replay_address(address) == (chat, played)
    for links in (BoardLinks("https://bot.example.org/board"), BoardLinks()):
        assert links.link_to_replay("a_bot", chat, played) == f"https://t.me/a_bot?start=w{chat}_{played}"


def button_styles(sent: SentMessage) -> dict[str, str]:
    return {str(one["callback_data"]).partition(":")[0]: str(one.get("style", "")) for one in sent.buttons}


async def test_joining_is_green_until_enough_sit_and_starting_from_then_on(buttons: Keyboards) -> None:
    for seated, styles in ((1, {"join": "success", "begin": None}), (2, {"join": None, "begin": "success"})):
        keyboard = buttons.lobby_keyboard("tr", TABLE, lobby_view(open_lobby_of("scrabble-tr", seated)))
        drawn = {str(key.callback_data).partition(":")[0]: key.style for row in keyboard.inline_keyboard for key in row}
        assert {**styles, "leave": None}.items() <= drawn.items()


@pytest.mark.parametrize(
    ("text", "styles"),
    [
        ("/teslim", {"yes": "danger", "no": ""}),
        ("/iptal", {"cancel": "danger", "keep": ""}),
        ("/oyna KALEMLİK 8", {"put": "success", "sums": ""}),
        ("/oyna KİL", {"put": "", "sums": ""}),
    ],
    ids=["to give up", "to end the game of all", "the one place of a word", "one of several places"],
)
async def test_what_ends_a_game_is_red_and_the_only_place_green(
    harness: BotHarness, text: str, styles: dict[str, str]
) -> None:
    assert harness.playground.world.server.version == OLDEST, "every version that is served reads styles"
    talk = await harness.new_group()
    await talk.put_table(LAID)
    assert button_styles(await talk.say_and_wait(KIRAZ, text)) == styles
