"""The compiled search finds what the plain search does, beside the event loop, and costs nothing until it is asked."""

import asyncio
import hashlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.families.crossword import indices
from bot.families.crossword.searches import Searcher, Searches
from engine.crossword.games import crosswords
from engine.crossword.movegen import Option
from engine.crossword.ruleset import Board, Ruleset
from engine.crossword.search import question
from engine.crossword.search.letters import letters_of
from engine.crossword.search.question import Asked
from engine.lexicon import WithChanges, lexicon
from engine.rulesets import resolve
from tests.support.games import game
from tests.support.patience import PATIENCE
from tests.support.searching import as_set, leave, odd, plainly, positions, value

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "engine" / "crossword" / "search"
KELIMELIK = resolve(crosswords()["kelimelik"])
WORDBOX = resolve(crosswords()["wordbox-en"])
RULES = (*(resolve(rules) for rules in crosswords().values()), *odd(WORDBOX))


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher()


@pytest.mark.parametrize("number", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_all_plays_and_the_best_are_those_of_the_plain_search(number: int, searcher: Searcher) -> None:
    rules = RULES[number]
    words = lexicon(f"{rules.language}-common")
    for asked in islice(positions(rules, words, searcher, Random(number)), 2):
        plain = plainly(asked, words)
        assert as_set(iter(searcher.plays(asked, words))) == as_set(iter(plain))
        scores = sorted((play.score for play in plain), reverse=True)
        assert [choice.option.score for choice in searcher.best(asked, words, 4)] == scores[:4]
        values = sorted((value(asked, play) for play in plain), reverse=True)
        found = searcher.best(asked, words, 4, leave)
        assert [choice.value for choice in found] == pytest.approx(values[:4])
        assert [value(asked, choice.option) for choice in found] == pytest.approx(values[:4])


def opening(rack: str, rules: Ruleset = KELIMELIK) -> Asked:
    return Asked(rules, ("",) * (len(rules.board.rows) * rules.columns), tuple(rack))


def words_of(plays: Iterator[Option]) -> set[str]:
    return {play.word for play in plays}


def test_a_chats_own_words_count_and_those_it_took_out_do_not(searcher: Searcher) -> None:
    base = lexicon("tr-common")
    assert "KALEM" in base
    assert "EMKAL" not in base
    asked = opening("KALEMZ?")
    before = words_of(iter(searcher.plays(asked, base)))
    changed = WithChanges(base, added=["EMKAL", "EMZAL"], removed=["KALEM", "KALE"])
    for words in (changed, base, changed):
        assert as_set(iter(searcher.plays(asked, words))) == as_set(iter(plainly(asked, words)))
    found = words_of(iter(searcher.plays(asked, changed)))
    assert found - before == {"EMKAL", "EMZAL"}
    assert before - found == {"KALEM", "KALE"}
    # The word across that a tile laid beside another makes is judged by the same words.
    beside = list(asked.cells)
    beside[7 * 15 + 5 : 7 * 15 + 9] = "EMKA"
    crossing = Asked(asked.ruleset, tuple(beside), tuple("LZEKALM"))
    assert as_set(iter(searcher.plays(crossing, changed))) == as_set(iter(plainly(crossing, changed)))
    assert "EMKAL" in words_of(iter(searcher.plays(crossing, changed)))


def test_a_four_word_cell_counts_for_words_that_run_clockwise_from_it(searcher: Searcher) -> None:
    words, cells = lexicon("en-common"), [""] * len(opening("", WORDBOX).cells)
    cells[1:5] = "RAIN"
    asked = Asked(WORDBOX, tuple(cells), tuple("TONES"))
    found = searcher.plays(asked, words)
    assert {play.tiles[0].cell for play in found if play.word == "TONES"} >= {"A1"}
    assert as_set(iter(found)) == as_set(iter(plainly(asked, words)))


class ShortList:
    def __contains__(self, word: str) -> bool:
        return word == "AL"

    def has_prefix(self, prefix: str) -> bool:
        return "AL".startswith(prefix)


def test_what_the_kernel_does_not_take_is_searched_plainly(searcher: Searcher) -> None:
    long = replace(KELIMELIK, board=Board(("*....", *(".....",) * 40), centre_doubles=False))
    assert words_of(iter(searcher.plays(opening("ALK"), ShortList()))) == {"AL"}
    [best] = searcher.best(opening("ALK"), ShortList(), 1, leave)
    assert best.value == best.option.score + leave(("K",))
    assert "AL" in words_of(iter(searcher.plays(opening("ALK", long), lexicon("tr-common"))))
    letters = Random(1)
    many = WithChanges(lexicon("tr-common"), added={"".join(letters.choices("BCDFGHJ", k=9)) for _ in range(4_000)})
    assert words_of(iter(searcher.plays(opening("ALK"), many))) == words_of(
        iter(searcher.plays(opening("ALK"), lexicon("tr-common")))
    )


def test_no_play_is_no_choice(searcher: Searcher) -> None:
    assert searcher.best(opening("ĞĞ"), lexicon("tr-common")) == []
    assert list(searcher.plays(opening(""), lexicon("tr-common"))) == []


def test_plays_are_a_sequence(searcher: Searcher) -> None:
    plays = searcher.plays(opening("KALEM"), lexicon("tr-common"))
    assert list(plays) == [plays[number] for number in range(len(plays))] == plays[:]
    assert plays[-1] == list(plays)[-1]
    with pytest.raises(IndexError):
        plays[len(plays)]


def test_a_search_knows_one_rack_and_the_board() -> None:
    state = game("kelimelik")
    other = replace(state.players[1], rack=tuple("ZZZZZZZ"))
    changed = replace(state, players=(state.players[0], other), bag=state.bag[::-1])
    assert question.asked(changed, 0) == question.asked(state, 0)
    assert question.asked(changed, 1) != question.asked(state, 1)


async def test_a_search_does_not_hold_the_event_loop() -> None:
    searches, gate = Searches(), threading.Event()
    held: list[tuple[str, ...]] = []

    def waiting(kept: tuple[str, ...]) -> float:
        if not gate.wait(PATIENCE):
            held.append(kept)
            gate.set()
        return len(kept)

    asked, words = opening("KALEM"), lexicon("tr-common")
    task = asyncio.create_task(searches.best(asked, words, 1, waiting))
    await asyncio.sleep(0)
    gate.set()
    assert len(await task) == 1
    assert not held, "nobody opened the gate while the search ran"
    assert len(await searches.plays(asked, words)) > 1
    searches.close()


def test_an_index_is_kept_and_made_again_when_it_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words, letters, folder = lexicon("uk-common"), letters_of("uk"), tmp_path / "data" / indices.FOLDER
    made = indices.index_of(words, letters, folder)
    [file] = folder.iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(indices, "build", lambda _: pytest.fail("it was made again"))
        assert indices.index_of(words, letters, folder) == made
    data = file.read_bytes()
    for damaged in (b"", data[:-1], data[:1000] + bytes([data[1000] ^ 1]) + data[1001:], data[:8] + b"\1" + data[9:]):
        file.write_bytes(damaged)
        assert indices.index_of(words, letters, folder) == made
        assert file.read_bytes() == data
    earlier, other = folder / "uk-common-0123456789abcdef.index", folder / "uk-0123456789abcdef.index"
    for each in (earlier, other):
        each.write_bytes(b"")
    file.unlink()
    indices.index_of(words, letters, folder)
    assert {each.name for each in folder.iterdir()} == {file.name, other.name}


def test_an_index_is_made_where_nothing_can_be_written(tmp_path: Path) -> None:
    words, letters = lexicon("tr-common"), letters_of("tr")
    tmp_path.joinpath("file").write_bytes(b"")
    assert indices.index_of(words, letters, tmp_path / "file" / "indices") == indices.index_of(words, letters, None)


def test_a_bot_without_searches_does_not_load_what_they_need() -> None:
    asked = (
        "import sys, bot.app.service, bot.families.crossword.searches as s; s.Searches().close();"
        "heavy = ('.kernels', '.indices', '.players', '.players.choosing');"
        "sys.exit(' '.join(m for m in sys.modules if m == 'wasmtime' or m.endswith(heavy)) or 0)"
    )
    subprocess.run([sys.executable, "-c", asked], check=True, cwd=ROOT)


def test_the_binary_was_made_of_the_sources_beside_it() -> None:
    lines = KERNEL.joinpath("kernel.sha256").read_text("ascii").splitlines()
    told = {name: found for found, name in (line.split() for line in lines)}
    assert told.keys() == {file.name for file in KERNEL.iterdir() if file.suffix in {".c", ".h", ".wasm"}}
    for name, found in told.items():
        assert hashlib.sha256(KERNEL.joinpath(name).read_bytes()).hexdigest() == found, f"{name}: tools/build_kernel.py"


@pytest.mark.skipif(find_spec("ziglang") is None, reason="the compiler comes with the extra `kernel`")
def test_the_sources_give_the_binary_byte_for_byte() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "build_kernel.py", "--check"], check=True)
