"""Racks and bags: in private everything of one's own, in the group nothing of anybody's."""

import pytest

from bot.tables.held import table_name
from bot.telegram.buttons import scope_text
from engine.alphabet import alphabet
from engine.crossword.state import GameState
from tests.support.chat_tables import POST
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House
from tests.support.games import changed, game
from tests.support.ownboards import step

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"])
RACK = "Ğ₈  Ö₇  J₁₀  F₇  V₇  P₅  ▢₀"


async def test_the_rack_button_shows_the_presser_the_own_rack_and_nobody_else_anything(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(NANE, "/tahta")
    assert await talk.tap(KIRAZ, board, "rack") == {
        "text": talk.plain("rack-alert", tiles=RACK, bag=len(LAID.bag)),
        "show_alert": True,
        "url": "",
    }
    assert "A₁" in (await talk.tap(LIMON, board, "rack"))["text"]
    await talk.silent(KIRAZ)


async def test_the_rack_command_sends_the_rack_in_private_and_says_so_in_the_group(house: House) -> None:
    talk = await house.group()
    private = await house.private(KIRAZ)
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/raf")
    assert answer.html == talk.html("rack-sent")
    assert answer.links == ["https://t.me/harfiyen_bot"]
    (rack_message,) = await private.sent()
    rack = rack_message.text
    assert "Ğ₈ Ö₇ J₁₀ F₇ V₇ P₅ ▢₀" in rack
    assert "Masa" in rack


async def test_a_private_chat_that_is_not_open_is_offered_by_a_link_that_asks_for_this_rack(house: House) -> None:
    talk = await house.group()
    await house.private(LIMON, opened=False)
    await talk.deal(LAID)
    answer = await talk.ask(LIMON, "/raf")
    assert answer.html == talk.html("rack-needs-private")
    assert answer.links == [f"https://t.me/harfiyen_bot?start=r{scope_text(talk.scope)}"]
    private = await house.private(LIMON, opened=False)
    await talk.deal(await talk.table())
    rack = await private.ask(LIMON, f"/start r{scope_text(talk.scope)}")
    assert rack.photo
    assert "A₁ A₁ E₁ E₁ K₁ K₁ L₁" in rack.text
    assert rack.links == [f"https://t.me/c/{str(talk.id)[4:]}/{POST}"]


async def test_a_private_chat_is_tried_once_until_start_is_pressed_there(house: House) -> None:
    talk, private = await house.group(), await house.private(LIMON, opened=False)
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    before = house.calls

    def tried() -> list[int]:
        sent = house.playground.journal.entries("sendPhoto", after=before)
        return [call.status for call in sent if str(call.parameters["chat_id"]) == str(LIMON)]

    for _ in range(3):
        assert (await talk.tap(LIMON, board, "rack"))["show_alert"]
    await house.quiet()
    assert tried() == [403]
    await private.ask(LIMON, "/start")
    await private.mark()
    await talk.tap(LIMON, board, "rack")
    assert (await private.sent())[0].photo
    assert tried() == [403, 200]


async def test_a_rack_names_its_topic_on_the_way_back(house: House) -> None:
    talk = await house.group()
    private = await house.private(KIRAZ)
    await talk.deal(LAID, talk.topic(7))
    rack = await private.ask(KIRAZ, f"/start r{talk.id}_7")
    assert rack.links == [f"https://t.me/c/{str(talk.id)[4:]}/7/{POST}"]


@pytest.mark.parametrize("payload", ["r{scope}", "r-100999", "r", "rx", "r1_2_3", "x", "r" + "9" * 4000, "<b>"])
async def test_a_link_shows_an_outsider_no_rack(house: House, payload: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    private = await house.private(NANE)
    answer = await private.ask(NANE, f"/start {payload.format(scope=scope_text(talk.scope))}"[:4096])
    assert not answer.photo
    assert answer.html in {
        private.html("no-rack-there"),
        private.html("greeting-private", name="\u2068Nane\u2069"),
    }


async def test_of_several_games_one_is_chosen_whose_board_is_shown(house: House) -> None:
    private = await house.private(KIRAZ)
    nothing = await private.ask(KIRAZ, "/raf")
    assert nothing.html == private.html("no-racks")
    assert "/bot" in nothing.html, "it is what can be played there"
    first, second = await house.group(title="Birinci"), await house.group(title="İkinci <b>&")
    await first.deal(LAID)
    await second.deal(changed(LAID, turn=1, commitment="1" * 64))
    choice = await private.ask(KIRAZ, "/raf")
    assert choice.html == private.html("mine-which-game")
    assert sorted(button["text"] for button in choice.buttons) == [
        private.plain("mine-game", game="Kelimelik", group="İkinci <b>&"),
        private.plain("mine-game-yours", game="Kelimelik", group="Birinci"),
    ]
    board = await step(private, choice, private.plain("mine-game", game="Kelimelik", group="İkinci <b>&"))
    assert board.message["photo"]
    assert "İkinci <b>&" in str(board.message["caption"])
    assert "Ğ₈" in str(board.message["caption"])


async def test_a_turn_may_be_taken_in_private_and_is_told_in_the_group(house: House) -> None:
    group = await house.group()
    private, other = await house.private(KIRAZ), await house.private(LIMON)
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"]))
    await group.mark()
    assert (await private.ask(KIRAZ, "/oyna 8F KALEMLİK")).html == private.html("done-in-group")
    (told,) = await group.sent()
    assert told.photo
    assert "KALEMLİK" in told.text
    assert (await other.ask(LIMON, "/degistir 1")).html == other.html("exchange-done")
    assert (await private.ask(KIRAZ, "/pas")).html == private.html("done-in-group")
    assert (await group.game()).number == 3


async def test_chatter_in_private_is_helped_along(house: House) -> None:
    private = await house.private(KIRAZ)
    hint = await private.ask(KIRAZ, "merhaba")
    assert hint.html == private.html("private-hint")
    assert "/bot" in hint.html, "it is what can be done there"
    assert "/bot" in (await private.ask(KIRAZ, "/start")).html


async def test_a_bare_move_in_private_is_played_in_the_only_game(house: House) -> None:
    private = await house.private(KIRAZ)
    assert (await private.ask(KIRAZ, "8F KALEMLİK")).html == private.html("refusal-no-game-of-yours")
    group = await house.group()
    await group.deal(game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"]))
    await group.mark()
    assert (await private.ask(KIRAZ, "8f kalemlik")).html == private.html("done-in-group")
    assert "KALEMLİK" in (await group.sent())[0].text


async def test_a_command_that_does_not_exist_is_told_of_the_help(house: House) -> None:
    private, group = await house.private(KIRAZ), await house.group()
    assert (await private.ask(KIRAZ, "/bilinmeyen 1")).html == private.html("private-hint")
    await group.silent_on(KIRAZ, "/bilinmeyen 1")


async def test_a_mistyped_command_is_told_of_the_one_that_it_is_near(house: House) -> None:
    private, group = await house.private(KIRAZ), await house.group()
    answer = private.html("refusal-mistyped-command", typed="/onya", near="/oyna")
    assert (await private.ask(KIRAZ, "/onya 8F KALEMLİK")).html == answer
    # Other bots are there, too: only who plays is taken to mean this one.
    await group.silent_on(KIRAZ, "/onya 8F KALEMLİK")
    await group.deal(LAID)
    await group.mark()
    assert (await group.ask(KIRAZ, "/onya 8F KALEMLİK")).html == answer
    await group.silent_on(ZEYTIN, "/onya 8F KALEMLİK")


async def test_a_word_for_a_command_is_told_of_the_command(house: House) -> None:
    group = await house.group()
    await group.deal(LAID)
    for typed, near in (("/stats", "/skor"), ("/kelime KALEM", "/sozluk"), ("/dictionary", "/sozluk")):
        answer = await group.ask(KIRAZ, typed)
        assert answer.html == group.html("refusal-mistyped-command", typed=typed.split()[0], near=near)


async def test_a_surrender_may_be_confirmed_in_private(house: House) -> None:
    group = await house.group()
    private = await house.private(KIRAZ)
    await group.deal(LAID)
    question = await private.ask(KIRAZ, "/teslim")
    await group.mark()
    assert (await private.tap(KIRAZ, question, "yes"))["text"] == private.plain("surrender-yes")
    settled = await private.changed(question, "editMessageText")
    assert settled.buttons == []
    assert settled.message["text"].startswith("🏳️ \u2068Kiraz\u2069")
    (ended,) = await group.sent()
    assert group.html("ended-surrender") in ended.html


async def test_the_board_in_private_has_buttons_that_work(house: House) -> None:
    group = await house.group()
    private = await house.private(KIRAZ)
    await group.deal(LAID)
    board = await private.ask(KIRAZ, "/tahta")
    assert board.photo
    assert (await private.tap(KIRAZ, board, "rack"))["text"] == ""
    (own,) = await private.sent()
    assert "Ğ₈ Ö₇" in own.text
    await private.mark()
    await private.tap(KIRAZ, board, "board")
    assert (await private.sent())[0].photo


async def test_buttons_in_private_do_not_reach_the_game_of_others(house: House) -> None:
    group = await house.group()
    await group.deal(LAID)
    stranger = await house.private(ZEYTIN)
    for kind in ("rack", "board"):
        answer = await stranger.forge(stranger.user(ZEYTIN), None, f"{kind}:{table_name(LAID)}")
        assert answer["text"] == stranger.plain("refusal-stale-button")


def unseen(state: GameState, *, own: int | None) -> str:
    """What /torba should list: bag and racks, less the rack of one seat."""
    hidden = [*state.bag, *(tile for seat, player in enumerate(state.players) if seat != own for tile in player.rack)]
    letters = alphabet(state.ruleset.language)
    faces = sorted(set(hidden), key=letters.rank)
    return " ".join(f"{'▢' if face == '?' else face}<b>{hidden.count(face)}</b>" for face in faces)


async def test_the_bag_in_the_group_counts_every_rack(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    for person in (KIRAZ, LIMON, NANE):
        answer = await talk.ask(person, "/torba")
        assert answer.html.endswith(unseen(LAID, own=None))
        assert "J<b>1</b>" in answer.html


async def test_the_bag_in_private_leaves_the_own_rack_out(house: House) -> None:
    talk = await house.group()
    private = await house.private(KIRAZ)
    await talk.deal(LAID)
    answer = await private.ask(KIRAZ, "/torba")
    assert answer.html.endswith(unseen(LAID, own=0))
    assert "J" not in unseen(LAID, own=0)
