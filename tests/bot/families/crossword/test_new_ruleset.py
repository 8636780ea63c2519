"""A TOML file put beside the others is a game: on the command line, in the chat, in pictures; no code knows of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import main
from engine.crossword.shipped import crossword_rulesets
from engine.lobby_seats import Lobby
from engine.rulesets import resolve_ruleset
from tests.support.altered_data_files import add_ruleset_file
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import game

PNG = b"\x89PNG"


@pytest.fixture(autouse=True, scope="module")
def new_ruleset_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with add_ruleset_file("beslik.toml", tmp_path_factory.mktemp("rulesets")):
        yield


def test_games_are_listed_simulated_replayed_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert ["beslik", "Beşlik: 2 players, 9×9 board, 56 tiles, bingo 30"] in listed
    assert main(["simulate", "--ruleset", "beslik", "--games", "3", "--json", "--gcg", str(tmp_path)]) == 0
    played = json.loads(capsys.readouterr().out)
    assert sum(played["endings"].values()) == 3
    assert main(["replay", "--json", *played["files"]]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted == {"games": 3, "plays": played["plays"], "mismatches": [], "errors": []}
    picture = tmp_path / "board.png"
    assert main(["board", played["files"][0], "-o", str(picture)]) == 0
    assert picture.read_bytes().startswith(PNG)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_table_is_opened_from_the_list_by_its_english_title(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    choice = await talk.say_and_wait(KIRAZ, "/new list")
    button = next(one for one in choice.buttons if one["text"] == "Beşlik")
    await talk.press_data(KIRAZ, choice, button["callback_data"])
    (card,) = await talk.wait_messages()
    assert card.is_photo
    assert "Beşlik" in card.text
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert table.ruleset.id == "beslik"


@pytest.mark.asyncio(loop_scope="module")
async def test_moves_are_played_counted_and_refused(harness: BotHarness) -> None:
    talk = await harness.new_group("tr")
    await talk.put_table(game(resolve_ruleset(crossword_rulesets()["beslik"]), racks=["KALEMAE", "ASARTİK"]))
    first = await talk.say_and_wait(KIRAZ, "/oyna A5 yatay KALEM")
    assert first.is_photo
    assert first.text.startswith("\u2068Ayşe\u2069 KALEM +16 · ")
    outside = await talk.say_and_wait(LIMON, "/oyna E8 dikey ASA")
    assert outside.html.startswith(talk.text_html("refusal-off-board", cell="E8", room=2, length=3))
    second = await talk.say_and_wait(LIMON, "/oyna E5 dikey MASA")
    assert second.is_photo
    assert second.text.startswith("\u2068Bora\u2069 MASA +6 · ")
    assert f"\u2068Ayşe\u2069 16 (⏱ {talk.text_plain('unit-minute', count=1)}) · \u2068Bora\u2069 6\n" in second.text
    passed = await talk.say_and_wait(KIRAZ, "/pas")
    assert not passed.is_photo
