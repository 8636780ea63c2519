"""Files of the engine's kinds with anything in them: read, or refused by the error that says what is wrong."""

import json
import tomllib
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import alphabet, rulesets
from engine.crossword.gcg import GcgError, read_gcg
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.shipped import crossword_rulesets
from engine.encoding import to_json
from engine.errors import DataError
from engine.proof import UnreadableProof, encode_proof
from engine.proof import decode_proof as read_proof
from engine.verify import rejudge_words, verify_proof
from tests.support.gcg_samples import SAMPLE
from tests.support.mutations import (
    Json,
    catching_only,
    mutated_bytes,
    mutated_document,
    mutated_json_bytes,
    mutated_text,
    to_toml,
)
from tests.support.random_actions import simulated_proof

OWN = "".join(
    f"#harfiyen {one}\n" for one in ("ruleset wordbox-en", "bag big", "option clock 60", "bonus H8", "forfeit a")
)
PROVEN = ("kelimelik", "scrabble-en", "klepka")


@given(
    mutated_bytes(SAMPLE.encode())
    | mutated_bytes((OWN + SAMPLE).encode())
    | mutated_text(SAMPLE.splitlines()).map(str.encode)
)
def test_an_annotated_game_is_replayed_or_refused_by_its_line(data: bytes) -> None:
    sheet = catching_only(GcgError)(lambda: read_gcg(data, crossword_rulesets()["scrabble-en"]))
    if isinstance(sheet, GcgError):
        assert sheet.line >= 1
    else:
        found = replay_gcg(sheet)  # type: ignore[arg-type] # what else `read` gives
        json.loads(to_json([found.mismatches, found.problems]))


@cache
def encoded_proof(ruleset: str) -> bytes:
    return encode_proof(simulated_proof(ruleset))


def proof_document(ruleset: str) -> Json:
    return json.loads(encoded_proof(ruleset))


@settings(max_examples=10)
@given(st.sampled_from(PROVEN).flatmap(lambda name: mutated_json_bytes(mutated_document(proof_document(name)))))
def test_a_proof_is_checked_or_unreadable(data: bytes) -> None:
    proof = catching_only(UnreadableProof)(lambda: read_proof(data))
    if isinstance(proof, UnreadableProof):
        assert str(proof).startswith("it")
    else:
        report = verify_proof(proof)  # type: ignore[arg-type] # what else `read` gives
        to_json([report, rejudge_words(proof)])  # type: ignore[arg-type] # likewise


@pytest.mark.parametrize("figure", [2**31, 10**28])
@pytest.mark.parametrize("ruleset", PROVEN)
def test_nothing_is_played_by_figures_that_nobody_can_play_by(ruleset: str, figure: int) -> None:
    document = proof_document(ruleset)
    rules = document["ruleset"]
    counts = rules["bags"][rules["bag"]]["counts"] if "bags" in rules else rules["decks"][rules["deck"]]["rewards"]
    counts[next(iter(counts))] = figure
    report = verify_proof(read_proof(json.dumps(document).encode()))
    assert [one.check for one in report.differences] == ["rules"]
    assert (report.rules, report.entries) == ("altered", 0)


RULES = {
    file.name: tomllib.loads(file.read_text("utf-8"))
    for file in rulesets.FOLDER.iterdir()
    if file.name.endswith("toml")
}
LETTERS = {
    file.name: tomllib.loads(file.read_text("utf-8")) for file in files("engine").joinpath("languages").iterdir()
}


def refused(found: object, name: str) -> bool:
    """Whether a file was refused by its name, and with a word on what is wrong."""
    return isinstance(found, DataError) and str(found).startswith(f"{name}: ") and len(str(found)) > len(name) + 4


@settings(max_examples=25)
@given(st.sampled_from(sorted(RULES)).flatmap(lambda name: st.tuples(st.just(name), mutated_document(RULES[name]))))
def test_a_ruleset_is_whole_or_refused_by_its_name(made: tuple[str, Json]) -> None:
    name, document = made
    found = catching_only(DataError)(lambda: rulesets.parse_ruleset(to_toml(document), name))
    assert refused(found, name) or not isinstance(found, Exception)


@settings(max_examples=20)
@given(st.sampled_from(sorted(LETTERS)).flatmap(lambda name: st.tuples(st.just(name), mutated_document(LETTERS[name]))))
def test_an_alphabet_is_whole_or_refused_by_its_name(made: tuple[str, Json]) -> None:
    name, document = made
    found = catching_only(DataError)(lambda: alphabet.parse_alphabet(to_toml(document), name))
    assert refused(found, name) or not isinstance(found, Exception)


@given(st.binary() | st.sampled_from(sorted(RULES)).flatmap(lambda name: mutated_bytes(to_toml(RULES[name]).encode())))
def test_what_is_no_toml_is_refused(data: bytes) -> None:
    text = data.decode(errors="replace")
    for parse in (rulesets.parse_ruleset, alphabet.parse_alphabet):
        found = catching_only(DataError)(lambda: parse(text, "some.toml"))  # noqa: B023 - done at once
        assert refused(found, "some.toml") or not isinstance(found, Exception)


@pytest.mark.parametrize("text", [f"x = {'9' * 5_000}", f"x = {'[' * 5_000}", "x = 1979-13-45T99:00:00"])
def test_numbers_without_end_and_lists_without_bottom_are_no_toml(text: str) -> None:
    for parse in (rulesets.parse_ruleset, alphabet.parse_alphabet):
        with pytest.raises(DataError, match=r"^some\.toml: "):
            parse(text, "some.toml")


@pytest.mark.parametrize("family", [{}, [], 7])
def test_a_family_that_is_no_name_is_refused(family: object) -> None:
    with pytest.raises(DataError, match=r"^x\.toml: "):
        rulesets.parse_ruleset(to_toml(RULES["kelimelik.toml"] | {"family": family}), "x.toml")


def test_a_proof_without_bottom_is_unreadable() -> None:
    sound = encoded_proof("kelimelik")
    for data in (b"[" * 100_000, sound.replace(b'"table"', b'"x": ' + b"[" * 100_000 + b', "table"', 1)):
        with pytest.raises(UnreadableProof):
            read_proof(data)


@pytest.mark.parametrize(
    ("name", "place", "figure", "told"),
    [
        ("klepka.toml", ("decks", "full", "rewards", "chaos"), 2**31, "make 2147483744 cards"),
        ("klepka.toml", ("clocks", "phases", "words"), 10**12, "must be at most 31,536,000"),
        ("scrabble-en.toml", ("clocks", "25min", "seconds"), 10**12, "must be at most 31,536,000"),
        ("scrabble-en.toml", ("clocks", "25min", "penalty"), 10**12, "must be at most 1,000"),
        ("scrabble-en.toml", ("values", "A"), 2**62, "must be at most 1,000"),
        ("scrabble-en.toml", ("scoring", "bingo"), -1, "must be at least 0"),
        ("scrabble-en.toml", ("rack",), 10**9, "cannot fill 4 racks of 1000000000"),
    ],
)
def test_a_figure_that_nobody_can_play_by_is_refused_at_once(
    name: str, place: tuple[str, ...], figure: int, told: str
) -> None:
    document = json.loads(json.dumps(RULES[name]))
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    assert place[-1] in holder
    holder[place[-1]] = figure
    with pytest.raises(DataError, match=told):
        rulesets.parse_ruleset(to_toml(document), name)
