"""A word without a coordinate: its places as buttons that are one person's, one tap plays."""

import pytest

from bot.families.crossword.offers import ASKED_SECONDS
from bot.judges.dictionaries import Kind, with_kind
from bot.playground.servers import VERSIONS
from bot.tables.held import table_name
from bot.telegram.buttons import data
from bot.texts import Argument, Texts
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, House, Json, Sent, Talk
from tests.support.fades import sweep
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES
from tests.support.stale import leads

pytestmark = pytest.mark.asyncio(loop_scope="module")

EMPTY = game("kelimelik", racks=["KALEMİS", "LERASİS"])
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])
FULL = game("kelimelik", laid=["8A KALEMKALEMKALEM"], racks=["KALEMİS", "LERASİS"])
QUIET = {"text": "", "show_alert": False, "url": ""}


@pytest.fixture(autouse=True)
def _without_ephemeral_messages(house: House) -> None:
    """Questions hang on replies that everybody reads, on which nothing secret may be."""
    house.serve(VERSIONS[0])


def places(sent: Sent) -> list[str]:
    return [one["text"] for one in sent.buttons if one["callback_data"].startswith("put:")]


def way(talk: Talk, name: str) -> str:
    return talk.plain(f"way-{name}")


def brief(talk: Talk, name: str) -> str:
    """As a button says it."""
    return talk.plain(f"way-brief-{name}")


async def refused(talk: Talk, answer: Json, message: str, **arguments: Argument) -> None:
    assert answer["show_alert"]
    assert answer["text"] == talk.plain(message, **arguments)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_is_offered_its_places_in_board_order_and_a_tap_plays_it(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/play kalem")
    assert asked.html == talk.html("places-which", word="KALEM")
    down = [f"H{row} {brief(talk, 'down')}" for row in range(4, 8)]
    across = [f"{column}8 {brief(talk, 'across')}" for column in "DEFGH"]
    assert places(asked) == [*down, *across, f"H8 {brief(talk, 'down')}"]
    assert await talk.game() == EMPTY, "nothing is played unasked"
    data = next(one["callback_data"] for one in asked.buttons if one["text"].startswith("F8"))
    assert await talk.press(KIRAZ, asked, data) == QUIET
    (board,) = await talk.sent()
    await house.quiet()
    await sweep(house)
    assert asked.id not in talk.chat.messages, "the question has done its work"
    assert board.photo
    state = await talk.game()
    assert (state.turn, state.last and state.last.words[0].word) == (1, "KALEM")
    assert state.last is not None
    assert state.last.cells == ("F8", "G8", "H8", "I8", "J8")


async def test_scores_are_told_to_nobody_but_the_player(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/oyna KALEM 8")
    assert not any(one["text"].split()[-1].isdecimal() for one in asked.buttons)
    sums = asked.data("sums")
    answer = await talk.press(KIRAZ, asked, sums)
    assert answer["show_alert"]
    assert answer["text"].startswith(talk.plain("places-scores", scores="D8 → "))
    assert len(answer["text"]) <= 200
    await refused(talk, await talk.press(LIMON, asked, sums), "refusal-not-your-button")


async def test_in_private_the_buttons_have_the_scores(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(EMPTY)
    asked = await private.ask(KIRAZ, "/oyna KALEM 8")
    assert places(asked)[0] == f"D8 {brief(private, 'across')} 12"
    assert len(places(asked)) == 5
    assert (await private.tap(KIRAZ, asked, "put"))["text"] == private.plain("done-in-group")
    assert (await group.game()).turn == 1


async def test_a_line_or_a_cell_narrows_the_places(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    assert not places(await talk.ask(KIRAZ, "/oyna KALEMİS"))
    assert len(places(await talk.ask(KIRAZ, "/oyna KALEMİS H"))) == 7
    assert len(places(await talk.ask(KIRAZ, "/oyna 8 KALEMİS"))) == 7
    assert [one.split()[0] for one in places(await talk.ask(KIRAZ, "/oyna H8 KALEMİS"))] == ["H8", "H8"]


async def test_of_many_places_first_the_row_is_asked(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/oyna KALEMİS")
    assert asked.html == talk.html("mine-many-places", word="KALEMİS", count=14)
    assert [one["text"] for one in asked.buttons] == [
        *(f"{row} (1)" for row in range(2, 8)),
        "8 (8)",
        talk.plain("button-sums"),
    ]
    eighth = asked.buttons[-2]["callback_data"]
    await refused(talk, await talk.press(LIMON, asked, eighth), "refusal-not-your-button")
    assert await talk.press(KIRAZ, asked, eighth) == QUIET
    here = await talk.changed(asked, "editMessageText")
    down = f"H8 {brief(talk, 'down')}"
    assert sorted(places(here)) == sorted([*(f"{column}8 {brief(talk, 'across')}" for column in "BCDEFGH"), down])
    assert not any(one["text"].split()[-1].isdecimal() for one in here.buttons), "others read no scores"
    scores = (await talk.tap(KIRAZ, here, "sums"))["text"]
    assert scores.startswith(talk.plain("places-scores", scores="B8 →")[:-2])
    assert "H2" not in scores
    await talk.tap(KIRAZ, here, "rows")
    again = await talk.changed(asked, "editMessageText")
    assert [one["text"] for one in again.buttons] == [one["text"] for one in asked.buttons]
    await talk.press(KIRAZ, asked, eighth)
    await talk.tap(KIRAZ, here, "put")
    assert (await talk.game()).turn == 1


async def test_of_many_places_in_one_row_no_row_is_asked(house: House) -> None:
    talk = await house.group()
    await talk.deal(FULL)
    assert len(places(await talk.ask(KIRAZ, "/oyna KE 9"))) == 14
    asked = await talk.ask(KIRAZ, "/oyna KE")
    ninth = next(one["callback_data"] for one in asked.buttons if one["text"].startswith("9 "))
    await talk.press(KIRAZ, asked, ninth)
    assert len(places(await talk.changed(asked, "editMessageText"))) >= 14


async def test_a_row_is_chosen_on_the_board_as_it_is_by_then(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/oyna KALEMİS yatay")
    assert places(asked), "seven of them are few enough"
    asked = await talk.ask(KIRAZ, "/oyna KALEMİS")
    await talk.deal(changed(LAID, players=EMPTY.players, commitment=EMPTY.commitment, number=2))
    await talk.press(KIRAZ, asked, asked.buttons[0]["callback_data"])
    now = await talk.changed(asked, "editMessageText")
    assert {one["callback_data"].split(":")[3] for one in now.buttons} == {"2"}


async def test_scores_are_told_of_the_board_that_was_asked_about_alone(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/oyna KALEM 8")
    sums = asked.data("sums")
    await talk.deal(changed(LAID, players=EMPTY.players, commitment=EMPTY.commitment, number=2))
    assert await leads(talk, await talk.press(KIRAZ, asked, sums))


async def test_in_private_places_of_a_row_have_their_scores(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(EMPTY)
    asked = await private.ask(KIRAZ, "/oyna KALEMİS")
    await private.press(KIRAZ, asked, asked.buttons[-1]["callback_data"])
    here = await private.changed(asked, "editMessageText")
    assert places(here)[0].split()[-1].isdecimal()
    assert [one["text"] for one in here.buttons][-1] == private.plain("mine-back")


async def test_a_single_place_is_asked_whether_to_play_it(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK 8")
    assert asked.html == talk.html("places-only", word="KALEMLİK", place=f"F8 {way(talk, 'across')}")
    assert places(asked) == [talk.plain("button-put")]
    await talk.tap(KIRAZ, asked, "put")
    assert (await talk.game()).turn == 1


async def test_no_blank_shows_in_what_others_may_read(house: House) -> None:
    talk = await house.group()
    await talk.deal(changed(LAID, players=(changed(LAID.players[0], rack=tuple("LİAAA??")), LAID.players[1])))
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK 8")
    assert [one["callback_data"].split(":")[-1] for one in asked.buttons] == [".....LİK", "KALEMLİK"]
    (place, _) = asked.buttons
    await talk.press(KIRAZ, asked, place["callback_data"])
    assert (await talk.game()).cells[7 * 15 + 12] == "?K"


@pytest.mark.parametrize("text", ["/oyna KALEMLİK", "/oyna KALEMLİK 8", "/oyna 8 KALEMLİ"])
async def test_what_a_group_reads_is_the_same_whatever_is_on_the_rack(house: House, text: str) -> None:
    read = []
    for rack in ("LİKAE?K", "LİKSALE", "ZZZZZZZ", "KALEMLİ"):
        talk = await house.group()
        held = (changed(LAID.players[0], rack=tuple(rack)), LAID.players[1])
        await talk.deal(changed(LAID, players=held))
        asked = await talk.ask(KIRAZ, text)
        read.append((asked.html, [(one["text"], one["callback_data"]) for one in asked.buttons]))
        for value in [one["callback_data"] for one in asked.buttons if rack == "ZZZZZZZ"]:
            if not value.startswith("rows:"):
                await refused(talk, await talk.press(KIRAZ, asked, value), "refusal-not-on-rack")
        assert (await talk.game()).turn == 0
    assert len({repr(one) for one in read}) == 1


async def test_a_word_that_has_no_place_is_refused_as_ever(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/oyna KALEM 1")
    assert (answer.html, answer.buttons) == (talk.html("refusal-no-place-in-row", line="1"), [])
    assert (await talk.ask(KIRAZ, "/oyna A1 yatay KALEM")).html.startswith(talk.html("refusal-not-on-rack"))
    assert (await talk.ask(LIMON, "/oyna KALE")).html == talk.html("refusal-not-your-turn", name="Ayşe")


async def test_a_plain_member_shows_the_places_of_the_own_tiles_to_their_player_alone(house: House) -> None:
    talk = await house.group(status="member")
    house.serve("10.4")
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK")
    assert not asked.alone
    await talk.press(KIRAZ, asked, asked.data("sums"))
    await house.quiet()
    (shown,) = house.playground.world.ephemeral.shown(talk.id, KIRAZ)
    assert "18" in shown["message"]["text"]
    put = shown["message"]["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
    number = shown["message"]["ephemeral_message_id"]
    await house.playground.world.press(KIRAZ, talk.id, number, put, ephemeral=True).answer
    await house.quiet()
    assert (await talk.game()).turn == 1
    await sweep(house, 1)
    assert asked.id not in talk.chat.messages
    assert not house.playground.world.ephemeral.shown(talk.id, KIRAZ)


@pytest.mark.parametrize("text", ["Kalemlik", "kalemlik"])
async def test_a_reply_that_is_a_word_which_could_be_laid_is_offered_its_places(house: House, text: str) -> None:
    talk = await house.group(status="member")
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    assert places(await talk.ask(KIRAZ, text, reply_to=board.id))
    for person, talked in [(KIRAZ, "Tamam"), (KIRAZ, "Kalemlik."), (LIMON, "KALE"), (NANE, "KALEMLİK")]:
        await talk.silent_on(person, talked, reply_to=board.id)


async def test_a_mention_of_the_bot_with_a_word_is_offered_its_places(house: House) -> None:
    talk = await house.group(status="member")
    await talk.deal(LAID)
    name = house.playground.world.bot["username"]
    assert places(await talk.ask(KIRAZ, f"@{name} KALEMLİK"))
    assert places(await talk.ask(KIRAZ, f"KALEMLİK @{name}"))
    assert (await talk.ask(KIRAZ, f"@{name} TAMAM")).data("rows"), "the board has places, whatever is on the rack"
    assert (await talk.ask(LIMON, f"@{name} KALE")).html == talk.html("refusal-not-your-turn", name="Ayşe")
    await talk.silent_on(NANE, f"@{name} KALEMLİK")
    await talk.silent_on(KIRAZ, f"@{name} ne zaman başlıyoruz")
    assert (await talk.ask(KIRAZ, f"@{name} O1 dikey KALEM")).html.startswith(talk.html("refusal-not-on-rack"))


@pytest.mark.parametrize("ruleset", ["tournament-tr", "kelimelik"])
async def test_where_places_are_off_a_move_begins_with_a_cell(house: House, ruleset: str) -> None:
    talk = await house.group()
    options = {"places": "off"} if ruleset == "kelimelik" else None
    table = game(ruleset, racks=["NARKALE", "AAEEKKL"], options=options)
    await talk.deal(table)
    answer = await talk.ask(KIRAZ, "/oyna NAR")
    assert answer.html.startswith(talk.html("refusal-garbled-move", text="NAR", cell="H8", sample="")[:20])
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.silent_on(KIRAZ, "NAR", reply_to=board.id)
    await talk.ask(KIRAZ, "/oyna H8 NAR")
    last = (await talk.game()).last
    assert last is not None
    assert last.cells == ("H8", "H9", "H10"), "letter first is downwards"


async def test_one_legal_way_is_played_and_two_are_asked(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"]))
    board = await talk.ask(KIRAZ, "/oyna F8 KALEMLİK")
    assert board.photo
    assert f"F8 {way(talk, 'across')}" in board.text
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/oyna F8 KALEMLİKÇİ")
    assert (answer.html.startswith(talk.html("refusal-not-on-rack")), answer.buttons) == (True, []), "nor is it asked"
    await talk.deal(changed(EMPTY, commitment="3" * 64))
    asked = await talk.ask(KIRAZ, "/oyna H8 KALE")
    assert places(asked) == [f"H8 {brief(talk, name)}" for name in ("across", "down")]
    await talk.ask(KIRAZ, "/oyna 8H KALE")
    last = (await talk.game()).last
    assert last is not None
    assert last.cells[0:2] == ("H8", "I8"), "number first is across everywhere"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_reads_as_recorded_games_do_is_not_asked(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(EMPTY)
    chosen = await talk.ask(KIRAZ, "/direction")
    assert chosen.html == talk.html("reading-asks")
    await refused(talk, await talk.tap(LIMON, chosen, "reading"), "refusal-not-your-button")
    assert (await talk.tap(KIRAZ, chosen, "reading"))["text"] == talk.plain("reading-chosen")
    assert (await talk.ask(KIRAZ, "/play H8 KALE")).photo
    last = (await talk.game()).last
    assert last is not None
    assert last.cells == ("H8", "H9", "H10", "H11")
    again = await talk.ask(KIRAZ, "/direction")
    assert again.html == talk.html("reading-gcg")
    await talk.tap(KIRAZ, again, "reading")
    await talk.deal(changed(EMPTY, commitment="4" * 64))
    assert len(places(await talk.ask(KIRAZ, "/play H8 KALE"))) == 2


async def test_a_near_miss_is_one_tap_away(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/oyna K8 yatay LİK")
    assert answer.html.startswith(talk.html("refusal-longer-word", word="KALEMLİK", cell="F8"))
    assert places(answer)[0] == f"F8 {brief(talk, 'across')} KALEMLİK"
    await talk.tap(KIRAZ, answer, "put")
    last = (await talk.game()).last
    assert last is not None
    assert last.words[0].word == "KALEMLİK"


@pytest.mark.parametrize("mode", ["preview", "challenges"])
async def test_only_a_preview_that_tells_leaves_phonies_out(house: House, mode: str) -> None:
    talk = await house.group()
    options = {"preview": "on"} if mode == "preview" else {"preview": "on", "challenge": "single"}
    await talk.deal(game("kelimelik", racks=["KALEKRT", "AAEEKKL"], options=options))
    answer = await talk.ask(KIRAZ, "/oyna KRTLAK")
    if mode == "preview":
        assert answer.html.splitlines()[0] == talk.html("refusal-not-words", words="KRTLAK")
    else:
        assert len(places(answer)) == 12


async def test_taps_of_others_and_forged_ones_change_nothing(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK")
    mine = asked.data("put")
    for person in (LIMON, NANE):
        await refused(talk, await talk.press(person, asked, mine), "refusal-not-your-button")
    name = table_name(LAID)
    theirs = data("put", name, LIMON, 0, "8F", ".....E")
    await refused(talk, await talk.forge(talk.user(LIMON), asked, theirs), "refusal-not-your-turn", name="Ayşe")
    stranger = data("put", name, NANE, 0, "8F", ".....E")
    await refused(talk, await talk.forge(talk.user(NANE), asked, stranger), "refusal-not-seated")
    for forged in (
        data("put", name, KIRAZ, 0, "Z99", "..LİK"),
        data("put", name, KIRAZ, 0, "8F", "....."),
        data("put", name, KIRAZ, 0, "8F", "[[[[[LİK"),
        data("put", "00000000", KIRAZ, 0, "8F", ".....LİK"),
        data("sums", name, KIRAZ, 0, "Z", "LİK"),
        data("sums", name, KIRAZ, 0, "", "[[["),
        data("put", name, KIRAZ, 9, "8F", "........"),
    ):
        answer = await talk.forge(talk.user(KIRAZ), asked, forged)
        assert answer["show_alert"], forged
    assert await talk.game() == LAID


async def test_a_question_that_nobody_answers_goes_as_well(house: House) -> None:
    talk = await house.group()
    await talk.deal(EMPTY)
    asked = await talk.ask(KIRAZ, "/oyna KALEM")
    await sweep(house, ASKED_SECONDS - 1)
    assert asked.id in talk.chat.messages
    await sweep(house, 2)
    assert asked.id not in talk.chat.messages


@pytest.mark.parametrize(
    ("kind", "rest"), [("sums", (0, "", "NAR")), ("put", (0, "8H", "NAR")), ("put", (3, "8H", "NAR"))]
)
async def test_where_places_are_off_no_forged_tap_is_offered_any(
    house: House, kind: str, rest: tuple[str | int, ...]
) -> None:
    talk = await house.group()
    table = game("tournament-tr", racks=["NARKALE", "AAEEKKL"])
    await talk.deal(table)
    board = await talk.ask(KIRAZ, "/tahta")
    answer = await talk.forge(talk.user(KIRAZ), board, data(kind, table_name(table), KIRAZ, *rest))
    assert await leads(talk, answer)
    assert await talk.game() == table


async def test_a_forged_place_puts_no_question_into_what_others_read(house: House) -> None:
    talk = await house.group()
    await talk.deal(changed(LAID, number=2))
    said = await talk.ask(KIRAZ, "/torba")
    await talk.forge(talk.user(KIRAZ), said, data("put", table_name(LAID), KIRAZ, 0, "8F", ".....LİK"))
    await house.quiet()
    assert talk.chat.messages[said.id]["text"] == said.text


async def test_a_near_miss_is_not_judged_by_the_list_of_a_live_table(house: House) -> None:
    talk = await house.group()
    table = game("kelimelik", laid=["8F KALEM"], racks=["KRTLAKE", "AAEEKKL"])
    kinds: tuple[tuple[Kind, bool], ...] = (("builtin", False), ("live", True))
    for kind, offered in kinds:
        await talk.deal(changed(table, ruleset=with_kind(table.ruleset, kind)))
        assert bool(places(await talk.ask(KIRAZ, "/oyna A1 yatay KRTL"))) is offered


async def test_in_private_the_question_itself_leads_to_what_is_now(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    asked = await private.ask(KIRAZ, "/oyna KALEMLİK")
    await group.deal(changed(LAID, number=2))
    assert await private.tap(KIRAZ, asked, "put") == QUIET
    now = await private.changed(asked, "editMessageText")
    await private.tap(KIRAZ, now, "put")
    assert (await group.game()).turn == 1


async def test_a_tap_after_the_table_moved_on_leads_to_what_is_now(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK 8")
    mine = asked.data("put")
    later = changed(LAID, number=2)
    await talk.deal(later)
    assert await talk.press(KIRAZ, asked, mine) == QUIET
    now = await talk.changed(asked, "editMessageText")
    here = next(one["callback_data"] for one in now.buttons if ":8F:" in one["callback_data"])
    assert here.split(":")[3] == "2"
    assert await talk.game() == later
    await talk.press(KIRAZ, asked, here)
    assert isinstance(await talk.game(), GameState)
    assert (await talk.game()).turn == 1
    late = await talk.forge(talk.user(KIRAZ), asked, now.data("put"))
    await refused(talk, late, "refusal-not-your-turn", name="Bora")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_place_and_its_score_fit_half_the_breadth_of_a_phone(language: str) -> None:
    for way in ("across", "down"):
        assert len(f"O15 → {Texts().plain(language, f'way-brief-{way}')} 128") <= 16
