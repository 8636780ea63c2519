"""A family that the bot knows by one line is played to its end: chat, pictures, buttons, clock, restart, proof."""

import json
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from redis.asyncio import Redis

from bot.cli import main
from bot.families import registry
from bot.pictures import PICTURE_WIDTH, PictureStyle
from bot.playground import Playground
from bot.texts import Texts
from bot.user_input import options
from bot.wording.speaker import Speaker, isolate_name
from engine.game import view
from engine.lobby_seats import Seat, open_lobby
from engine.lobby_view import LobbyView
from engine.proof import decode_proof
from engine.rulesets import shipped_rulesets
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, ChatSession
from tests.support.chat_steps import read_whole_guide
from tests.support.games import NOW
from tests.support.guess.chat import GUESSES, add_guess_family_to_bot
from tests.support.guess.painter import TILE
from tests.support.guess.rules import GameState
from tests.support.sent_messages import SentMessage
from tests.support.started_bot import start_bot
from tests.support.timers import frozen_served_clock
from tests.support.waiting import PATIENCE

HEAD = 90
"""How high the pictures of the guessing game are without a guess."""


@pytest.fixture(autouse=True)
def guess_family() -> Iterator[None]:
    with add_guess_family_to_bot():
        yield


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    one = Playground()
    await one.start(port=0)
    yield one
    await one.stop()


async def state_of(talk: ChatSession) -> GameState:
    table = await talk.load_current_table()
    assert isinstance(table, GameState)
    return table


def picture_size(talk: ChatSession, sent: SentMessage) -> tuple[int, int]:
    """Of the picture that a message shows."""
    file = talk.harness.playground.files.require_file(sent.message["photo"][-1]["file_id"])
    with Image.open(BytesIO(file.upload.content)) as picture:
        return picture.size


def wrong_guess(state: GameState) -> str:
    return "CRANE" if state.word != "CRANE" else "STONE"


async def sit_down(talk: ChatSession) -> GameState:
    """From the open table to the first turn."""
    opened = await talk.say_and_wait(KIRAZ, "/new guess-en")
    assert "5 letters" in opened.text.splitlines()
    assert opened.is_photo
    assert (await talk.say_and_wait(LIMON, "/join")).html == talk.text_html("seat-taken", name="\u2068Limon\u2069")
    begun = await talk.say_and_wait(KIRAZ, "/begin")
    assert "The word has 5 letters." in begun.text
    assert picture_size(talk, begun) == (PICTURE_WIDTH, HEAD)
    assert [one["text"] for one in begun.buttons] == ["Look at a letter"]
    return await state_of(talk)


async def check_look_ups(talk: ChatSession, asked: int) -> None:
    """What may be asked at any time, of any family's game."""
    state = await state_of(talk)
    board = await talk.say_and_wait(asked, "/board")
    assert board.is_photo
    assert state.guesses[-1].word in (await talk.say_and_wait(asked, "/board text")).text
    assert (await talk.say_and_wait(asked, "/score")).text.startswith("Guess\n")
    assert "of 12" in (await talk.say_and_wait(asked, "/bag")).text
    assert "⏱ 2 min" in (await talk.say_and_wait(asked, "/clock")).text
    assert "guess the word" in (await read_whole_guide(talk, asked, "/rules")).text
    assert "CRANE?" in (await read_whole_guide(talk, asked, "/help guess-en")).text


async def test_a_game_of_a_third_family_is_played_through_the_chat(
    playground: Playground, redis: Redis, tmp_path: Path
) -> None:
    served = frozen_served_clock(NOW)
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = await house.new_group("en")
        state = await sit_down(talk)
        first, second = (player.user for player in state.players)
        await check_refusals(talk, first, second)
        guessed = await talk.say_and_wait(first, f"/play {wrong_guess(state)}")
        assert f"guesses {wrong_guess(state)}: " in guessed.text
        assert picture_size(talk, guessed) == (PICTURE_WIDTH, HEAD + TILE)
        answer = await talk.press_kind(second, guessed, "peek")
        assert "The word: " in answer["text"]
        assert answer["show_alert"] is True
        (told,) = await talk.wait_messages()
        assert not told.is_photo, "no picture shows it"
        assert told.text.endswith("looked at a letter.")
        await check_look_ups(talk, first)
        chat = talk.chat
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = ChatSession(house, chat, "en")
        assert f"guesses {wrong_guess(state)}: " in (await talk.say_and_wait(first, "/board")).text, (
            "it is kept over a restart"
        )
        await talk.start_watching()
        await house.advance_time(121)
        (late,) = await talk.wait_messages()
        state = await state_of(talk)
        assert talk.text_html("turn-timed-out", name=isolate_name(state.players[1 - state.turn].name)) in late.html
        over = await talk.say_and_wait(
            state.players[state.turn].user, f"{state.word.lower()}?", reply_to=late.message_id
        )
        assert "Solved!" in over.text
        assert f"The word was {state.word}." in over.text
        await check_proof(talk, over)


async def check_refusals(talk: ChatSession, first: int, second: int) -> None:
    """What is against the rules is said in the family's words, and another family's commands are another game's."""
    assert (await talk.say_and_wait(first, "/play CRAN")).text == "CRAN has not 5 letters."
    assert (await talk.say_and_wait(second, "/guess CRANE")).html == talk.text_html(
        "refusal-not-your-turn", name=(await state_of(talk)).players[0].name
    )
    assert (await talk.say_and_wait(first, "/exchange A")).html == talk.text_html("refusal-another-game")
    assert (await talk.say_and_wait(first, "/flip 1 2")).html == talk.text_html("refusal-another-game")


async def check_proof(talk: ChatSession, over: SentMessage) -> None:
    """The proof of its draws comes by its button, and agrees."""
    journal = talk.harness.playground.journal
    before = talk.harness.last_call_number
    await talk.press_kind(KIRAZ, over, "proof")
    (sent,) = await journal.wait_for_entries("sendDocument", after=before, count=1, seconds=PATIENCE)
    content = talk.harness.playground.files.require_file(sent.result["document"]["file_id"]).upload.content
    assert verify_proof(decode_proof(content)).agrees


async def test_surrender_and_cancel_need_nothing_of_the_family(
    playground: Playground, redis: Redis, tmp_path: Path
) -> None:
    async with start_bot(playground, redis, tmp_path, frozen_served_clock(NOW)) as house:
        talk = await house.new_group("en")
        state = await sit_down(talk)
        asked = await talk.say_and_wait(state.players[0].user, "/surrender")
        await talk.press_kind(state.players[0].user, asked, "yes")
        (over,) = await talk.wait_messages()
        assert "🥇" in over.text
        await sit_down(talk)
        assert talk.text_html("ended-cancelled") in (await talk.cancel_game(KIRAZ, "/cancel")).html


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules"]) == 0
    assert "Guess: 2–4 players, 5 letters, 6 turns each" in capsys.readouterr().out
    assert main(["simulate", "--ruleset", "guess-en", "--games", "2", "--proofs", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert all(verify_proof(decode_proof(Path(file).read_bytes())).agrees for file in found["files"])


def test_it_is_found_by_its_rules_and_views() -> None:
    assert registry.family_of_ruleset(shipped_rulesets()["guess-en"]) is GUESSES
    assert registry.help_contents(shipped_rulesets()["guess-en"]).other_game == "kelimelik"


def test_its_options_have_buttons_in_its_own_order() -> None:
    assert list(options.button_options(shipped_rulesets()["guess-en"], ("builtin",))) == [
        "chat-words",
        "clock",
        "guesses",
    ]


def test_its_lobby_bears_the_name_that_it_gives() -> None:
    table = open_lobby(shipped_rulesets()["guess-en"], Seat(1, "Kiraz"), "00" * 32)
    seen = view(table, None)
    assert isinstance(seen, LobbyView)
    drawn = registry.lobby_sketch(seen, Speaker(Texts(), "tr", table.ruleset.title), PictureStyle("tr"))
    assert drawn.words.motif == "TAHMİN"
