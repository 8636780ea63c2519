"""The compiled search finds what the plain search does, beside the event loop, and costs nothing until it is asked."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.families.crossword.search import kernel
from bot.families.crossword.search.searcher import INDEX_FOLDER, BoardSearcher
from engine.crossword.movegen import ScoredPlay
from engine.crossword.ruleset import Board, Ruleset
from engine.crossword.search import SearchQuery, letter_codes_of
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import ChangedLexicon, load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.boards import count_plays, leave_value, odd_rulesets, plain_search, play_value, random_positions

ROOT = Path(__file__).resolve().parents[4]
KERNEL = ROOT / "engine" / "crossword" / "search"
KELIMELIK = resolve_ruleset(crossword_rulesets()["kelimelik"])
WORDBOX = resolve_ruleset(crossword_rulesets()["wordbox-en"])
RULES = (KELIMELIK, WORDBOX, *odd_rulesets(WORDBOX))


@pytest.mark.repeats(3)
@pytest.mark.parametrize("number", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_all_plays_and_the_best_are_those_of_the_plain_search(number: int, searcher: BoardSearcher) -> None:
    rules = RULES[number]
    words = load_lexicon(f"{rules.language}-common")
    for asked in islice(random_positions(rules, words, searcher, Random(number)), 2):
        plain = plain_search(asked, words)
        assert count_plays(iter(searcher.find_plays(asked, words))) == count_plays(iter(plain))
        scores = sorted((play.score for play in plain), reverse=True)
        assert [choice.play.score for choice in searcher.find_best_plays(asked, words, 4)] == scores[:4]
        values = sorted((play_value(asked, play) for play in plain), reverse=True)
        found = searcher.find_best_plays(asked, words, 4, leave_value)
        assert [choice.value for choice in found] == pytest.approx(values[:4])
        assert [play_value(asked, choice.play) for choice in found] == pytest.approx(values[:4])


def opening_query(rack: str, rules: Ruleset = KELIMELIK) -> SearchQuery:
    return SearchQuery(rules, ("",) * (len(rules.board.rows) * rules.columns), tuple(rack))


def words_of(plays: Iterator[ScoredPlay]) -> set[str]:
    return {play.word for play in plays}


def test_a_chats_own_words_count_and_those_it_took_out_do_not(searcher: BoardSearcher) -> None:
    base = load_lexicon("tr-common")
    assert "KALEM" in base
    assert "EMKAL" not in base
    asked = opening_query("KALEMZ")
    before = words_of(iter(searcher.find_plays(asked, base)))
    changed = ChangedLexicon(base, added=["EMKAL", "EMZAL"], removed=["KALEM", "KALE"])
    for words in (changed, base, changed):
        assert count_plays(iter(searcher.find_plays(asked, words))) == count_plays(iter(plain_search(asked, words)))
    found = words_of(iter(searcher.find_plays(asked, changed)))
    assert found - before == {"EMKAL", "EMZAL"}
    assert before - found == {"KALEM", "KALE"}
    # The word across that a tile laid beside another makes is judged by the same words.
    beside = list(asked.cells)
    beside[7 * 15 + 5 : 7 * 15 + 9] = "EMKA"
    crossing = SearchQuery(asked.ruleset, tuple(beside), tuple("LZEKALM"))
    assert count_plays(iter(searcher.find_plays(crossing, changed))) == count_plays(
        iter(plain_search(crossing, changed))
    )
    assert "EMKAL" in words_of(iter(searcher.find_plays(crossing, changed)))


def test_a_four_word_cell_counts_for_words_that_run_clockwise_from_it(searcher: BoardSearcher) -> None:
    words, cells = load_lexicon("en-common"), [""] * len(opening_query("", WORDBOX).cells)
    cells[1:5] = "RAIN"
    asked = SearchQuery(WORDBOX, tuple(cells), tuple("TONES"))
    found = searcher.find_plays(asked, words)
    assert {play.tiles[0].cell for play in found if play.word == "TONES"} >= {"A1"}
    assert count_plays(iter(found)) == count_plays(iter(plain_search(asked, words)))


class ShortLexicon:
    def __contains__(self, word: str) -> bool:
        return word == "AL"

    def has_prefix(self, prefix: str) -> bool:
        return "AL".startswith(prefix)


def test_what_the_kernel_does_not_take_is_searched_plainly(searcher: BoardSearcher) -> None:
    long = replace(KELIMELIK, board=Board(("*....", *(".....",) * 40), centre_doubles=False))
    assert words_of(iter(searcher.find_plays(opening_query("ALK"), ShortLexicon()))) == {"AL"}
    [best] = searcher.find_best_plays(opening_query("ALK"), ShortLexicon(), 1, leave_value)
    assert best.value == best.play.score + leave_value(("K",))
    assert "AL" in words_of(iter(searcher.find_plays(opening_query("ALK", long), load_lexicon("tr-common"))))
    letters = Random(1)
    many = ChangedLexicon(
        load_lexicon("tr-common"), added={"".join(letters.choices("BCDFGHJ", k=9)) for _ in range(4_000)}
    )
    assert words_of(iter(searcher.find_plays(opening_query("ALK"), many))) == words_of(
        iter(searcher.find_plays(opening_query("ALK"), load_lexicon("tr-common")))
    )


def test_an_index_is_kept_made_again_when_it_is_damaged_and_made_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, letters, folder = (load_lexicon("tr-common"), letter_codes_of("tr"), tmp_path / "data" / INDEX_FOLDER)
    made = kernel.load_or_build_index(words, letters, folder)
    [file] = folder.iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "build_index", lambda _: pytest.fail("it was made again"))
        assert kernel.load_or_build_index(words, letters, folder) == made
    data = file.read_bytes()
    for damaged in (data[:-1], data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]):
        file.write_bytes(damaged)
        assert kernel.load_or_build_index(words, letters, folder) == made
        assert file.read_bytes() == data
    earlier, other = folder / "tr-common-0123456789abcdef.index", folder / "tr-0123456789abcdef.index"
    for each in (earlier, other):
        each.write_bytes(b"")
    file.unlink()
    kernel.load_or_build_index(words, letters, folder)
    assert {each.name for each in folder.iterdir()} == {file.name, other.name}
    assert kernel.load_or_build_index(words, letters, file / "where nothing can be written") == made


def test_the_binary_was_made_of_the_sources_beside_it() -> None:
    lines = KERNEL.joinpath("kernel.sha256").read_text("ascii").splitlines()
    told = {name: found for found, name in (line.split() for line in lines)}
    assert told.keys() == {file.name for file in KERNEL.iterdir() if file.suffix in {".c", ".h", ".wasm"}}
    for name, found in told.items():
        assert hashlib.sha256(KERNEL.joinpath(name).read_bytes()).hexdigest() == found, f"{name}: tools/build_kernel.py"


@pytest.mark.skipif(find_spec("ziglang") is None, reason="the compiler comes with the extra `kernel`")
def test_the_sources_give_the_binary_byte_for_byte() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "build_kernel.py", "--check"], check=True)
