"""Tables opened, joined, left, begun, closed and opened once more, by commands and by buttons, with whose games."""

from typing import Any

import pytest

from bot.tables.codec import decode_log_entry
from bot.telegram.keyboards import encode_button_data
from engine.crossword.state import GameState
from engine.game_record import CANCELLED
from engine.invitations import ABANDONED_AFTER
from engine.klepka.state import GameState as CardState
from engine.lobby_seats import Lobby
from engine.ruleset_base import MOST_PLAYERS
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import visible_bot_messages
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage
from tests.support.stored_tables import load_stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_table_for_four_is_opened_filled_and_begun_by_commands(harness: BotHarness) -> None:
    talk = await harness.new_group()
    opened = await talk.say_and_wait(KIRAZ, "/yeni scrabble")
    table = await talk.load_current_lobby()
    assert talk.text_html("seal-line", seal=table.commitment[:30]) in opened.html
    assert table.commitment[:31] not in opened.text, "the rest is behind a button below the rules"
    rules = await talk.say_and_wait(LIMON, "/kurallar")
    assert table.commitment in (await talk.press_kind(LIMON, rules, "seal"))["text"]
    assert (table.ruleset.id, table.ruleset.tiles) == ("scrabble-tr", 100)
    assert [button["text"] for button in opened.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("join", "leave", "begin", "alter", "computer")
    ]
    for person in (LIMON, NANE, ZEYTIN):
        said = await talk.say_and_wait(person, "/katil")
        assert said.html == talk.text_html("seat-taken", name=f"\u2068{talk.user_json(person)['first_name']}\u2069")
    card = await talk.wait_edited(opened, "editMessageMedia", newest=True)
    buttons = [talk.text_plain(f"button-{name}") for name in ("leave", "begin", "alter", "table-alert")]
    assert [button["text"] for button in card.buttons] == buttons
    begun = await talk.say_and_wait(ZEYTIN, "/baslat")
    state = await talk.load_current_game()
    assert begun.is_photo
    assert talk.text_html("seal-line", seal=table.commitment[:30]) in begun.html
    assert table.commitment[:31] not in begun.text
    assert {player.user for player in state.players} == {KIRAZ, LIMON, NANE, ZEYTIN}
    assert talk.text_plain("turn-next", name=f"\u2068{state.players[0].name}\u2069") in begun.text
    assert [button["text"] for button in begun.buttons] == [talk.text_plain("button-rack")]


async def test_a_table_is_opened_filled_and_begun_by_buttons(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    choice = await talk.say_and_wait(KIRAZ, "/new")
    titles = [shipped_rulesets()[name].title["en"] for name in games_in_order("en")]
    others = [talk.text_plain("button-options"), talk.text_plain("button-more-languages")]
    assert [button["text"] for button in choice.buttons] == [*titles, *others]
    choice = await talk.say_and_wait(KIRAZ, "/new list")
    kelimelik = next(one for one in choice.buttons if one["text"] == "Kelimelik")["callback_data"]
    assert await talk.press_data(KIRAZ, choice, kelimelik) == {"text": "", "show_alert": False, "url": ""}
    (card,) = await talk.wait_messages()
    assert "Kelimelik" in card.text
    await talk.press_kind(KIRAZ, card, "leave")
    card = await talk.say_and_wait(KIRAZ, "/new kelimelik asked")
    assert (await talk.press_kind(LIMON, card, "join"))["text"] == talk.text_plain("seated")
    assert (await talk.press_kind(LIMON, card, "leave"))["text"] == talk.text_plain("got-up")
    await talk.press_kind(LIMON, card, "join")
    card = await talk.wait_edited(card, "editMessageMedia")
    full = [talk.text_plain(f"button-{name}") for name in ("leave", "begin", "alter", "table-alert")]
    assert [button["text"] for button in card.buttons] == full, "a full table has nothing to join"
    assert [button["text"] for button in (await talk.say_and_wait(NANE, "/board")).buttons] == full
    assert (await talk.press_kind(LIMON, card, "begin"))["text"] == talk.text_plain("begun")
    (board,) = await talk.wait_messages()
    assert board.is_photo
    assert isinstance(await talk.load_current_table(), GameState)


async def test_every_topic_has_a_table_of_its_own(harness: BotHarness) -> None:
    talk, world = await harness.new_group(), harness.playground.world
    world.set_forum(talk.chat, on=True)
    first, second = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Bir", "İki"))
    user = talk.user_json(KIRAZ)
    for topic in (first, second):
        await talk.say_as_user(user, "/yeni kelimelik", message_thread_id=topic, is_topic_message=True)
        (card,) = await talk.wait_messages()
        assert int(card.parameters["message_thread_id"]) == topic
    await talk.say_as_user(user, "/ayril", message_thread_id=first, is_topic_message=True)
    (closed,) = await talk.wait_messages()
    assert (closed.html, int(closed.parameters["message_thread_id"])) == (talk.text_html("lobby-closed"), first)
    assert (await talk.say_and_wait(KIRAZ, "/katil")).html == talk.text_html("refusal-no-game")
    await talk.say_as_user(user, "/katil", message_thread_id=second, is_topic_message=True)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-already-seated")


@pytest.mark.parametrize("text", ["/yeni kelimelik", "/iptal"])
async def test_a_repeated_update_is_not_refused_for_what_it_did_itself(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    if text == "/iptal":
        await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    update = await talk.say_as_user(talk.user_json(KIRAZ), text)
    await talk.wait_messages()
    before = await talk.stored_state()
    harness.playground.updates.push_raw_update(update)
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before


RACKS = ("LERİSĞZ", "AAEEKKL", "LERİSĞZ")
PAIR = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2])
OVER = after_actions(PAIR, surrender(PAIR))
TIMED = game("kelimelik", laid=["8F KALEM"], racks=RACKS[:2], options={"clock": "slow", "challenge": "void"})
CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")


def button_kinds(message: SentMessage) -> list[str]:
    return [button["callback_data"].partition(":")[0] for button in message.buttons if "callback_data" in button]


async def end_by_surrender(talk: ChatSession) -> SentMessage:
    await talk.put_table(PAIR)
    await talk.press_kind(LIMON, await talk.say_and_wait(LIMON, "/teslim"), "yes")
    return (await talk.wait_messages())[0]


async def end_by_time(talk: ChatSession) -> SentMessage:
    await talk.put_table(TIMED)
    await talk.harness.advance_time(72 * 3600 + 1)
    return (await talk.wait_messages())[0]


async def end_klepka_by_cancel(talk: ChatSession) -> SentMessage:
    await talk.put_table(CARDS)
    return await talk.cancel_game(KIRAZ)


@pytest.mark.parametrize("end", [end_by_surrender, end_by_time, end_klepka_by_cancel])
async def test_every_end_offers_the_same_again_and_another_game(harness: BotHarness, end: Any) -> None:
    talk = await harness.new_group()
    ended = await end(talk)
    table = await talk.load_current_table()
    assert isinstance(table, GameState | CardState)
    assert table.outcome is not None
    is_told_costly_moves = isinstance(table, GameState) and table.outcome.reason != CANCELLED
    costly = ["costly"] if is_told_costly_moves else []
    assert button_kinds(ended)[-4 - len(costly) :] == ["again", "more", *costly, "proof", "seal"]
    assert (await talk.press_kind(KIRAZ, ended, "again"))["text"] == talk.text_plain("again-opened")
    opened = await talk.load_current_lobby()
    assert opened.ruleset == table.ruleset


async def test_a_closed_lobby_offers_another_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "tables", "1")
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.start_watching()
    talk.say(KIRAZ, "/ayril")
    closed = await talk.wait_edited(card, "editMessageCaption", newest=True)
    assert button_kinds(closed) == ["more", "alert"]
    await talk.press_kind(NANE, closed, "more")
    choice = (await talk.wait_messages())[-1]
    await talk.press_kind(NANE, choice, "choose")
    await harness.wait_until_idle()
    opened = await talk.load_current_lobby()
    assert opened.host == NANE
    # Its buttons go, but somebody may have been about to press.
    assert (await talk.forge_tap(talk.user_json(LIMON), None, encode_button_data("more")))["text"] == talk.text_plain(
        "refusal-lobby-open"
    )


async def test_in_a_rematch_whoever_was_second_begins_and_it_says_so(harness: BotHarness) -> None:
    talk = await harness.new_group(table=OVER)
    over = await talk.say_and_wait(NANE, "/tahta")
    await talk.press_kind(KIRAZ, over, "again")
    (card,) = await talk.wait_messages()
    assert talk.text_html("lobby-rotated", name="\u2068Bora\u2069") in card.html
    assert (await talk.press_kind(NANE, over, "again"))["show_alert"], "who did not play is not waited for"
    assert (await talk.press_kind(LIMON, over, "again"))["text"] == talk.text_plain("begun")
    begun = await talk.load_current_game()
    assert [player.user for player in begun.players] == [LIMON, KIRAZ]
    assert begun.ruleset == OVER.ruleset
    assert await logged_actions(talk) == ["Open", "Join"]


async def test_a_rematch_waits_for_all_who_played_or_for_its_host(harness: BotHarness) -> None:
    talk = await harness.new_group()
    three = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS)
    for last in ("again", "begin"):
        await talk.put_table(with_fields(three, outcome=OVER.outcome))
        over = await talk.say_and_wait(KIRAZ, "/tahta")
        await talk.press_kind(KIRAZ, over, "again")
        (card,) = await talk.wait_messages()
        assert (await talk.forge_tap(talk.user_json(LIMON), over, over.button_data("again")))["text"] == (
            talk.text_plain("seated")
        )
        assert isinstance(await talk.load_current_table(), Lobby)
        person, message = (NANE, over) if last == "again" else (KIRAZ, card)
        await talk.forge_tap(talk.user_json(person), message, message.button_data(last))
        begun = await talk.load_current_game()
        assert {player.user for player in begun.players} == ({KIRAZ, LIMON} | {person})
        await talk.cancel_game(KIRAZ)


def games_in_order(language: str) -> list[str]:
    own = (one for one in shipped_rulesets().values() if one.language == language)
    return [one.id for one in sorted(own, key=lambda one: (one.players.most == MOST_PLAYERS, one.id))]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_against_computers_the_games_of_the_language_for_a_few_players_stand_first(
    harness: BotHarness, language: str
) -> None:
    asked = await (await harness.private_chat(LIMON, language)).say_and_wait(LIMON, "/bot")
    own = games_in_order(language)
    found = [each.split(":")[3] for each in (one["callback_data"] for one in asked.buttons) if each.count(":") == 3]
    assert found[: len(own)] == own


_DAY = ABANDONED_AFTER.total_seconds()


async def test_an_abandoned_lobby_says_in_its_place_that_it_is_closed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await talk.press_kind(LIMON, card, "join")
    await harness.wait_until_idle()
    before = len(visible_bot_messages(talk))
    await talk.start_watching()
    await harness.advance_time(_DAY - 60)
    await talk.press_kind(LIMON, card, "leave")
    await harness.advance_time(120)
    await talk.press_kind(LIMON, card, "join")
    assert await talk.load_current_table() is not None
    await talk.start_watching()
    await harness.advance_time(_DAY)
    told = await talk.wait_edited(card, "editMessageCaption")
    assert told.text == talk.text_plain("lobby-abandoned", hours=24)
    assert told.buttons == []
    assert (await talk.stored_state())[1] is None
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before
    answer = await talk.forge_tap(talk.user_json(LIMON), card, card.button_data("join"))
    assert answer["text"] == talk.text_plain("stale-none")
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).button_data("join")


async def logged_actions(talk: ChatSession) -> list[str]:
    return [
        type(decode_log_entry(entry).action).__name__ for entry in await load_stored_log(talk.harness.store, talk.scope)
    ]


def button_data(panel: SentMessage, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if start in one["text"])


async def test_the_last_seat_begins_the_game_with_one_message(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    before, (version, _) = len(visible_bot_messages(talk)), await talk.stored_state()
    assert (await talk.press_kind(LIMON, card, "join"))["text"] == talk.text_plain("begun")
    (board,) = await talk.wait_messages()
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before + 1
    assert board.button_data("rack")
    assert {player.user for player in (await talk.load_current_game()).players} == {KIRAZ, LIMON}
    assert (await talk.stored_state())[0] == version + 1
    assert await logged_actions(talk) == ["Open", "Join"]
    assert (await talk.say_and_wait(LIMON, "/baslat")).text == talk.text_plain("refusal-already-begun")


async def test_a_table_says_how_many_it_needs_and_does_not_begin_with_fewer(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    assert "En az 2 oyuncu" in card.text
    refusal = talk.text_plain("refusal-too-few-players", least=2, seated=1)
    assert (await talk.press_kind(KIRAZ, card, "begin"))["text"] == refusal
    assert (await talk.say_and_wait(KIRAZ, "/baslat")).text == refusal
    assert (await talk.press_kind(LIMON, card, "begin"))["text"] == talk.text_plain("refusal-not-seated")
    await talk.say_and_wait(LIMON, "/katil")
    left = await talk.say_and_wait(LIMON, "/ayril")
    assert left.html.startswith(talk.text_html("seat-left", name="\u2068Limon\u2069"))
    assert isinstance(await talk.load_current_table(), Lobby)


async def test_where_there_is_no_such_game_in_it_another_is_opened_and_that_is_said(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.start_watching()
    talk.say(KIRAZ, "/new скрабл")
    sent = await talk.wait_messages(2)
    card, told = sorted(sent, key=lambda one: not one.is_photo)
    assert card.is_photo
    assert (await talk.load_current_table()).ruleset.id == "scrabble-en"
    game = shipped_rulesets()["scrabble-en"].title["uk"]
    assert told.html == talk.text_html("game-stands-in", game=game, games="duplicate-uk, klepka, wordbox-uk")
