"""My board in a private chat: all that can be done there by tapping, and nothing for anybody else."""

import re

import pytest

from bot.families.ownboard import mark_of
from bot.store import keys
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.crossword.rules import preview
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import after, changed, exchange, game, play, surrender
from tests.support.ownboards import behind, labels, step, steps
from tests.support.stale import watches

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])


async def opened(house: House, table: GameState = LAID) -> tuple[Talk, Talk, Sent]:
    """A group with a game, a player's private chat, and that player's board in it."""
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(table)
    await house.redis.delete(keys.arranged(KIRAZ, table_name(table)))
    return group, private, await private.ask(KIRAZ, "/raf")


def html(talk: Talk, message: str, **facts: str | int) -> str:
    """A message as people read it."""
    return re.sub("<[^>]+>", "", talk.html(message, **facts))


async def test_a_move_is_laid_from_row_to_confirmation_and_played(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-move"), "8")
    assert "8" in board.text
    assert board.message["photo"]
    board = await steps(private, board, "K", "→", "L", "İ")
    assert "KALEMLİ" in board.text
    before = await group.stored()
    board = await steps(private, board, "K")
    assert await group.stored() == before, "nothing is played before it is confirmed"
    assert labels(board)[0] == "S₂", "as the rack lies, without what is laid"
    score = preview(LAID, 0, play(LAID, "8F KALEMLİK"))[1].total
    assert private.plain("mine-lay", word="KALEMLİK", score=score) in labels(board)
    assert board.text == "\n".join(
        [
            html(private, "mine-scored", cell="F8", way="yatay", word="KALEMLİK", score=score),
        ]
    )
    await group.mark()
    board = await step(private, board, "✅")
    assert board.text.startswith(private.plain("mine-done"))
    assert "KALEMLİK" in (await group.sent())[0].text
    assert (await group.game()).turn == 1


async def test_tiles_are_tapped_and_exchanged(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-exchange"), "L", "S", "✓L", "A")
    assert [label for label in labels(board) if label.startswith("✓")] == ["✓S₂", "✓A₁"]
    board = await step(private, board, private.plain("button-exchange", count=2))
    assert board.text.startswith(private.plain("mine-done"))
    state = await group.game()
    assert (state.turn, state.players[0].exchanges) == (1, 1)
    assert {"L", "İ", "K", "E", "?"} <= set(state.players[0].rack)
    assert private.plain("mine-pass") not in labels(board), "it is the other one's turn"


async def test_a_pass_is_asked_first(house: House) -> None:
    group, private, board = await opened(house)
    board = await step(private, board, private.plain("mine-pass"))
    assert (await group.game()).turn == 0
    board = await step(private, board, private.plain("mine-back"))
    board = await steps(private, board, private.plain("mine-pass"), private.plain("mine-pass-yes"))
    assert (await group.game()).turn == 1
    assert board.text.startswith(private.plain("mine-done"))


async def test_the_order_of_a_rack_is_kept_for_the_next_time(house: House) -> None:
    _, private, board = await opened(house)
    held = "LİKSAE▢"
    lie = [letters(board)]
    for _ in range(2):
        board = await step(private, board, private.plain("button-mix"))
        lie.append(letters(board))
    assert lie[0] == held
    assert lie[0] != lie[1] != lie[2]
    assert sorted(lie[2]) == sorted(held)
    again = await private.ask(KIRAZ, "/raf")
    assert letters(again) == lie[2]
    board = await steps(private, again, private.plain("mine-exchange"))
    assert "".join(label[0] for label in labels(board)[:7]) == lie[2]


def letters(board: Sent) -> str:
    """The tiles as the board's text shows them."""
    return "".join(re.findall(r"(\S)[₀-₉]+", board.text.splitlines()[1]))


async def test_the_letters_are_told_in_a_box(house: House) -> None:
    _, private, board = await opened(house)
    answer = await private.press(KIRAZ, board, behind(board, private.plain("mine-letters")))
    told = private.plain("rack-alert", tiles="L₁  İ₁  K₁  S₂  A₁  E₁  ▢₀", bag=len(LAID.bag))
    assert (answer["show_alert"], answer["text"]) == (True, told)


async def test_a_word_put_together_offers_its_places_and_one_of_them_is_laid(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-word"), "L", "İ", "(M)")
    assert "Lİ(M)" in board.text
    board = await steps(private, board, private.plain("mine-back"), "K", private.plain("mine-places"))
    assert html(private, "mine-many-places", word="LİK", count=22) == board.text
    board = await step(private, board, "9")
    assert "J9 → yatay 6" in labels(board)
    board = await steps(
        private, board, private.plain("mine-back"), private.plain("mine-back"), private.plain("mine-home")
    )
    word = ("(K)", "(A)", "(L)", "(E)", "(M)", "L", "İ", "K")
    board = await steps(private, board, private.plain("mine-word"), *word, private.plain("mine-places"), "F8")
    assert "F8 yatay: KALEMLİK" in board.text
    board = await step(private, board, "✅")
    assert board.text.startswith(private.plain("mine-done"))
    assert (await group.game()).turn == 1


async def test_a_word_that_fits_nowhere_is_told_so(house: House) -> None:
    _, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-word"), "(M)", "S", "(M)", private.plain("mine-places"))
    assert board.text.splitlines()[-1] == private.plain("mine-no-place")


async def test_a_blank_asks_for_its_letter_in_a_move_and_in_a_word(house: House) -> None:
    _, private, board = await opened(house)
    laid = await steps(private, board, private.plain("mine-move"), "8", "K", "→", "▢")
    assert labels(laid)[:3] == ["A", "B", "C"]
    laid = await steps(private, laid, "Ş")
    assert "KALEMŞ" in laid.text
    word = await step(private, laid, private.plain("mine-home"))
    word = await steps(private, word, private.plain("mine-word"), "A", "▢", "Ş")
    assert "A[Ş]" in word.text


WAITING = game("tournament-tr", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])


async def test_the_last_play_is_challenged_by_word(house: House) -> None:
    table = after(changed(WAITING, turn=1), play(changed(WAITING, turn=1), "F8 KEK"))
    group, private, board = await opened(house, table)
    board = await steps(private, board, private.plain("button-challenge"), "KEK")
    state = await group.game()
    assert state.pending is None
    assert state.number > table.number or state.turn != table.turn or state.history != table.history


async def test_a_draw_is_offered_and_answered(house: House) -> None:
    other = await house.private(LIMON)
    group, private, board = await opened(house, game("wordbox-tr", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"]))
    theirs = await other.ask(LIMON, "/raf")
    board = await steps(private, board, private.plain("mine-draw"), private.plain("mine-draw-yes"))
    assert private.plain("mine-withdraw") in labels(board)
    theirs = await steps(other, theirs, private.plain("mine-refresh"), private.plain("button-decline"), person=LIMON)
    assert (await group.game()).offer is None
    assert private.plain("button-agree") not in labels(theirs)


async def test_giving_up_is_asked_and_the_end_is_shown(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-surrender"), private.plain("button-surrender"))
    assert (await group.game()).outcome is not None
    assert html(private, "ended-surrender") in board.text
    assert [label for label in labels(board) if label == private.plain("mine-move")] == []


async def test_a_board_that_is_old_by_now_becomes_that_of_now(house: House) -> None:
    group, private, board = await opened(house)
    laid = await steps(private, board, private.plain("mine-move"), "8", "K", "→", "L", "İ")
    confirm = behind(laid, "✅")
    await group.deal(after(LAID, exchange(LAID, "LİK"), play(after(LAID, exchange(LAID, "LİK")), "F8 KAL")))
    before = await group.stored()
    for carried in (behind(laid, "S"), confirm):
        await private.forge(private.user(KIRAZ), laid, carried)
        now = await private.changed(laid, "editMessageMedia")
        assert now.text.startswith(html(private, "mine-changed"))
        assert private.plain("mine-move") in labels(now)
    assert await group.stored() == before
    await group.deal(changed(LAID, number=LAID.number + 2))
    before = await group.stored()
    await private.forge(private.user(KIRAZ), laid, confirm)
    assert (await private.changed(laid, "editMessageMedia")).text.startswith(html(private, "mine-changed"))
    assert await group.stored() == before, "the rack is the same, the board is not"
    mine, theirs = LAID.players
    await group.deal(changed(LAID, players=(changed(mine, rack=("Ğ", *mine.rack[1:])), theirs)))
    await private.forge(private.user(KIRAZ), laid, behind(laid, "S"))
    now = await private.changed(laid, "editMessageMedia")
    assert now.text.startswith(html(private, "mine-changed")), "the board is the same, the rack is not"


@pytest.mark.parametrize("label", ["mine-pass-yes", "mine-back"])
async def test_a_press_after_the_end_shows_the_end(house: House, label: str) -> None:
    group, private, board = await opened(house)
    asked = await step(private, board, private.plain("mine-pass"))
    await group.deal(after(LAID, surrender(LAID)))
    before = await group.stored()
    ended = await step(private, asked, private.plain(label))
    assert html(private, "ended-surrender") in ended.text
    assert await group.stored() == before


async def test_a_board_that_was_deleted_meanwhile_is_shown_anew(house: House) -> None:
    _, private, board = await opened(house)
    house.playground.world.delete(private.chat, board.id)
    await private.forge(private.user(KIRAZ), board, behind(board, private.plain("mine-move")))
    (now,) = await private.sent()
    assert now.photo
    assert now.html == private.html("mine-which-row")


async def test_a_move_that_is_refused_leaves_the_board_as_it_is(house: House) -> None:
    group, private, board = await opened(house)
    laid = await steps(private, board, private.plain("mine-move"), "8", "K", "→", "S")
    before = await group.stored()
    answer = await private.press(KIRAZ, laid, behind(laid, "✅"))
    assert answer["show_alert"]
    assert "KALEMS" in answer["text"]
    assert await group.stored() == before


@pytest.mark.parametrize(
    ("ruleset", "options", "told"),
    [
        ("kelimelik", {}, None),
        ("kelimelik", {"preview": "on"}, "mine-phonies"),
        ("tournament-tr", {}, None),
    ],
)
async def test_a_preview_tells_a_phony_only_where_the_table_has_chosen_it(
    house: House, ruleset: str, options: dict[str, str], told: str | None
) -> None:
    table = game(ruleset, laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"], options=options)
    _, private, board = await opened(house, table)
    phony = await steps(private, board, private.plain("mine-move"), "8", "K", "→", "S")
    says = html(private, "mine-phonies", words="KALEMS")
    assert (says in phony.text) is (told is not None)
    word = await steps(private, phony, private.plain("mine-back"), "L", "İ", "K")
    assert (private.plain("mine-all-count") in word.text) is (told is not None)


async def test_what_no_button_of_the_own_board_carries_leaks_nothing_and_does_nothing(house: House) -> None:
    other = await house.private(LIMON)
    group, private, _ = await opened(house)
    before, (mine, theirs) = await group.stored(), (mark_of(player.rack) for player in LAID.players)

    def carried(kind: str, user: int, mark: str, step: str) -> str:
        return data(kind, table_name(LAID), f"{user:x}", LAID.number, mark, step)

    for kind in ("mine", "make"):
        for talk, person in ((other, LIMON), (group, LIMON), (group, NANE)):
            answer = await talk.forge(talk.user(person), None, carried(kind, KIRAZ, mine, "d8K01"))
            assert answer["text"] == talk.plain("refusal-not-your-button")
        answer = await group.forge(group.user(NANE), None, carried(kind, NANE, mine, "d8K01"))
        refused = answer["text"] == group.plain("refusal-not-seated")
        assert watches(group, answer) if kind == "mine" else refused
    for step_ in ("d8Kf", "d8K00", "d8K6", "d1A0", "x80", "xg", "bk", "w7", "w00", "w0g", "l990", "zz", "r99"):
        sent = await private.ask(KIRAZ, "/raf")
        for kind in ("mine", "make"):
            await private.forge(private.user(KIRAZ), sent, carried(kind, KIRAZ, mine, step_))
            now = await private.changed(sent, "editMessageMedia")
            assert "Ğ" not in now.text
            assert "A₁ A₁" not in now.text, "the other rack"
    answer = await other.forge(other.user(LIMON), None, carried("make", LIMON, theirs, "p"))
    assert answer["text"] == other.plain("refusal-not-your-turn", name="Ayşe")
    assert await group.stored() == before
