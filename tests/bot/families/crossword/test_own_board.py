"""Own board in a private chat: all that can be done there by tapping, and nothing for anybody else."""

import re

import pytest

from bot.families.crossword.sketches import OwnBoardSketch, own_board_sketch, to_play_preview
from bot.families.own_board import hash_rack
from bot.pictures import PictureStyle
from bot.store import keys
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.draft import RackTile
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.crossword.word_placements import plays_of_tiles
from engine.lexicon import load_lexicon
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import (
    button_labels,
    data_of_label,
    is_spectator_alert,
    press_own_board,
    press_own_board_in_turn,
    rows,
)
from tests.support.games import after_actions, exchange_faces, game, place_play, surrender, with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["LİKSAE?", "AAEEKKL"]
LAID = game("kelimelik", laid=["8F KALEM"], racks=RACKS)
CLOSED = game("kelimelik", laid=["8F KALEM"], racks=RACKS, options={"challenge": "single"})
"""Look-ups are closed."""


async def open_own_board(house: BotHarness, table: GameState = LAID) -> tuple[ChatSession, ChatSession, SentMessage]:
    group, private = await house.new_group(), await house.private_chat(KIRAZ)
    await group.put_table(table)
    await house.redis.delete(keys.rack_order(KIRAZ, table_name(table)))
    return group, private, await private.say_and_wait(KIRAZ, "/raf")


def message_html(talk: ChatSession, message: str, **facts: str | int) -> str:
    return re.sub("<[^>]+>", "", talk.text_html(message, **facts))


async def test_a_move_is_laid_from_row_to_confirmation_and_played(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, private.text_plain("own-board-move"), "8")
    assert "8" in board.text
    assert board.message["photo"]
    board = await press_own_board_in_turn(private, board, "K", "→", "L", "İ")
    assert "KALEMLİ" in board.text
    before = await group.stored_state()
    board = await press_own_board_in_turn(private, board, "K")
    assert await group.stored_state() == before, "nothing is played before it is confirmed"
    assert button_labels(board)[:8] == ["·", "·", "·", "S₂", "A₁", "E₁", "▢", "⌫"], "every key has kept its place"
    score = lay_and_score(LAID, 0, place_play(LAID, "8F KALEMLİK"))[1].total
    assert private.text_plain("own-board-lay", word="KALEMLİK", score=score) in button_labels(board)
    assert board.text == "\n".join(
        [
            message_html(private, "own-board-scored", cell="F8", way="yatay", word="KALEMLİK", score=score),
            private.text_plain("own-board-all-count"),
        ]
    )
    await group.start_watching()
    board = await press_own_board(private, board, "✅")
    assert board.text.startswith(private.text_plain("own-board-done"))
    assert "KALEMLİK" in (await group.wait_messages())[0].text
    assert (await group.load_current_game()).turn == 1


async def test_tiles_are_tapped_and_exchanged(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(private, board, private.text_plain("own-board-exchange"), "L", "S", "✓L", "A")
    assert [label for label in button_labels(board) if label.startswith("✓")] == ["✓S₂", "✓A₁"]
    board = await press_own_board(private, board, private.text_plain("button-exchange", count=2))
    assert board.text.startswith(private.text_plain("own-board-done"))
    state = await group.load_current_game()
    assert (state.turn, state.players[0].exchanges) == (1, 1)
    assert {"L", "İ", "K", "E", "?"} <= set(state.players[0].rack)
    assert private.text_plain("own-board-pass") not in button_labels(board), "it is the other one's turn"


async def test_a_pass_is_asked_first(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board(private, board, private.text_plain("own-board-pass"))
    assert (await group.load_current_game()).turn == 0
    board = await press_own_board(private, board, private.text_plain("own-board-back"))
    board = await press_own_board_in_turn(
        private, board, private.text_plain("own-board-pass"), private.text_plain("own-board-pass-yes")
    )
    assert (await group.load_current_game()).turn == 1
    assert board.text.startswith(private.text_plain("own-board-done"))


async def test_the_order_of_a_rack_is_kept_for_the_next_time(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness)
    held = "LİKSAE▢"
    lie = [rack_letters(board)]
    for _ in range(2):
        board = await press_own_board(private, board, private.text_plain("button-mix"))
        lie.append(rack_letters(board))
    assert lie[0] == held
    assert lie[0] != lie[1] != lie[2]
    assert sorted(lie[2]) == sorted(held)
    again = await private.say_and_wait(KIRAZ, "/raf")
    assert rack_letters(again) == lie[2]
    board = await press_own_board_in_turn(private, again, private.text_plain("own-board-exchange"))
    assert rack_letters(board) == lie[2]


def rack_letters(board: SentMessage) -> str:
    return "".join(label[0] for label in button_labels(board)[:7])


def carried(step: str, kind: str = "own", user: int = KIRAZ, table: GameState = LAID) -> str:
    mark = hash_rack(next(player.rack for player in table.players if player.user == user))
    return encode_button_data(kind, table_name(table), f"{user:x}", table.number, mark, step)


async def test_a_word_is_spelled_in_fixed_keys_and_played_where_it_scores_most(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    assert board.text.splitlines()[0] == private.text_plain("own-board-spell")
    keys_ = ["L₁", "İ₁", "K₁", "S₂", "A₁", "E₁", "▢", "⌫"]
    assert rows(board)[0] == keys_
    for place, letter in enumerate("LİK"):
        board = await press_own_board(private, board, letter)
        keys_[place] = "·"
        assert rows(board)[0] == keys_
        assert len(rows(board)) == 3
    plays = plays_of_tiles(LAID, 0, [RackTile(0), RackTile(1), RackTile(2)], load_lexicon("tr"))
    assert board.text == message_html(
        private, "own-board-places-found", word="LİK", count=len(plays), best=plays[0].score.total
    )
    offered = [label for label in button_labels(board) if label[0] in "①②③④⑤⑥"]
    assert offered[0] == f"①{plays[0].score.total} F8→", "letters of the board are found"
    scores = [int(re.findall(r"\d+", label)[0]) for label in offered]
    assert scores == sorted(scores, reverse=True)
    board = await press_own_board(private, board, "①")
    assert rows(board) == [[private.text_plain("own-board-lay", word="KALEMLİK", score=plays[0].score.total)], ["‹"]]
    again = await press_own_board(private, board, "‹")
    assert [label for label in button_labels(again) if label[0] in "①②③④⑤⑥"] == offered
    board = await press_own_board_in_turn(private, again, "①", "✅")
    assert board.text.startswith(private.text_plain("own-board-done"))
    assert (await group.load_current_game()).turn == 1


async def test_a_letter_is_taken_back_and_a_used_key_does_nothing(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness)
    two = await press_own_board_in_turn(private, board, "L", "İ")
    await private.press_data(KIRAZ, two, data_of_label(two, "·"))
    board = await press_own_board(private, two, "⌫")
    assert rows(board)[0][:3] == ["·", "İ₁", "K₁"]
    board = await press_own_board_in_turn(private, board, "A", "‹")
    assert rows(board)[0][:5] == ["L₁", "İ₁", "K₁", "S₂", "A₁"]


async def test_more_places_are_shown_on_further_pages(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness, CLOSED)
    first = await press_own_board(private, board, "L")
    further = await press_own_board(private, first, private.text_plain("own-board-more-places"))
    assert further.text == first.text
    assert rows(further)[0] == rows(first)[0]
    assert rows(further)[1] != rows(first)[1]
    assert rows(await press_own_board(private, further, "‹")) == rows(first)


@pytest.mark.parametrize("told", [True, False])
async def test_a_phony_is_told_as_soon_as_it_is_spelled_or_lies_where_a_refusal_would_tell_it(
    harness: BotHarness, *, told: bool
) -> None:
    options = {"challenge": "void" if told else "single"}
    table = game("kelimelik", laid=["8F KALEM"], racks=["LİKĞJS?", "AAEEKKL"], options=options)
    _, private, board = await open_own_board(harness, table)
    word = await press_own_board_in_turn(private, board, "Ğ", "J")
    if told:
        assert word.text.splitlines()[0] == message_html(private, "own-board-no-word", word="ĞJ")
    else:
        plays = plays_of_tiles(table, 0, [RackTile(3), RackTile(4)])
        best = plays[0].score.total
        assert word.text == message_html(private, "own-board-places-found", word="ĞJ", count=len(plays), best=best)
    board = await private.say_and_wait(KIRAZ, "/raf")
    phony = await press_own_board_in_turn(private, board, private.text_plain("own-board-move"), "8", "K", "→", "S")
    assert (message_html(private, "own-board-phonies", words="KALEMS") in phony.text) is told
    word = await press_own_board_in_turn(private, phony, "⌫", "L", "İ", "K")
    assert (private.text_plain("own-board-all-count") in word.text) is told


async def test_a_hint_is_told_beside_the_board_which_stays(harness: BotHarness) -> None:
    table = game("kelimelik", laid=["8F KALEM"], racks=RACKS, options={"hints": "free"})
    _, private, board = await open_own_board(harness, table)
    before = rows(board)
    await private.press_data(KIRAZ, board, data_of_label(board, "💡"))
    (hint,) = await private.wait_messages()
    assert hint.text.startswith("💡")
    board = await press_own_board(private, board, "L")
    assert rows(board)[0][1:] == before[0][1:]


async def test_out_of_turn_a_word_is_tried_and_not_played(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness, with_fields(LAID, turn=1))
    assert "Bora" in board.text.splitlines()[0]
    board = await press_own_board_in_turn(private, board, "L", "İ", "K", "①")
    assert "KALEMLİK" in board.text
    assert rows(board) == [["‹"]]


async def test_a_table_that_offers_no_places_opens_in_the_choice_of_a_row(harness: BotHarness) -> None:
    table = game("kelimelik", laid=["8F KALEM"], racks=RACKS, options={"places": "off"})
    _, private, board = await open_own_board(harness, table)
    assert board.text.splitlines()[0] == message_html(private, "own-board-which-row")
    assert "8" in button_labels(board)
    assert len(rows(board)) <= 3


async def test_a_button_of_an_earlier_release_opens_the_step_that_fits(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness)
    shown = {
        "w0_g1": "İ",
        "w": "▢",
        "w0_g1_v2": "F8→",
        "l08012": "LİK",
        "l00012": "F8→",
        "v60_g": "Ş",
        "d8K012": "KALEMLİK",
        "r8": "K",
    }
    for step, label in shown.items():
        await private.forge_tap(private.user_json(KIRAZ), board, carried(step))
        now = await private.wait_edited(board, "editMessageMedia")
        assert message_html(private, "own-board-changed") not in now.text
        assert any(label in one for one in (*button_labels(now), now.text)), step


async def test_a_blank_asks_for_its_letter_in_a_move_and_in_a_word(harness: BotHarness) -> None:
    _, private, board = await open_own_board(harness)
    laid = await press_own_board_in_turn(private, board, private.text_plain("own-board-move"), "8", "K", "→", "▢")
    assert button_labels(laid)[:3] == ["A", "B", "C"]
    laid = await press_own_board_in_turn(private, laid, "Ş")
    assert "KALEMŞ" in laid.text
    word = await press_own_board_in_turn(private, await private.say_and_wait(KIRAZ, "/raf"), "A", "▢")
    assert len(rows(word)) <= 5
    word = await press_own_board(private, word, "Ş")
    assert "A[Ş]" in word.text


WAITING = game("tournament-tr", laid=["8F KALEM"], racks=RACKS)


async def test_the_last_play_is_challenged_by_word_but_for_the_own_one(harness: BotHarness) -> None:
    own, turned = (WAITING, with_fields(WAITING, turn=1))
    assert "/itiraz" not in (await open_own_board(harness, after_actions(own, place_play(own, "F8 KEK"))))[2].text
    table = after_actions(turned, place_play(turned, "F8 KEK"))
    group, private, board = await open_own_board(harness, table)
    assert "/itiraz" in board.text
    board = await press_own_board_in_turn(private, board, private.text_plain("button-challenge"), "KEK")
    state = await group.load_current_game()
    assert state.pending is None
    assert state.number > table.number or state.turn != table.turn or state.history != table.history


async def test_a_draw_is_offered_and_answered(harness: BotHarness) -> None:
    other = await harness.private_chat(LIMON)
    group, private, board = await open_own_board(harness, game("wordbox-tr", laid=["8F KALEM"], racks=RACKS))
    theirs = await other.say_and_wait(LIMON, "/raf")
    board = await press_own_board_in_turn(
        private,
        board,
        private.text_plain("own-board-more-actions"),
        private.text_plain("own-board-draw"),
        private.text_plain("own-board-draw-yes"),
    )
    assert private.text_plain("own-board-withdraw") in button_labels(board)
    theirs = await press_own_board_in_turn(
        other, theirs, private.text_plain("own-board-refresh"), private.text_plain("button-decline"), person=LIMON
    )
    assert (await group.load_current_game()).offer is None
    assert private.text_plain("button-agree") not in button_labels(theirs)


async def test_giving_up_is_asked_and_the_end_is_shown(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    board = await press_own_board_in_turn(
        private,
        board,
        private.text_plain("own-board-more-actions"),
        private.text_plain("own-board-surrender"),
        private.text_plain("button-surrender"),
    )
    assert (await group.load_current_game()).outcome is not None
    assert message_html(private, "ended-surrender") in board.text
    assert [label for label in button_labels(board) if label == private.text_plain("own-board-move")] == []


async def test_a_board_that_is_old_by_now_becomes_that_of_now(harness: BotHarness) -> None:
    group, private, board = await open_own_board(harness)
    laid = await press_own_board_in_turn(private, board, private.text_plain("own-board-move"), "8", "K", "→", "L", "İ")
    confirm = data_of_label(laid, "✅")
    await group.put_table(
        after_actions(
            LAID, exchange_faces(LAID, "LİK"), place_play(after_actions(LAID, exchange_faces(LAID, "LİK")), "F8 KAL")
        )
    )
    before = await group.stored_state()
    for carried in (data_of_label(laid, "S"), confirm):
        await private.forge_tap(private.user_json(KIRAZ), laid, carried)
        now = await private.wait_edited(laid, "editMessageMedia")
        assert now.text.startswith(message_html(private, "own-board-changed"))
        assert private.text_plain("own-board-move") in button_labels(now)
    assert await group.stored_state() == before
    await group.put_table(with_fields(LAID, number=LAID.number + 2))
    before = await group.stored_state()
    await private.forge_tap(private.user_json(KIRAZ), laid, confirm)
    assert (await private.wait_edited(laid, "editMessageMedia")).text.startswith(
        message_html(private, "own-board-changed")
    )
    assert await group.stored_state() == before, "the rack is the same, the board is not"
    mine, theirs = LAID.players
    await group.put_table(with_fields(LAID, players=(with_fields(mine, rack=("Ğ", *mine.rack[1:])), theirs)))
    await private.forge_tap(private.user_json(KIRAZ), laid, data_of_label(laid, "S"))
    now = await private.wait_edited(laid, "editMessageMedia")
    assert now.text.startswith(message_html(private, "own-board-changed")), "the board is the same, the rack is not"


async def test_a_press_after_the_end_shows_the_end(harness: BotHarness) -> None:
    for label in ("own-board-pass-yes", "own-board-back"):
        group, private, board = await open_own_board(harness)
        asked = await press_own_board(private, board, private.text_plain("own-board-pass"))
        await group.put_table(after_actions(LAID, surrender(LAID)))
        before = await group.stored_state()
        ended = await press_own_board(private, asked, private.text_plain(label))
        assert message_html(private, "ended-surrender") in ended.text
        assert await group.stored_state() == before


async def test_what_no_button_of_the_own_board_carries_leaks_nothing_and_does_nothing(harness: BotHarness) -> None:
    other = await harness.private_chat(LIMON)
    group, private, _ = await open_own_board(harness)
    before = await group.stored_state()
    for kind in ("own", "make"):
        for talk, person in ((other, LIMON), (group, LIMON), (group, NANE)):
            answer = await talk.forge_tap(talk.user_json(person), None, carried("d8K01", kind))
            assert answer["text"] == talk.text_plain("refusal-not-your-button")
        stranger = carried("d8K01", kind).replace(f":{KIRAZ:x}:", f":{NANE:x}:")
        answer = await group.forge_tap(group.user_json(NANE), None, stranger)
        refused = answer["text"] == group.text_plain("refusal-not-seated")
        assert is_spectator_alert(group, answer) if kind == "own" else refused
    sent = await private.say_and_wait(KIRAZ, "/raf")
    for step_ in ("d8Kf", "d8K00", "d1A0", "x80", "bk", "w7", "k8K00", "zz", "r99"):
        for kind in ("own", "make"):
            await private.forge_tap(private.user_json(KIRAZ), sent, carried(step_, kind))
            now = await private.wait_edited(sent, "editMessageMedia")
            assert "Ğ" not in now.text
            assert "A₁ A₁" not in now.text, "the other rack"
    answer = await other.forge_tap(other.user_json(LIMON), None, carried("p", "make", LIMON))
    assert answer["text"] == other.text_plain("refusal-not-your-turn", name="Ayşe")
    assert await group.stored_state() == before


async def test_a_rack_lies_by_the_alphabet_where_its_player_chose_so(harness: BotHarness) -> None:
    _, private, _ = await open_own_board(harness)
    for order, rack in (("letters", "AEİKLS▢"), (None, "LİKSAE▢")):
        await harness.store.save_setting(KIRAZ, "order", order)
        board = await private.say_and_wait(KIRAZ, "/raf")
        assert rack_letters(await press_own_board(private, board, private.text_plain("own-board-exchange"))) == rack


SKETCHED = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bonus="I11")


def own_sketch(**shown: object) -> OwnBoardSketch:
    view = door.view(SKETCHED, SKETCHED.players[0].user)
    assert isinstance(view, GameView)
    speaker = Speaker(Texts(), "tr", SKETCHED.ruleset.title, SKETCHED.ruleset.lexicon)
    return own_board_sketch(view, speaker, PictureStyle("tr"), **shown)  # type: ignore[arg-type]  # whatever a test shows


async def test_a_play_tried_out_takes_the_place_of_the_last_turn_on_a_viewers_own_board() -> None:
    place = place_play(SKETCHED, "8F KALEMLER")
    shown = own_sketch(preview=to_play_preview(0, place, lay_and_score(SKETCHED, 0, place)[1]))
    assert (shown.words.trial, shown.ghosts) == ("Önizleme", {tile.cell: tile.tile for tile in place.tiles})
    assert shown.view.last is not None
    assert shown.view.last.words[0].word == "KALEMLER"
    assert own_sketch(tiles={"A1": "L"}).words.trial == "", "what makes no play yet has no score"
