"""A family that the bot knows by one line is played to its end: chat, pictures, buttons, clock, restart, proof."""

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from redis.asyncio import Redis

from bot import pictures as drawing
from bot.cli import main
from bot.handlers.general import all_command_rows
from bot.languages import LanguageError, languages
from bot.pictures import PICTURE_WIDTH
from bot.playground import Playground
from bot.texts import Texts
from bot.user_input import options
from bot.user_input.commands import command_menu, command_name, find_command
from bot.wording.speaker import Speaker, isolate_name
from engine.proof import decode_proof
from engine.rulesets import shipped_rulesets
from engine.verify import verify_proof
from tests.support.chat_harness import KIRAZ, LIMON, ChatSession
from tests.support.chat_steps import read_whole_guide
from tests.support.games import NOW
from tests.support.guess import painter
from tests.support.guess.chat import TEXTS, add_guess_family_to_bot
from tests.support.guess.painter import TILE
from tests.support.guess.rules import GameState
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage
from tests.support.started_bot import start_bot
from tests.support.timers import frozen_served_clock
from tests.support.waiting import PATIENCE
from tools.check_texts import find_text_problems, message_arguments
from tools.check_texts import main as check

HEAD = 90
"""How high the pictures of the guessing game are without a guess."""


@pytest.fixture
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
    state = await state_of(talk)
    board = await talk.say_and_wait(asked, "/board")
    assert board.is_photo
    assert state.guesses[-1].word in (await talk.say_and_wait(asked, "/board text")).text
    assert (await talk.say_and_wait(asked, "/score")).text.startswith("Guess\n")
    assert "of 12" in (await talk.say_and_wait(asked, "/bag")).text
    assert "⏱ 2 min" in (await talk.say_and_wait(asked, "/clock")).text
    assert "guess the word" in (await read_whole_guide(talk, asked, "/rules")).text
    assert "CRANE?" in (await read_whole_guide(talk, asked, "/help guess-en")).text


@pytest.mark.usefixtures("guess_family")
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
    assert (await talk.say_and_wait(first, "/play CRAN")).text == "CRAN has not 5 letters."
    assert (await talk.say_and_wait(second, "/guess CRANE")).html == talk.text_html(
        "refusal-not-your-turn", name=(await state_of(talk)).players[0].name
    )
    assert (await talk.say_and_wait(first, "/exchange A")).html == talk.text_html("refusal-another-game")
    assert (await talk.say_and_wait(first, "/flip 1 2")).html == talk.text_html("refusal-another-game")


async def check_proof(talk: ChatSession, over: SentMessage) -> None:
    journal = talk.harness.playground.journal
    before = talk.harness.last_call_number
    await talk.press_kind(KIRAZ, over, "proof")
    (sent,) = await journal.wait_for_entries("sendDocument", after=before, count=1, seconds=PATIENCE)
    content = talk.harness.playground.files.require_file(sent.result["document"]["file_id"]).upload.content
    assert verify_proof(decode_proof(content)).agrees


@pytest.mark.usefixtures("guess_family")
def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules"]) == 0
    assert "Guess: 2–4 players, 5 letters, 6 turns each" in capsys.readouterr().out
    assert main(["simulate", "--ruleset", "guess-en", "--games", "2", "--proofs", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert all(verify_proof(decode_proof(Path(file).read_bytes())).agrees for file in found["files"])


@pytest.fixture
def texts(tmp_path: Path) -> Iterator[Path]:
    """The guessing game's texts, in a folder where they may be changed before they are read."""
    folder = tmp_path / "room" / "texts"
    shutil.copytree(TEXTS, folder)
    for module in TEXTS.parent.glob("*.py"):
        shutil.copy(module, folder.parent)
    with add_guess_family_to_bot(folder):
        yield folder


def change_text(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def test_a_familys_messages_are_checked_and_what_it_lacks_or_has_too_much_is_named(texts: Path) -> None:
    for language in LANGUAGES:
        assert {"guess-made", "turn-next"} <= message_arguments(language).keys()
        assert Texts().has_message(language, "guess-made")
    change_text(texts / "en" / "guess.ftl", "guess-motif =", "guess-mark =")
    change_text(texts / "tr" / "guess.ftl", "guess-motif =", "guess-more = 1\nguess-motif =")
    change_text(texts / "tr" / "guess.ftl", ' Ya da { COMMAND("guess") } CRANE yazın.', "")
    assert list(find_text_problems()) == [
        "tr lacks the message guess-mark",
        "en lacks the message guess-more",
        "en lacks the message guess-motif",
        "help-guess: commands [] in tr, ['guess'] in en",
        "uk lacks the message guess-more",
        "help-guess: commands [] in tr, ['guess'] in uk",
        "tr: nothing asks for the message guess-more",
        "tr: no message of the help names the command guess",
    ]


def test_a_message_or_key_that_the_bot_has_already_is_said_in_one_sentence(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_text(texts / "en" / "typed.toml", 'guesses = ["turns"]', 'guesses = ["turns"]\ncentre = ["middle"]')
    with pytest.raises(LanguageError, match=r"en/typed.toml: options.centre: it stands in another file"):
        languages()
    change_text(texts / "en" / "typed.toml", '\ncentre = ["middle"]', "")
    change_text(texts / "en" / "guess.ftl", "guess-motif =", "turn-next = 1\nguess-motif =")
    assert check() == 1
    assert capsys.readouterr().err == "en has the message 'turn-next' twice\n"


@pytest.mark.usefixtures("texts")
def test_a_familys_command_and_options_are_typed_and_told_in_its_own_words() -> None:
    assert all_command_rows()["guess"].allowed_users == "mover"
    assert command_menu("tr")[-1] == ("tahmin", "Kelimeyi tahmin edin: CRANE"), "behind the others"
    assert command_name("guess", "uk") == "guess"
    assert find_command("tahmin") == "guess"
    ruleset = shipped_rulesets()["guess-en"]
    for text, chosen in (("turns=few", "4"), ("TUR=çok", "8"), ("ходи=6", "6")):
        assert options.parse_options(text, ruleset, ("builtin",)) == {"guesses": chosen}
    assert languages().find_meaning("games", "hidden") == "guess-en"
    resolved = options.apply_options(ruleset, {"guesses": "4"}, ("builtin",))
    told = {name: option.default for name, option in resolved.options().items()}
    assert "Turns: four each" in Speaker(Texts(), "en").option_lines("guess-en", told)


def test_a_changed_painter_of_a_family_is_another_way_of_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "bot" / "families" / "guess" / Path(painter.__file__).name
    written.parent.mkdir(parents=True)
    (tmp_path / "render").mkdir()
    monkeypatch.setattr(drawing, "files", tmp_path.joinpath)
    versions = set()
    for text in ("", "TILE = 1", "TILE = 2"):
        written.write_text(text, "utf-8")
        versions.add(drawing.drawing_version.__wrapped__())
    assert len(versions) == 3
