"""Plays that do not stay: challenged by command or button, taken back, undone by administrators, or edited."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest

from bot.store import keys
from bot.tables.codec import decode_log_entry
from bot.texts import Html
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import NOW, USERS, accepts_only, after_actions, game, place_play, with_fields
from tests.support.sent_messages import SentMessage
from tests.support.stored_tables import load_stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")


def challenge_table(
    mode: str = "double", racks: Sequence[str] = ("LİKRSĞZ", "AAEEKKL"), bag: str | None = None, **options: str
) -> GameState:
    """KALEM on the board, Ayşe (Kiraz) to move."""
    return game("scrabble-tr", laid=["8F KALEM"], racks=racks, bag=bag, options={"challenge": mode, **options})


def after_phony(state: GameState) -> GameState:
    """Ayşe has laid KALEMZ, which is no word."""
    return after_actions(state, place_play(state, "8F KALEMZ"))


def after_word(state: GameState) -> GameState:
    """Ayşe has laid KALEMLİK, which is one."""
    return after_actions(state, place_play(state, "8F KALEMLİK"))


async def board_for_nane(talk: ChatSession, state: GameState) -> SentMessage:
    await talk.put_table(state)
    return await talk.say_and_wait(NANE, "/tahta" if talk.language == "tr" else "/board")


@pytest.mark.parametrize("word", ["KALEMZ", "KALEMLİK"])
async def test_a_phony_is_laid_and_told_as_a_word_is(harness: BotHarness, word: str) -> None:
    talk = await harness.new_group("en")
    before = challenge_table()
    await talk.put_table(before)
    told = await talk.say_and_wait(KIRAZ, f"/oyna 8F {word}")
    state = await talk.load_current_game()
    assert state.pending is not None
    assert told.is_photo
    assert told.html.startswith(f"<b>\u2068Ayşe\u2069</b> {word} <b>+10</b>\n")
    time = talk.text_plain("unit-minute", count=1)
    assert talk.text_html("window-open", time=time) in told.html
    assert told.button_data("doubt").endswith(f":{state.pending.play}")
    assert len(state.players[0].rack) == 7 - (len(word) - 5), "the refill waits"
    (entry,) = await load_stored_log(harness.store, talk.scope)
    assert decode_log_entry(entry).verdicts == {}, "nobody was asked"


async def test_a_challenged_phony_goes_back_to_the_rack(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    before = challenge_table()
    shown = await board_for_nane(talk, after_phony(before))
    assert (await talk.press_kind(LIMON, shown, "doubt"))["text"] == talk.text_plain("challenge-done")
    (told,) = await talk.wait_messages()
    assert talk.text_html("challenge-won", name="\u2068Bora\u2069", mover="\u2068Ayşe\u2069") in told.html
    assert "KALEMZ" in told.text
    state = await talk.load_current_game()
    assert state.cells == before.cells
    assert state.bag == before.bag
    assert sorted(state.players[0].rack) == sorted(before.players[0].rack)
    assert (state.players[0].score, state.turn, endings.run_counts(state)) == (0, 1, (1, 0))
    assert not [one for one in told.buttons if one["callback_data"].startswith("doubt")]


async def test_of_a_withdrawn_play_only_the_phonies_are_named(harness: BotHarness) -> None:
    talk = await harness.new_group()
    before = game("scrabble-tr", laid=["8F KALEM"], racks=["AZĞĞLER", "AAEEKKL"], options={"challenge": "single"})
    laid = after_actions(before, place_play(before, "9F AZĞ"))
    await talk.put_table(laid)
    words = [word.word for word in laid.pending.words] if laid.pending else []
    assert len(words) > 1
    told = await talk.say_and_wait(LIMON, f"/itiraz {words[0]}")
    line = next(line for line in told.text.splitlines() if "AZĞ" in line)
    assert not any(word in line.replace(words[0], "") for word in words[1:])


@pytest.mark.parametrize(
    ("mode", "options", "message", "gains"),
    [
        ("single", {}, "", (0, 0)),
        ("double", {}, "turn-lost", (0, 0)),
        ("ten", {}, "points-gained", (10, 0)),
        ("five", {"challenge-to": "challenger"}, "points-lost", (0, -5)),
    ],
    ids=["single", "double", "ten", "five"],
)
async def test_a_challenge_in_vain_has_its_price(
    harness: BotHarness, mode: str, options: Mapping[str, str], message: str, gains: tuple[int, int]
) -> None:
    talk = await harness.new_group()
    laid = after_word(challenge_table(mode, **options))
    await talk.put_table(laid)
    told = await talk.say_and_wait(LIMON, "/itiraz")
    words = ", ".join(word.word for word in laid.pending.words) if laid.pending else ""
    assert talk.text_html("challenge-lost", name="\u2068Bora\u2069", mover="\u2068Ayşe\u2069", words=words) in told.html
    state = await talk.load_current_game()
    assert tuple(now.score - then.score for now, then in zip(state.players, laid.players, strict=True)) == gains
    assert len(state.players[0].rack) == 7, "the refill came"
    assert state.turn == (0 if mode == "double" else 1)
    name = f"\u2068{state.players[0 if gains[0] else 1].name}\u2069"
    assert not message or talk.text_html(message, name=name, points=abs(sum(gains))) in told.html


async def test_of_two_challengers_at_once_one_is_heard(harness: BotHarness) -> None:
    talk = await harness.new_group()
    state = challenge_table("five", ["LİKRSĞZ", "AAEEKKL", "AAEEKKL"])
    shown = await board_for_nane(talk, after_word(state))
    score = after_word(state).players[0].score
    doubt = shown.button_data("doubt")
    alerts = await asyncio.gather(*(talk.press_without_waiting(person, shown, doubt) for person in (LIMON, NANE)))
    assert sorted(alert["text"] for alert in alerts) == sorted(
        (talk.text_plain("challenge-done"), talk.text_plain("refusal-challenged-already"))
    )
    done = await talk.load_current_game()
    assert len(done.challenges) == 1
    assert done.players[0].score == score + 5


async def test_a_challenge_and_the_next_move_at_once_leave_a_sound_game(harness: BotHarness) -> None:
    """Whichever comes first: the play is taken back, or it stands for good."""
    talk = await harness.new_group()
    state = challenge_table("single", ["LİKRSĞZ", "AAEEKKL", "AAEEKKL"])
    shown = await board_for_nane(talk, after_phony(state))
    talk.say(LIMON, "/degistir 1")
    alert = await talk.press_without_waiting(NANE, shown, shown.button_data("doubt"))
    await harness.wait_until_idle()
    done = await talk.load_current_game()
    tiles = [*done.bag, *(tile for player in done.players for tile in player.rack), *filter(None, done.cells)]
    assert len(tiles) == state.ruleset.tiles
    if alert["text"] == talk.text_plain("challenge-done"):
        assert done.cells == state.cells
        assert done.challenges[0].withdrawn
    else:
        assert alert["text"] == talk.text_plain("refusal-challenge-too-late")
        assert done.cells != state.cells
        assert done.challenges == ()


async def test_other_places_are_offered_for_phonies_as_for_words(harness: BotHarness) -> None:
    talk = await harness.new_group()
    state = game("scrabble-tr", racks=["KALEMZĞ", "AAEEKKL"], options={"challenge": "single"})
    await talk.put_table(state)
    for word in ("KALEM", "MZĞLA"):
        answer = await talk.say_and_wait(KIRAZ, f"/oyna 8C {word}")
        assert talk.text_plain("refusal-off-centre", centre="H8") in answer.text
        across = talk.text_plain("way-across")
        places = ", ".join(f"{cell} {across}" for cell in ("D8", "E8", "F8"))
        assert talk.text_plain("fits-at", places=places) in answer.text


async def test_a_challenge_in_private_is_about_the_groups_game(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await talk.put_table(after_phony(challenge_table()))
    assert (await private.say_and_wait(LIMON, "/itiraz kalemz")).html == private.text_html("challenge-done")
    assert (await talk.load_current_game()).challenges[0].withdrawn


async def test_the_window_closes_by_itself_and_that_is_said_quietly(harness: BotHarness) -> None:
    talk = await harness.new_group()
    state = after_phony(challenge_table("single"))
    await talk.put_table(with_fields(state, clocks=with_fields(state.clocks, started=harness.clock.now)))
    pending = (await talk.load_current_game()).pending
    assert pending is not None
    await talk.start_watching()
    await harness.advance_time((pending.until - harness.clock.now).total_seconds() + 1)
    (told,) = await talk.wait_messages()
    assert told.html == talk.text_html("window-closed-time", name="\u2068Ayşe\u2069")
    assert told.parameters["disable_notification"] in {True, "true"}
    done = await talk.load_current_game()
    assert done.pending is None
    assert len(done.players[0].rack) == 7


BORA = USERS[1]
LAID_AT = 10.4
"""Seconds from the games' beginning to Bora's play."""
BEFORE = game(
    "scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL", "AAEEKKL"], options={"challenge": "double"}
)
AYSES_PHONY = after_actions(BEFORE, place_play(BEFORE, "8F KALEMZ"), seconds=2)
BORAS_PLAY = after_actions(AYSES_PHONY, place_play(AYSES_PHONY, "H7 ALA"), seconds=LAID_AT)


async def answer_to_challenge(
    talk: ChatSession, state: GameState, *, arrives: float, text: str = "/itiraz", ahead: float = 0
) -> str:
    """What Can, the third at the table, hears to a challenge that arrives so many seconds after the game's beginning.

    Redis's clock is ahead of Telegram's by so much.
    """
    await talk.put_table(state)
    talk.harness.clock.now = NOW + timedelta(seconds=arrives) + talk.harness.served_clock.downtime
    dated = talk.harness.clock.now - timedelta(seconds=ahead)
    await talk.say_as_user(talk.user_json(NANE), text, date=int(dated.timestamp()))
    return (await talk.wait_messages())[0].html


@pytest.mark.parametrize(
    ("arrives", "text", "doubted", "ahead"),
    [
        (LAID_AT - 0.1, "/itiraz", [], 70),
        (LAID_AT - 0.1, "/itiraz", [], -70),
        (LAID_AT, "/itiraz", [2], 0),
        (LAID_AT, "/itiraz", [2], 70),
        (LAID_AT + 59, "/itiraz", [2], -70),
        (0, "/itiraz ala", [2], 70),
        (LAID_AT - 3, "/itiraz kalemz", [], -70),
        (LAID_AT - 3, "/itiraz", [], 0),
        (LAID_AT + 20, "/itiraz", [2], 0),
    ],
)
async def test_a_challenge_is_about_the_play_that_lay_there_when_it_came_whatever_another_clock_says(
    harness: BotHarness, arrives: float, text: str, doubted: list[int], ahead: float
) -> None:
    """Arrivals are instants of people, and the service was away once."""
    talk = await harness.new_group()
    await harness.pass_downtime(0 if ahead else 300)
    answer = await answer_to_challenge(talk, BORAS_PLAY, arrives=arrives, text=text, ahead=ahead)
    assert [done.play for done in (await talk.load_current_game()).challenges] == doubted
    assert doubted or answer == talk.text_html("refusal-challenge-too-late")


async def test_an_older_one_about_a_play_that_another_challenged_says_so(harness: BotHarness) -> None:
    talk = await harness.new_group()
    heard = after_actions(AYSES_PHONY, Challenge(BORA), judge=accepts_only("KALEM"), seconds=5)
    answer = await answer_to_challenge(
        talk, after_actions(heard, place_play(heard, "H7 ALA"), seconds=LAID_AT), arrives=4
    )
    assert answer == talk.text_html("refusal-challenged-already")


async def test_a_window_that_moved_with_the_clocks_leaves_a_challenge_in_time(harness: BotHarness) -> None:
    """The bot was away after the play: the challenge waited at Telegram, and the window was moved past it."""
    talk = await harness.new_group()
    assert BORAS_PLAY.pending is not None
    moved = with_fields(BORAS_PLAY.pending, until=BORAS_PLAY.pending.until + timedelta(minutes=10))
    await answer_to_challenge(talk, with_fields(BORAS_PLAY, pending=moved), arrives=LAID_AT + 80)
    assert [done.play for done in (await talk.load_current_game()).challenges] == [2]


GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})
ANOTHERS = game("kelimelik", racks=["ŞŞZZVVÖ", "KALEMİR"], turn=1, options={"clock": "none", "take-back": "20"})
"""Limon is on turn."""


async def play_first_word(talk: ChatSession) -> SentMessage:
    await talk.put_table(GAME)
    return await talk.say_and_wait(KIRAZ, "/oyna 8F KALEM")


async def is_as_dealt(talk: ChatSession, dealt: GameState = GAME) -> bool:
    """Whether racks, scores, board and turn are those that were dealt."""
    now = await talk.load_current_game()
    racks = [sorted(player.rack) for player in now.players]
    same = racks == [sorted(player.rack) for player in dealt.players]
    return same and (now.cells, now.bag, now.turn) == (dealt.cells, dealt.bag, dealt.turn)


async def test_the_board_says_until_when_and_a_tap_takes_the_play_back(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    board = await play_first_word(talk)
    name, time = "\u2068Ayşe\u2069", talk.text_plain("unit-second", count=20)
    assert talk.text_html("take-back-until", name=name, time=time) in board.html
    await talk.start_watching()
    toast = await talk.press_kind(KIRAZ, board, "back")
    assert toast["text"] == talk.text_plain("take-back-done")
    (told,) = await talk.wait_messages()
    assert told.html.startswith(talk.text_html("turn-taken-back", name=name, word="KALEM", score=12))
    assert await is_as_dealt(talk)
    assert not [button for button in told.buttons if button["callback_data"].startswith("back:")]


async def test_the_command_does_the_same_in_group_and_private_and_the_end_of_its_seconds_is_not_told(
    harness: BotHarness,
) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await play_first_word(talk)
    await talk.say_and_wait(KIRAZ, "/geri")
    assert await is_as_dealt(talk)
    await play_first_word(talk)
    assert (await private.say_and_wait(KIRAZ, "/geri")).html == private.text_html("take-back-done")
    assert await is_as_dealt(talk)
    await play_first_word(talk)
    await talk.start_watching()
    await harness.advance_time(21)
    await talk.check_silence(KIRAZ)


async def test_an_administrator_undoes_a_turn_and_it_is_told_and_logged(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(ANOTHERS)
    await talk.say_and_wait(LIMON, "/oyna 8F KALEM")
    for person in (LIMON, NANE):
        assert (await talk.say_and_wait(person, "/undo")).html == talk.text_html("refusal-admins-only")
    assert not await is_as_dealt(talk, ANOTHERS)
    told = await talk.say_and_wait(KIRAZ, "/undo")
    name = "\u2068Bora\u2069"
    assert told.html.startswith(
        talk.text_html("turn-undone-play", by="\u2068Kiraz\u2069", name=name, word="KALEM", score=12)
    )
    assert await is_as_dealt(talk, ANOTHERS)
    log = (await talk.say_and_wait(KIRAZ, "/log")).html
    assert talk.text_html("act-undo", at="", name="\u2068Kiraz\u2069").strip(" \u00b7") in log


async def test_an_administrator_who_undoes_the_own_turn_is_named_once(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    own = with_fields(GAME.players[0], name="Kiraz")
    await talk.put_table(with_fields(GAME, players=(own, *GAME.players[1:])))
    name = "\u2068Kiraz\u2069"
    for turn, told in (
        ("/pas", talk.text_html("turn-undone-own-pass", name=name)),
        ("/oyna 8F KALEM", talk.text_html("turn-undone-own-play", name=name, word="KALEM", score=12)),
    ):
        await talk.say_and_wait(KIRAZ, turn)
        headline = (await talk.say_and_wait(KIRAZ, "/undo")).html.splitlines()[0]
        mention = f'<a href="tg://user?id={KIRAZ}">{name}</a>'
        gap = " " if told.endswith(".") else " · "
        assert headline == f"{told}{gap}{talk.text_html('turn-next', name=Html(mention))}", "once, and as the next"
        assert told.count("Kiraz") == 1


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])


async def send_refused_move(talk: ChatSession, person: int, text: str) -> int:
    await talk.start_watching()
    number = talk.harness.playground.world.write_as_person(person, talk.chat_id, text)["message_id"]
    assert not (await talk.wait_messages())[0].is_photo
    return int(number)


async def edit_without_answer(talk: ChatSession, person: int, message: int, text: str) -> None:
    await talk.start_watching()
    talk.harness.playground.world.edit_as_person(person, talk.chat_id, message, text)
    await talk.check_silence(person)


@pytest.mark.parametrize("text", ["/oyna 8F KALEMLKİ", "/oyna KALEMLİ", "/oyn KALEM"])
async def test_a_refused_move_is_played_once_it_is_edited_and_then_no_more(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    message = await send_refused_move(talk, KIRAZ, text)
    harness.playground.world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna 8F KALEMLİK")
    assert (await talk.wait_messages())[0].is_photo
    state = await talk.load_current_game()
    assert state.number == LAID.number + 1
    await edit_without_answer(talk, KIRAZ, message, "/oyna F8 KALEMLİK")
    await talk.put_table(with_fields(LAID, number=LAID.number + 2))
    await edit_without_answer(talk, KIRAZ, message, "/oyna 8F yatay KALEMLİK")
    assert (await talk.load_current_game()).turn == 0


async def test_edits_of_anything_else_do_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.start_watching()
    looked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "/torba")["message_id"]
    await talk.wait_messages()
    talked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "tamam mı", reply_to=board.message_id)[
        "message_id"
    ]
    first = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    second = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKS")
    for message, text in [
        (looked, "/torba 2"),
        (looked, "/pas"),
        (looked, "/oyna 8F KALEMLİK"),
        (talked, "8F KALEMLİK"),
        (first, "/oyna 8F KALEMLİK"),
        (second, "/tahta"),
    ]:
        await edit_without_answer(talk, KIRAZ, message, text)
    await harness.redis.delete(keys.refused_move(KIRAZ))
    await edit_without_answer(talk, KIRAZ, second, "/oyna 8F KALEMLİK")
    assert await talk.load_current_game() == LAID


async def test_in_private_an_edit_is_for_the_game_that_it_was_refused_in(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    message = await send_refused_move(private, KIRAZ, "8F KALEMLKİ")
    harness.playground.world.edit_as_person(KIRAZ, private.chat_id, message, "8F KALEMLİK")
    assert (await private.wait_messages())[0].text == private.text_plain("done-in-group")
    assert (await group.load_current_game()).turn == 1
