"""Answers: typed in private or by an ephemeral command, tapped on the own board, chosen behind the bot's name."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.families.crossword.inline_results import find_placements
from bot.families.crossword.sketches import OwnBoardSketch
from bot.families.duplicate.own_board import SEAT, answer_step, place_rows
from bot.families.own_board import PLAY_STEP, hash_rack
from bot.pictures import DrawingThread, Sketch
from bot.playground.server_version import NEWEST, VERSIONS
from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import encode_button_data, encode_rack_link
from bot.telegram.replies import REPLY_SECONDS
from engine.crossword.notation import PartialMove
from engine.crossword.word_placements import ranked_placements
from engine.duplicate.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import (
    button_labels,
    choose_result,
    data_of_label,
    press_own_board,
    press_own_board_in_turn,
    rows,
    run_auto_deletes,
    type_query,
)
from tests.support.duplicate_answers import (
    ROUND,
    STRICT,
    edit_ephemeral_command,
    give_ephemeral_command,
    newest_ephemeral,
    open_group,
    public_calls,
    standing,
    word_of,
)
from tests.support.duplicate_chats import load_game, load_round
from tests.support.duplicate_games import RACK, open_round
from tests.support.games import NOW, with_fields
from tests.support.languages import plain_signs
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE, Looks

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(("language", "text"), [("tr", "8F kalemlik"), ("en", "/play F8 across KALEMLİK")])
async def test_in_private_a_play_with_its_cell_is_an_answer(harness: BotHarness, language: str, text: str) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ, language)
    await group.put_table(ROUND)
    mark = harness.last_call_number
    told = await private.say_and_wait(KIRAZ, text)
    assert await word_of(group) == "F8 KALEMLİK"
    for part in ("KALEMLİK", "F8 →", "10", private.text_plain("answer-may-change")):
        assert part in told.text
    assert button_labels(told) == [
        private.text_plain("button-answer-lock"),
        private.text_plain("button-answer-withdraw"),
        private.text_plain("button-answer-board"),
    ]
    assert public_calls(group, mark) == [], "the group hears nothing"


async def test_a_bare_word_in_private_is_offered_its_places_best_first(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    told = await private.say_and_wait(KIRAZ, "kale")
    labels = button_labels(told)[:-1]
    points = [int(label.partition(" ")[0]) for label in labels]
    assert len(points) > 1
    assert points == sorted(points, reverse=True)
    assert await standing(group) is None
    await private.press_data(KIRAZ, told, data_of_label(told, labels[0]))
    await harness.wait_until_idle()
    answer = await standing(group)
    assert answer is not None
    assert (answer.play.score, answer.play.word) == (points[0], "KALE")


async def test_an_edited_message_is_a_new_answer_which_stands_when_a_word_that_does_not_count_is_refused(
    harness: BotHarness,
) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    world = harness.playground.world
    sent = world.write_as_person(KIRAZ, private.chat_id, "8F KALEMLİ")
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİ"
    world.edit_as_person(KIRAZ, private.chat_id, sent["message_id"], "8F KALEMLİK")
    await harness.wait_until_idle()
    told = await private.say_and_wait(KIRAZ, "8F KALEMS")
    assert "KALEMS" in told.text
    assert "KALEMLİK" in told.text, "what stands is said again"
    assert await word_of(group) == "F8 KALEMLİK"


async def test_with_strict_words_it_is_taken_and_the_score_is_no_verdict(harness: BotHarness) -> None:
    group = await open_group(harness, STRICT)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(STRICT)
    told = []
    for word in ("KALEMLİK", "KALEMSİK"):
        answered = await private.say_and_wait(KIRAZ, f"8F {word}")
        assert word in await word_of(group)
        told.append(re.sub(rf"{word}|\d+ puan", "", answered.text))
    assert told[0] == told[1], "whether it counts is not told"
    places = await private.say_and_wait(KIRAZ, "SAEKİL")
    assert len(places.buttons) > 1, "by board alone"


async def test_a_place_names_no_other_word_of_its_tile() -> None:
    state = open_round(laid=("8F KALEM", "7K AT"))
    fits = ranked_placements(state.position, SEAT, PartialMove(plain_signs("AK"), cell="K7"))
    assert [word.word for word in fits[0].score.words] == ["KALEMK", "AK"]
    assert [key.label for row in place_rows(state, fits, "AK") for key in row] == [f"{fits[0].score.total} · K7 ↓"]


def at_second(seconds: float) -> int:
    return int((NOW + timedelta(seconds=seconds)).timestamp())


async def test_answers_count_from_when_they_were_sent_however_late_and_in_which_order_they_arrive(
    harness: BotHarness,
) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    board = await private.say_and_wait(KIRAZ, "/raf")
    told = await private.say_and_wait(KIRAZ, "8F KALEMLİ")
    await harness.advance_time(20)
    kiraz, mark = private.user_json(KIRAZ), harness.last_call_number
    for word, sent in (("KALEMLİK", 15), ("KALEMLİ", 10)):
        await private.say_as_user(kiraz, f"8F {word}", date=at_second(sent))
        await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİK", "the older one changes nothing"
    assert public_calls(group, mark) == []
    await harness.advance_time(101)
    await harness.wait_until_idle()
    await private.say_as_user(kiraz, "8F KALEMLİ", date=at_second(120))
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİ"
    await private.say_as_user(kiraz, "8F KALEMLİK", date=at_second(121))
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİ", "a second too late"
    answered = await private.press_data(KIRAZ, told, data_of_label(told, "↩️"))
    assert answered["text"] == private.text_plain("refusal-answer-late", number=1)
    assert board.is_photo


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_an_ephemeral_command_is_an_answer_that_nobody_sees(harness: BotHarness, version: str) -> None:
    group = await open_group(harness, status="member")
    harness.switch_server_version(version)
    mark = harness.last_call_number
    await give_ephemeral_command(group, NANE, "/oyna F8 yatay KALEMLİK")
    assert await word_of(group, 2) == "F8 KALEMLİK", "an answer is the way in"
    assert public_calls(group, mark) == []
    assert "KALEMLİK" in await newest_ephemeral(group, NANE)
    harness.switch_server_version(VERSIONS[0])


async def test_who_sits_in_a_lobby_answers_the_game_that_runs(harness: BotHarness) -> None:
    group = await open_group(harness)
    await group.give_command(NANE, "new", "kelimelik")
    harness.switch_server_version(NEWEST)
    answered = await give_ephemeral_command(group, NANE, "/oyna F8 yatay KALEMLİ")
    assert await word_of(group, 2) == "F8 KALEMLİ"
    await edit_ephemeral_command(group, answered, "/oyna F8 yatay KALEMLİK")
    assert await word_of(group, 2) == "F8 KALEMLİK"
    harness.switch_server_version(VERSIONS[0])


@pytest.mark.parametrize(
    ("version", "text"),
    [(VERSIONS[0], "8F KALEMLİK"), (VERSIONS[0], "/oyna F8 yatay KALEMLİK"), (NEWEST, "8F KALEMLİK")],
)
async def test_an_answer_in_the_open_is_deleted_and_its_writer_told_how_alone(
    harness: BotHarness, version: str, text: str
) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    board = await group.say_and_wait(NANE, "/tahta")
    harness.switch_server_version(version)
    harness.playground.world.privacy = False
    mark = harness.last_call_number
    sent = harness.playground.world.write_as_person(
        KIRAZ, group.chat_id, text, reply_to=board.message_id, language="uk"
    )
    await harness.wait_until_idle()
    assert await standing(group) is None
    assert sent["message_id"] not in group.chat.messages
    assert public_calls(group, mark) == ["deleteMessage"]
    how = private.text_plain("answer-in-open")
    if version == VERSIONS[0]:
        assert (await private.wait_messages())[-1].text == how
    else:
        (shown,) = harness.playground.world.ephemeral.visible_to_person(group.chat_id, KIRAZ)
        assert shown["message"]["text"] == how
    harness.switch_server_version(VERSIONS[0])


async def test_who_can_be_told_nothing_alone_reads_how_without_the_word(harness: BotHarness) -> None:
    group = await open_group(harness, status="member")
    await harness.private_chat(KIRAZ, opened=False)
    await group.put_table(ROUND)
    told = await group.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert told.html == group.text_html("answer-in-open")
    assert told.links
    assert await standing(group) is None


async def test_an_answer_removes_nothing_from_the_group_that_would_tell_of_it(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    refused = await group.say_and_wait(KIRAZ, "/pas")
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    await run_auto_deletes(harness, 1)
    assert refused.message_id in group.chat.messages
    await run_auto_deletes(harness, REPLY_SECONDS)
    assert refused.message_id not in group.chat.messages


async def test_talk_of_a_word_is_talk(harness: BotHarness) -> None:
    group = await open_group(harness)
    board = await group.say_and_wait(NANE, "/tahta")
    await group.check_no_answer(KIRAZ, "KALEMLİK", reply_to=board.message_id)
    await group.check_no_answer(KIRAZ, "F8 KALEMLİK")
    assert await standing(group) is None


async def test_nobody_s_answer_waits_until_telegram_has_told_another_one(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = await open_group(harness)
    private, other = await harness.private_chat(KIRAZ), await harness.private_chat(LIMON)
    await group.put_table(ROUND)
    send, held = Gateway.send_text, asyncio.Event()

    async def hold(gateway: Gateway, scope: Scope, *text: Any, **more: Any) -> int:
        if scope.chat == KIRAZ:
            await held.wait()
        return await send(gateway, scope, *text, **more)

    monkeypatch.setattr(Gateway, "send_text", hold)
    await private.start_watching()
    await other.start_watching()
    private.say(KIRAZ, "8F KALEMLİK")
    other.say(LIMON, "8F KALEMLİ")
    assert "KALEMLİ" in (await other.wait_messages())[0].text
    looks = Looks()
    async with asyncio.timeout(PATIENCE):
        while await word_of(group) != "F8 KALEMLİK":
            await looks.pause()
    held.set()
    assert "KALEMLİK" in (await private.wait_messages())[0].text


async def open_own_board(house: BotHarness, table: GameState = ROUND) -> tuple[ChatSession, ChatSession, SentMessage]:
    group, private = await open_group(house, table), await house.private_chat(KIRAZ)
    await group.put_table(table)
    return group, private, await private.say_and_wait(KIRAZ, "/raf")


async def test_an_answer_takes_three_taps_beside_its_letters(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    until = int((await load_round(group)).due.timestamp())
    assert rows(board)[0] == ["A₁", "E₁", "İ₁", "K₁", "L₁", "S₂", "▢", "⌫"]
    assert board.text.splitlines()[0] == private.text_plain("own-board-spell")
    assert private.text_plain("duplicate-unanswered-yet") in board.text
    assert f'unix="{until}"' in board.html, "which stays true while one looks"
    mark = harness.last_call_number
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİK"
    assert "KALEMLİK" in board.text.splitlines()[0], "what stands"
    assert f'unix="{until}"' in (await private.say_and_wait(KIRAZ, "8F KALEMLİ")).html
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    assert private.text_plain("duplicate-answered", count=1) in board.text
    assert len(rows(board)) == 4, "the letters, lock and take back, the rest, and the way to the group"
    assert public_calls(group, mark) == []


async def test_the_answer_that_stands_lies_on_the_own_board(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[Sketch]()
    draw = DrawingThread.draw_sketch

    async def record_and_draw(self: DrawingThread, sketch: Sketch, **more: Any) -> bytes:
        drawn.append(sketch)
        return await draw(self, sketch, **more)

    monkeypatch.setattr(DrawingThread, "draw_sketch", record_and_draw)
    _, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅")
    await press_own_board(private, board, private.text_plain("button-answer-withdraw"))
    sketches = [one for one in drawn if isinstance(one, OwnBoardSketch)]
    assert [(*one.ghosts.values(),) for one in sketches[-2:]] == [("L", "İ", "K"), ()]
    stood = sketches[-2].view.last
    assert stood is not None
    assert stood.words[0].word == "KALEMLİK"


async def test_an_answer_is_changed_taken_back_and_locked(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, "L", "İ", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİ"
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅")
    assert await word_of(group) == "F8 KALEMLİK", "the last one counts"
    board = await press_own_board(private, board, private.text_plain("button-answer-withdraw"))
    assert await standing(group) is None
    assert private.text_plain("duplicate-unanswered-yet") in board.text
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①", "✅", "🔒")
    assert (await load_game(group)).players[0].locked
    assert not {"🔒", "↩️ Geri al"} & set(button_labels(board))
    board = await press_own_board_in_turn(private, board, "L", "İ", "①")
    assert rows(board)[0] == ["‹"], "it can be tried, and not answered"
    assert private.text_plain("answer-is-final") in board.text


async def test_a_tap_on_a_round_that_is_over_shows_the_next(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①")
    await group.put_table(open_round(number=2, rack="AAEEKKZ", top="8F KALEME"))
    board = await press_own_board(private, board, "✅")
    assert "".join(label[0] for label in button_labels(board)[:7]) == "AAEEKKZ"
    assert board.text.startswith(private.text_plain("answer-round-closed").replace("<i>", "").replace("</i>", ""))
    assert await standing(group) is None
    for number, told in ((2, "answer-next-rack"), (10, "turn-none")):
        await group.put_table(
            with_fields(ROUND, round=None, number=number, opens=ROUND.round.due + timedelta(days=1))  # type: ignore[union-attr]  # it is open
        )
        board = await press_own_board(private, board, private.text_plain("own-board-refresh"))
        assert private.text_plain(told) in board.text


async def test_in_the_group_it_is_an_ephemeral_message_and_who_opens_it_is_in_the_game(harness: BotHarness) -> None:
    group = await open_group(harness)
    table = await group.say_and_wait(KIRAZ, "/tahta")
    harness.switch_server_version(NEWEST)
    mark = harness.last_call_number
    await group.press_kind(NANE, table, "rack")
    await harness.wait_until_idle()
    for label in ("L", "İ", "K", "①", "✅"):
        await press_ephemeral(group, NANE, label)
    assert (await load_game(group)).players[2].user == NANE
    assert await word_of(group, 2) == "F8 KALEMLİK"
    assert public_calls(group, mark) == []
    harness.switch_server_version(VERSIONS[0])


async def press_ephemeral(group: ChatSession, person: int, label: str) -> None:
    (shown,) = group.harness.playground.world.ephemeral.visible_to_person(group.chat_id, person)
    board = SentMessage({}, shown["message"], is_photo=True)
    await group.press_data(person, board, data_of_label(board, label))
    await group.harness.wait_until_idle()


async def test_whose_private_chat_is_closed_sees_the_rack_in_an_alert(harness: BotHarness) -> None:
    group = await open_group(harness)
    await harness.private_chat(KIRAZ, opened=False)
    await group.put_table(ROUND)
    told = await group.forge_tap(group.user_json(KIRAZ), None, encode_button_data("rack", table_name(ROUND)))
    assert told["show_alert"]
    assert "A₁  E₁  İ₁" in told["text"]


async def test_nobody_from_outside_of_the_group_comes_in(harness: BotHarness) -> None:
    group, private = await open_group(harness), await harness.private_chat(NANE)
    group.chat.people = (KIRAZ, LIMON)
    told = await private.say_and_wait(NANE, f"/start {encode_rack_link(group.scope)}")
    assert told.html == private.text_html("refusal-members-only")
    assert len((await load_game(group)).players) == 2


@pytest.fixture(autouse=True)
def _results_told(harness: BotHarness) -> None:
    harness.playground.world.server.feedback = 1


@pytest.mark.parametrize("version", [VERSIONS[0], NEWEST])
async def test_a_chosen_result_answers_and_posts_that_alone(harness: BotHarness, version: str) -> None:
    group, private = await open_group(harness), await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    harness.switch_server_version(version)
    assert (await type_query(group, KIRAZ)).titles[0].startswith("A₁ E₁ İ₁"), "the rack, before anything is typed"
    assert "KALEMLİK" not in (await type_query(group, NANE, "KALEMLİK")).text, "no place to who is not in the game"
    posted = []
    for text, word in (("F8 KALEMLİ", "F8 KALEMLİ"), ("KALEMLİK", "F8 KALEMLİK"), ("8F KALEMLİK", "F8 KALEMLİK")):
        shown = await type_query(group, KIRAZ, text)
        assert word.split()[1] in shown.titles[0]
        assert private.text_plain("answer-inline") in shown.text
        await private.start_watching()
        message = choose_result(group, KIRAZ, shown)
        posted.append((message["text"], message.get("entities")))
        told = (await private.wait_messages())[0]
        assert word.split()[1] in told.text
        assert await word_of(group) == word
    assert set(map(str, posted)) == {str((group.text_plain("answer-posted"), None))}
    shown = await type_query(group, KIRAZ, "8F KALEMLİK")
    await group.put_table(open_round(number=2, rack="LİKSAEZ"))
    await private.start_watching()
    choose_result(group, KIRAZ, shown)
    (late,) = await private.wait_messages()
    assert late.html.startswith(private.text_html("answer-round-closed"))
    assert await standing(group) is None
    harness.switch_server_version(VERSIONS[0])


CROWD = range(2000, 2020)
CROWDED = open_round(people=CROWD)


async def test_answers_of_many_taps_in_one_moment_all_count(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)
    group = await open_group(harness, CROWDED)
    fits = find_placements(CROWDED.position, SEAT, "8F KALEMLİK", None, gcg=False)
    step, mark = answer_step(CROWDED, fits[0]), hash_rack(tuple(RACK))

    def tap(user: int) -> asyncio.Task[dict[str, object]]:
        data = encode_button_data(PLAY_STEP, table_name(CROWDED), f"{user:x}", CROWDED.number, mark, step)
        person = {"id": user, "is_bot": False, "first_name": f"P{user}", "language_code": "tr"}
        shown = {
            "message_id": 0,
            "ephemeral_message_id": user,
            "receiver_user": person,
            "from": harness.playground.world.bot_user,
            "date": 1_800_000_000,
            "chat": harness.playground.world.to_api_chat(group.chat),
            "text": "✅",
        }
        return asyncio.create_task(harness.send_tap(person, data, {"message": shown}))

    await asyncio.gather(*map(tap, CROWD))
    assert sum(player.answer is not None for player in (await load_game(group)).players) == len(CROWD)
