"""A family that the bot knows by one line is played to its end: chat, pictures, buttons, clock, restart, proof."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.cli import main
from bot.config import load
from bot.families import lobby, registry
from bot.pictures.drawing import WIDTH
from bot.pictures.sketches import Look
from bot.playground import DEFAULT_TOKEN, Playground
from bot.surroundings import Surroundings
from bot.telegram.forms import Forms
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from bot.typed import options
from bot.wording.people import displayed
from bot.wording.speaker import Speaker
from engine.game import view
from engine.lobby_view import LobbyView
from engine.proof import read
from engine.rulesets import rulesets
from engine.seats import Seat, open_lobby
from engine.verify import verify
from tests.support.bell import Bell
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.games import NOW
from tests.support.guess.chat import GUESSES
from tests.support.guess.in_bot import in_bot
from tests.support.guess.painting import TILE
from tests.support.guess.rules import GameState
from tests.support.guides import whole
from tests.support.patience import PATIENCE
from tests.support.present import Present, standing

HEAD = 90
"""How high the pictures of the guessing game are without a guess."""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with in_bot():
        yield


@asynccontextmanager
async def running(playground: Playground, redis: Redis, folder: Path, served: Present) -> AsyncIterator[House]:
    """One process of the bot, from its start to its end."""
    async with Bot(
        DEFAULT_TOKEN,
        base_url=f"{playground.api_url}/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    ) as bot:
        stop, bell = asyncio.Event(), Bell()
        around = Surroundings(clock=served.clock, served=served, until_next_look=bell.wait)
        service = Service(load({}, folder), bot, redis, owns_port=False, around=around)
        task = asyncio.create_task(service.run(stop))
        try:
            yield House(playground, redis, Texts(), served, bell, forms=Forms())
        finally:
            stop.set()
            bell.ring()
            await task


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    one = Playground()
    await one.start(port=0)
    yield one
    await one.stop()


async def state_of(talk: Talk) -> GameState:
    table = await talk.table()
    assert isinstance(table, GameState)
    return table


def size(talk: Talk, sent: Sent) -> tuple[int, int]:
    """Of the picture that a message shows."""
    file = talk.house.playground.files.get(sent.message["photo"][-1]["file_id"])
    with Image.open(BytesIO(file.upload.content)) as picture:
        return picture.size


def wrong(state: GameState) -> str:
    return "CRANE" if state.word != "CRANE" else "STONE"


async def sit_down(talk: Talk) -> GameState:
    """From the open table to the first turn."""
    opened = await talk.ask(KIRAZ, "/new guess-en")
    assert "Guess</b>, 5 letters" in opened.html
    assert opened.photo
    assert (await talk.ask(LIMON, "/join")).html == talk.html("seat-taken", name="\u2068Limon\u2069")
    begun = await talk.ask(KIRAZ, "/begin")
    assert "The word has 5 letters." in begun.text
    assert size(talk, begun) == (WIDTH, HEAD)
    assert [one["text"] for one in begun.buttons] == ["Look at a letter", talk.plain("button-seal")]
    return await state_of(talk)


async def look(talk: Talk, asked: int) -> None:
    """What may be asked at any time, of any family's game."""
    state = await state_of(talk)
    board = await talk.ask(asked, "/board")
    assert board.photo
    assert state.guesses[-1].word in (await talk.ask(asked, "/board text")).text
    assert (await talk.ask(asked, "/score")).text.startswith("Guess\n")
    assert "of 12" in (await talk.ask(asked, "/bag")).text
    assert "⏱ 2 min" in (await talk.ask(asked, "/clock")).text
    assert "guess the word" in (await whole(talk, asked, "/rules")).text
    assert "CRANE?" in (await whole(talk, asked, "/help")).text


async def test_a_game_of_a_third_family_is_played_through_the_chat(
    playground: Playground, redis: Redis, tmp_path: Path
) -> None:
    served = standing(NOW)
    async with running(playground, redis, tmp_path, served) as house:
        talk = await house.group("en")
        state = await sit_down(talk)
        first, second = (player.user for player in state.players)
        await refused(talk, first, second)
        guessed = await talk.ask(first, f"/play {wrong(state)}")
        assert f"guesses {wrong(state)}: " in guessed.text
        assert size(talk, guessed) == (WIDTH, HEAD + TILE)
        answer = await talk.tap(second, guessed, "peek")
        assert "The word: " in answer["text"]
        assert answer["show_alert"] is True
        (told,) = await talk.sent()
        assert not told.photo, "no picture shows it"
        assert told.text.endswith("looked at a letter.")
        await look(talk, first)
        chat = talk.chat
    async with running(playground, redis, tmp_path, served) as house:
        talk = Talk(house, chat, "en")
        assert f"guesses {wrong(state)}: " in (await talk.ask(first, "/board")).text, "it is kept over a restart"
        await talk.mark()
        await house.pass_time(121)
        (late,) = await talk.sent()
        state = await state_of(talk)
        assert talk.html("turn-timed-out", name=displayed(state.players[1 - state.turn].name)) in late.html
        over = await talk.ask(state.players[state.turn].user, f"{state.word.lower()}?", reply_to=late.id)
        assert "Solved!" in over.text
        assert f"The word was {state.word}." in over.text
        await proven(talk, over)


async def refused(talk: Talk, first: int, second: int) -> None:
    """What is against the rules is said in the family's words, and another family's commands are another game's."""
    assert (await talk.ask(first, "/play CRAN")).text == "CRAN has not 5 letters."
    assert (await talk.ask(second, "/guess CRANE")).html == talk.html(
        "refusal-not-your-turn", name=(await state_of(talk)).players[0].name
    )
    assert (await talk.ask(first, "/exchange A")).html == talk.html("refusal-another-game")
    assert (await talk.ask(first, "/flip 1 2")).html == talk.html("refusal-another-game")


async def proven(talk: Talk, over: Sent) -> None:
    """The proof of its draws comes by its button, and agrees."""
    journal = talk.house.playground.journal
    before = talk.house.calls
    await talk.tap(KIRAZ, over, "proof")
    (sent,) = await journal.wait("sendDocument", after=before, count=1, seconds=PATIENCE)
    content = talk.house.playground.files.get(sent.result["document"]["file_id"]).upload.content
    assert verify(read(content)).agrees


async def test_surrender_and_cancel_need_nothing_of_the_family(
    playground: Playground, redis: Redis, tmp_path: Path
) -> None:
    async with running(playground, redis, tmp_path, standing(NOW)) as house:
        talk = await house.group("en")
        state = await sit_down(talk)
        asked = await talk.ask(state.players[0].user, "/surrender")
        await talk.tap(state.players[0].user, asked, "yes")
        (over,) = await talk.sent()
        assert "🥇" in over.text
        await sit_down(talk)
        assert talk.html("ended-cancelled") in (await talk.cancel(KIRAZ, "/cancel")).html


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules"]) == 0
    assert "Guess: 2–4 players, 5 letters, 6 turns each" in capsys.readouterr().out
    assert main(["simulate", "--ruleset", "guess-en", "--games", "2", "--proofs", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert all(verify(read(Path(file).read_bytes())).agrees for file in found["files"])


def test_it_is_found_by_its_rules_and_views() -> None:
    assert registry.of_ruleset(rulesets()["guess-en"]) is GUESSES
    assert registry.helped(rulesets()["guess-en"]).other == "kelimelik"


def test_its_options_have_buttons_in_its_own_order() -> None:
    assert list(options.offered(rulesets()["guess-en"], ("builtin",))) == ["chat-words", "clock", "rounds"]


def test_its_lobby_bears_the_name_that_it_gives() -> None:
    table = open_lobby(rulesets()["guess-en"], Seat(1, "Kiraz"), "00" * 32)
    seen = view(table, None)
    assert isinstance(seen, LobbyView)
    drawn = lobby.sketch(seen, Speaker(Texts(), "tr", table.ruleset.title), Look("tr"))
    assert drawn.words.motif == "TAHMİN"
