"""Challenges in the chat: laid unjudged, doubted by command or button, decided once; nothing tells what counts."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from bot.tables.codec import decode_entry
from bot.texts import Argument
from engine.crossword import runs
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import after, changed, game, only, pass_, play
from tests.support.languages import LANGUAGES
from tests.support.stored_logs import stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")


def table(
    mode: str = "double", racks: Sequence[str] = ("LİKRSĞZ", "AAEEKKL"), bag: str | None = None, **options: str
) -> GameState:
    """KALEM on the board, Ayşe (Kiraz) to move."""
    return game("scrabble-tr", laid=["8F KALEM"], racks=racks, bag=bag, options={"challenge": mode, **options})


def after_phony(state: GameState) -> GameState:
    """Ayşe has laid KALEMZ, which is no word."""
    return after(state, play(state, "8F KALEMZ"))


def after_word(state: GameState) -> GameState:
    """Ayşe has laid KALEMLİK, which is one."""
    return after(state, play(state, "8F KALEMLİK"))


async def board(talk: Talk, state: GameState) -> Sent:
    """The table's board with its buttons, as Nane asks for it."""
    await talk.deal(state)
    return await talk.ask(NANE, "/tahta" if talk.language == "tr" else "/board")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["KALEMZ", "KALEMLİK"])
async def test_a_phony_is_laid_and_told_as_a_word_is(house: House, language: str, word: str) -> None:
    talk = await house.group(language)
    before = table()
    await talk.deal(before)
    told = await talk.ask(KIRAZ, f"/oyna 8F {word}")
    state = await talk.game()
    assert state.pending is not None
    assert told.photo
    assert f"<b>{word}</b>" in told.html
    time = talk.plain("unit-minute", count=1)
    assert talk.html("window-open", time=time) in told.html
    assert told.data("doubt").endswith(f":{state.pending.play}")
    assert len(state.players[0].rack) == 7 - (len(word) - 5), "the refill waits"
    (entry,) = await stored_log(house.store, talk.scope)
    assert decode_entry(entry).verdicts == {}, "nobody was asked"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_challenged_phony_goes_back_to_the_rack(house: House, language: str) -> None:
    talk = await house.group(language)
    before = table()
    shown = await board(talk, after_phony(before))
    assert (await talk.tap(LIMON, shown, "doubt"))["text"] == talk.plain("challenge-done")
    (told,) = await talk.sent()
    assert talk.html("challenge-won", name="\u2068Bora\u2069", mover="\u2068Ayşe\u2069") in told.html
    assert "KALEMZ" in told.text
    state = await talk.game()
    assert state.cells == before.cells
    assert state.bag == before.bag
    assert sorted(state.players[0].rack) == sorted(before.players[0].rack)
    assert (state.players[0].score, state.turn, runs.counts(state)) == (0, 1, (1, 0))
    assert not [one for one in told.buttons if one["callback_data"].startswith("doubt")]


async def test_of_a_withdrawn_play_only_the_phonies_are_named(house: House) -> None:
    """Good cross-words of a phony stay unknown."""
    talk = await house.group()
    before = game("scrabble-tr", laid=["8F KALEM"], racks=["AZĞĞLER", "AAEEKKL"], options={"challenge": "single"})
    laid = after(before, play(before, "9F AZĞ"))
    await talk.deal(laid)
    words = [word.word for word in laid.pending.words] if laid.pending else []
    assert len(words) > 1
    told = await talk.ask(LIMON, f"/itiraz {words[0]}")
    line = next(line for line in told.text.splitlines() if "AZĞ" in line)
    assert not any(word in line.replace(words[0], "") for word in words[1:])


Price = tuple[str, Mapping[str, str], str, tuple[int, int]]
PRICES: list[Price] = [
    ("single", {}, "", (0, 0)),
    ("double", {}, "turn-lost", (0, 0)),
    ("five", {}, "points-gained", (5, 0)),
    ("ten", {}, "points-gained", (10, 0)),
    ("five", {"challenge-to": "challenger"}, "points-lost", (0, -5)),
    ("ten", {"challenge-per": "word"}, "points-gained", (10, 0)),
    ("wordpoints", {}, "points-lost", (0, -1)),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("price", PRICES, ids=lambda price: f"{price[0]} {price[2]}")
async def test_a_challenge_in_vain_has_its_price(house: House, language: str, price: Price) -> None:
    mode, options, message, points = price
    talk = await house.group(language)
    before = table(mode, **options)
    laid = after_word(before)
    await talk.deal(laid)
    told = await talk.ask(LIMON, "/itiraz")
    words = ", ".join(word.word for word in laid.pending.words) if laid.pending else ""
    assert talk.html("challenge-lost", name="\u2068Bora\u2069", mover="\u2068Ayşe\u2069", words=words) in told.html
    state = await talk.game()
    score = laid.players[0].score
    lost = -score if mode == "wordpoints" else points[1]
    assert [player.score for player in state.players] == [score + points[0], lost]
    assert len(state.players[0].rack) == 7, "the refill came"
    assert state.turn == (0 if mode == "double" else 1)
    if message == "turn-lost":
        assert talk.html(message, name="\u2068Bora\u2069") in told.html
    elif message:
        seat, amount = (0, points[0]) if message == "points-gained" else (1, -lost)
        name = f"\u2068{state.players[seat].name}\u2069"
        assert talk.html(message, name=name, points=amount) in told.html


VOID = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"])
FRESH = game("scrabble-tr", racks=["LİKRSĞZ", "AAEEKKL"], options={"challenge": "single"})
OPEN = after_phony(table())
CLOSED = after(OPEN, pass_(OPEN))
FOUND = after(after_word(table("single")), Challenge(LIMON))
THREE = after_phony(table("single", ["LİKRSĞZ", "AAEEKKL", "AAEEKKL"]))
TAKEN_BACK = after(THREE, Challenge(LIMON), judge=only("KALEM"))
Case = tuple[str, GameState, int, str, str, dict[str, Argument]]
REFUSED: list[Case] = [
    ("none at this table", VOID, LIMON, "", "no-challenges", {}),
    ("nothing laid", FRESH, LIMON, "", "nothing-to-challenge", {}),
    ("the own play", OPEN, KIRAZ, "", "own-play", {}),
    ("not seated", OPEN, NANE, "", "not-seated", {}),
    ("too late", CLOSED, LIMON, "", "challenge-too-late", {}),
    ("a play that was found good", FOUND, LIMON, "", "challenged-already", {}),
    ("a play that was taken back", TAKEN_BACK, NANE, "", "challenged-already", {}),
    ("another word", OPEN, LIMON, " kalem", "word-not-in-play", {"word": "KALEM", "words": "KALEMZ"}),
    ("no word", OPEN, LIMON, " kal3m", "not-letters", {"letters": "3"}),
    ("one letter", OPEN, LIMON, " k", "too-short", {"word": "K"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
async def test_a_refused_challenge_says_why_and_changes_nothing(house: House, language: str, case: Case) -> None:
    name, state, person, text, refusal, facts = case
    talk = await house.group(language)
    await talk.deal(state)
    before = await talk.stored()
    command = "/itiraz" if language == "tr" else "/challenge"
    assert (await talk.ask(person, command + text)).html == talk.html(f"refusal-{refusal}", **facts), name
    assert await talk.stored() == before


async def test_a_play_is_challenged_once_only(house: House) -> None:
    talk = await house.group()
    shown = await board(talk, after_word(table("single")))
    await talk.tap(LIMON, shown, "doubt")
    await talk.sent()
    before = await talk.stored()
    alert = await talk.tap(LIMON, shown, "doubt")
    assert (alert["text"], alert["show_alert"]) == (talk.plain("refusal-challenged-already"), True)
    assert await talk.stored() == before


async def test_of_two_challengers_at_once_one_is_heard(house: House) -> None:
    talk = await house.group()
    state = table("five", ["LİKRSĞZ", "AAEEKKL", "AAEEKKL"])
    shown = await board(talk, after_word(state))
    score = after_word(state).players[0].score
    doubt = shown.data("doubt")
    alerts = await asyncio.gather(*(talk.press_at_once(person, shown, doubt) for person in (LIMON, NANE)))
    assert sorted(alert["text"] for alert in alerts) == sorted(
        (talk.plain("challenge-done"), talk.plain("refusal-challenged-already"))
    )
    done = await talk.game()
    assert len(done.challenges) == 1
    assert done.players[0].score == score + 5


async def test_a_challenge_that_comes_after_the_next_move_meets_neither_play(house: House) -> None:
    talk = await house.group()
    shown = await board(talk, after_phony(table("single")))
    await talk.ask(LIMON, "/pas")
    before = await talk.stored()
    alert = await talk.tap(LIMON, shown, "doubt")
    assert alert["text"] == talk.plain("refusal-challenge-too-late")
    assert await talk.stored() == before


async def test_a_challenge_and_the_next_move_at_once_leave_a_sound_game(house: House) -> None:
    """Whichever comes first: the play is taken back, or it stands for good."""
    talk = await house.group()
    state = table("single", ["LİKRSĞZ", "AAEEKKL", "AAEEKKL"])
    shown = await board(talk, after_phony(state))
    talk.say(LIMON, "/degistir 1")
    alert = await talk.press_at_once(NANE, shown, shown.data("doubt"))
    await house.quiet()
    done = await talk.game()
    tiles = [*done.bag, *(tile for player in done.players for tile in player.rack), *filter(None, done.cells)]
    assert len(tiles) == state.ruleset.tiles
    if alert["text"] == talk.plain("challenge-done"):
        assert done.cells == state.cells
        assert done.challenges[0].withdrawn
    else:
        assert alert["text"] == talk.plain("refusal-challenge-too-late")
        assert done.cells != state.cells
        assert done.challenges == ()


async def test_the_last_play_waits_and_is_challenged_off(house: House) -> None:
    talk = await house.group()
    state = table("single", ["Z", "AAE"], "")
    await talk.deal(state)
    told = await talk.ask(KIRAZ, "/oyna 8F KALEMZ")
    assert talk.html("window-open-last", time=talk.plain("unit-minute", count=1)) in told.html
    assert (await talk.game()).outcome is None
    assert (await talk.ask(LIMON, "/degistir 1")).html == talk.html("refusal-window-open", name="Ayşe", seconds=60)
    await talk.tap(LIMON, told, "doubt")
    await talk.sent()
    done = await talk.game()
    assert done.outcome is None
    assert done.players[0].rack == ("Z",)
    assert done.turn == 1


@pytest.mark.parametrize("text", ["/itiraz", "/pas"])
async def test_the_last_play_ends_the_game_once_it_stands(house: House, text: str) -> None:
    talk = await house.group()
    state = table("single", ["LİK", "AAE"], "")
    await talk.deal(state)
    await talk.ask(KIRAZ, "/oyna 8F KALEMLİK")
    ended = await talk.ask(LIMON, text)
    assert talk.html("ended-out") in ended.html
    outcome = (await talk.game()).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


async def test_a_play_that_would_empty_the_bag_is_challenged_before_it_draws(house: House) -> None:
    talk = await house.group()
    state = table("single", ["LİKRSĞZ", "AAEEKKL"], "A")
    await talk.deal(state)
    await talk.ask(KIRAZ, "/oyna 8F KALEMZ")
    assert (await talk.game()).bag == ("A",)
    await talk.ask(LIMON, "/itiraz")
    done = await talk.game()
    assert done.bag == ("A",)
    assert sorted(done.players[0].rack) == sorted(state.players[0].rack)


async def test_a_blank_comes_back_without_its_letter(house: House) -> None:
    talk = await house.group()
    await talk.deal(table("single", ["?ERİSĞL", "AAEEKKL"]))
    await talk.ask(KIRAZ, "/oyna 8F KALEM[Z]")
    told = await talk.ask(LIMON, "/itiraz")
    assert "▢" in told.text
    assert "?" in (await talk.game()).players[0].rack


async def test_other_places_are_offered_for_phonies_as_for_words(house: House) -> None:
    talk = await house.group()
    state = game("scrabble-tr", racks=["KALEMZĞ", "AAEEKKL"], options={"challenge": "single"})
    await talk.deal(state)
    for word in ("KALEM", "MZĞLA"):
        answer = await talk.ask(KIRAZ, f"/oyna 8C {word}")
        assert talk.plain("refusal-off-centre", centre="H8") in answer.text
        across = talk.plain("way-across")
        places = ", ".join(f"{cell} {across}" for cell in ("D8", "E8", "F8"))
        assert talk.plain("fits-at", places=places) in answer.text


async def test_a_challenge_in_private_is_about_the_groups_game(house: House) -> None:
    talk, private = await house.group(), await house.private(LIMON)
    await talk.deal(OPEN)
    assert (await private.ask(LIMON, "/itiraz kalemz")).html == private.html("challenge-done")
    assert (await talk.game()).challenges[0].withdrawn


async def test_while_the_clocks_stand_nobody_challenges(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    await talk.ask(KIRAZ, "/duraklat")
    assert (await talk.ask(LIMON, "/itiraz")).html == talk.html("refusal-paused")
    await talk.ask(KIRAZ, "/devam")
    assert (
        talk.html("challenge-won", name="\u2068Bora\u2069", mover="\u2068Ayşe\u2069")
        in (await talk.ask(LIMON, "/itiraz")).html
    )


async def test_the_window_closes_by_itself_and_that_is_said_quietly(house: House) -> None:
    talk = await house.group()
    state = after_phony(table("single"))
    await talk.deal(changed(state, clocks=changed(state.clocks, started=house.clock.now)))
    pending = (await talk.game()).pending
    assert pending is not None
    await talk.mark()
    await house.pass_time((pending.until - house.clock.now).total_seconds() + 1)
    (told,) = await talk.sent()
    assert told.html == talk.html("window-closed-time", name="\u2068Ayşe\u2069")
    assert told.asked["disable_notification"] in {True, "true"}
    done = await talk.game()
    assert done.pending is None
    assert len(done.players[0].rack) == 7
