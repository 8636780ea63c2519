"""What people reply to a board on their own turn without a command's slash is done, or answered with what to do."""

import pytest

from bot.handlers.commands import commands
from bot.handlers.kinds import Kinds
from bot.store.keys import Scope
from bot.telegram.inbound import Reply, Sender, Venue
from bot.typed.replies import Order, order
from engine.crossword.state import GameState
from engine.klepka.state import GameState as Cards
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import NOW, game
from tests.support.klepka_chats import dealt
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"], bag="A" * 20)
FIRM = game("tournament-en", racks=["WATERSE", "AAEEKKL"], bag="A" * 20)


async def replied(talk: Talk, person: int, text: str) -> Sent:
    """What a reply to the board is answered with."""
    board = await talk.ask(NANE, "/tahta")
    return await talk.ask(person, text, reply_to=board.id)


@pytest.mark.parametrize(
    ("text", "message", "arguments"),
    [
        ("pas", "bare-pass", {"word": "PAS"}),
        ("Pass", "bare-pass", {"word": "PASS"}),
        ("TRENTRENTREN", "word-not-laid", {"word": "TRENTRENTREN"}),
        ("H8", "no-word", {"cell": "H8", "sample": "KALEM"}),
        ("değiştir", "nothing-to-exchange", {}),
        ("torba", "bare-command", {"near": "/torba"}),
    ],
)
async def test_a_word_that_cannot_be_laid_is_answered_with_what_to_do(
    house: House, text: str, message: str, arguments: dict[str, str]
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert (await replied(talk, KIRAZ, text)).html == talk.html(f"refusal-{message}", **arguments)
    assert await talk.game() == LAID


async def test_the_answer_is_the_same_whether_the_tiles_are_there_or_lacking(house: House) -> None:
    read = set()
    for rack in ("TRENİİ?", "LİKSERA"):
        talk = await house.group()
        await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=[rack, "AAEEKKL"]))
        answer = await replied(talk, KIRAZ, "TREN")
        assert answer.data("sums")
        read.add((answer.html, tuple(one["text"] for one in answer.buttons)))
    assert len(read) == 1


@pytest.mark.parametrize("text", ["değiştir 1 2", "Degistir 1, 2", "exchange 1 2", "обмін 1 2", "swap 1 2"])
async def test_an_exchange_is_made(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    await replied(talk, KIRAZ, text)
    state = await talk.game()
    assert (state.turn, len(state.bag)) == (1, len(LAID.bag))


@pytest.mark.parametrize("text", ["oyna 8F KALEMLİK", "play F8 yatay kalemlik"])
async def test_a_move_is_played(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert (await replied(talk, KIRAZ, text)).photo
    last = (await talk.game()).last
    assert last is not None
    assert last.words[0].word == "KALEMLİK"


async def test_a_word_behind_play_is_offered_its_places(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(game("scrabble-en", racks=["KNOPQRS", "AAEEKKL"]))
    assert (await replied(talk, KIRAZ, "play KNOP")).html == talk.html("places-which", word="KNOP")


@pytest.mark.parametrize("text", ["pass", "PAS", "пас"])
async def test_where_a_word_alone_is_no_move_a_pass_is_one(house: House, text: str) -> None:
    talk = await house.group("en")
    await talk.deal(FIRM)
    await replied(talk, KIRAZ, text)
    assert (await talk.game()).turn == 1


async def test_cards_are_passed_over_too(house: House) -> None:
    talk = await house.group()
    table = dealt(phase="extra")
    await talk.deal(table)
    await replied(talk, KIRAZ, "pas")
    state = await talk.table()
    assert isinstance(state, Cards)
    assert state.number != table.number or state.phase != "extra"


@pytest.mark.parametrize(
    ("person", "text"),
    [
        (KIRAZ, "pass the salt"),
        (KIRAZ, "exchange numbers"),
        (KIRAZ, "tamam"),
        (KIRAZ, "play it again some day soon"),
        (KIRAZ, "güzel!"),
        (LIMON, "pas"),
        (LIMON, "oyna KALE"),
        (NANE, "değiştir 1 2"),
        (LIMON, "TREN"),
    ],
)
async def test_talk_is_let_be(house: House, person: int, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(NANE, "/tahta")
    await talk.silent_on(person, text, reply_to=board.id)
    assert await talk.game() == LAID


async def test_in_private_they_are_meant_for_the_only_game(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    assert (await private.ask(KIRAZ, "TREN")).html == private.html("refusal-word-not-laid-private", word="TREN")
    assert (await private.ask(KIRAZ, "değiştir hepsi")).html == private.html("exchange-done")
    assert (await group.game()).turn == 1


@pytest.mark.parametrize("text", ["/exchange all", "/degistir hepsi", "/degistir Tümü", "/exchange усе"])
async def test_all_tiles_are_exchanged_by_a_word(house: House, text: str) -> None:
    talk = await house.group()
    table = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"], bag="A" * 20)
    await talk.deal(table)
    await talk.ask(KIRAZ, text)
    state = await talk.game()
    assert isinstance(state, GameState)
    assert set(state.players[0].rack) == {"A"}
    assert state.turn == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "apart"),
    [
        ("H8yatayKALEM", "H8 yatay KALEM"),
        ("H8downKALEM", "H8 down KALEM"),
        ("8HKALEM", "8H KALEM"),
        ("h8dKALEM", "h8 dKALEM"),
    ],
)
async def test_a_move_without_spaces_is_shown_with_them(house: House, language: str, typed: str, apart: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    assert (await talk.ask(KIRAZ, f"/play {typed}")).html == talk.html("refusal-glued-move", move=apart)


async def test_signs_that_are_no_letters_are_refused_with_an_example(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    wanted = talk.html("refusal-strange-move", letters="😀", cell="H8", sample="KALEM")
    assert (await talk.ask(KIRAZ, "/oyna 😀")).html == wanted
    assert (await talk.ask(KIRAZ, "/oyna H8 yatay KA😀M")).html == wanted


async def test_orders_are_read() -> None:
    assert order("pas") == Order("pass", "")
    assert order(" Değiştir 1 3 ") == Order("exchange", "1 3")
    assert order("exchange a b") == Order("exchange", "a b")
    assert order("play H8 across WATER") == Order("play", "H8 across WATER")
    assert order("хід СЛОВО") == Order("play", "СЛОВО")
    assert [order(talk) for talk in ("pas geçsem mi", "surrender", "")] == [None] * 3


@pytest.mark.parametrize(("text", "counted"), [("değiştir 1 2", "action"), ("PAS", "action"), ("TREN", "talk")])
async def test_what_orders_a_turn_keeps_its_place_among_all_that_plays(text: str, counted: str) -> None:
    place = Venue(Scope(-5), private=False, title="", username=None)
    kind = Kinds(commands())(Reply(1, place, Sender(KIRAZ, "Kiraz", None), 1, text, NOW))
    assert kind is not None
    assert kind.counted == counted
