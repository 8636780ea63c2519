"""The proof of a game: whole games of every ruleset agree with it; whatever is changed in it is found and named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.crossword.games import crosswords
from engine.crossword.simulate import simulate
from engine.errors import Refusal
from engine.game import Begin, is_over
from engine.lexicon import lexicon
from engine.proof import FORMAT, Proof, Unreadable, compose, end_of, read, write
from engine.record import judged, seated
from engine.retrace import Deviation, retrace
from engine.rulesets import resolve, rulesets
from engine.seats import Lobby
from engine.verify import rejudge, verify
from tests.support.games import NOW
from tests.support.proofs import Json, Tampering, changed, entry_with, played

TABLES = [
    *((name, rules.players.most, {}) for name, rules in rulesets().items()),
    ("kelimelik", 2, {"challenge": "double", "clock": "2min"}),
    ("scrabble-tr", 3, {"challenge": "five", "clock": "2min"}),
    ("scrabble-en", 4, {"challenge": "single", "clock": "bank"}),
    ("tournament-en", 2, {"challenge": "ten"}),
    ("wordbox-en", 3, {"ex": "swap", "challenge": "wordpoints"}),
    ("klepka", 6, {"deck": "full", "clock": "phases"}),
]


def agreeing(proof: Proof) -> None:
    assert read(write(proof)) == proof
    report = verify(proof)
    assert report.differences == ()
    assert report.entries == len(proof.log)
    assert report.drawn > 0
    assert rejudge(proof).difference is None


@pytest.mark.parametrize(("ruleset", "players", "options"), TABLES)
def test_a_log_leads_to_the_table_that_it_is_of(ruleset: str, players: int, options: dict[str, str]) -> None:
    proof = played(ruleset, players, 1, tuple(options.items()))
    table = retrace(proof.ruleset, proof.secret, proof.log)
    assert table is not None
    assert end_of(table) == proof.end
    halfway = retrace(proof.ruleset, proof.secret, proof.log[: len(proof.log) // 2])
    assert halfway is not None
    assert not is_over(halfway)


def test_an_entry_that_does_not_follow_is_numbered() -> None:
    proof = played("kelimelik")
    log = (*proof.log[:5], *proof.log[6:])
    with pytest.raises(Deviation) as caught:
        retrace(proof.ruleset, proof.secret, log)
    assert caught.value.entry == 6


@pytest.mark.parametrize(("ruleset", "players", "options"), TABLES)
def test_a_whole_game_of_every_ruleset_agrees_with_its_proof(
    ruleset: str, players: int, options: dict[str, str]
) -> None:
    agreeing(played(ruleset, players, 1, tuple(options.items())))


@settings(max_examples=5)
@given(st.sampled_from(TABLES), st.integers(2, 2**32))
def test_any_whole_game_agrees_with_its_proof(table: tuple[str, int, dict[str, str]], number: int) -> None:
    ruleset, players, options = table
    agreeing(played(ruleset, players, number, tuple(options.items())))


def test_some_proven_games_have_challenges_and_exchanged_tiles() -> None:
    told = {
        type(event).__name__
        for ruleset, players, options in TABLES
        for entry in played(ruleset, players, 1, tuple(options.items())).log
        for event in entry.events
    }
    assert told >= {"PlayChallenged", "PlayWithdrawn", "TileExchanged", "CardsRevealed", "TableShuffled", "CardsTraded"}


def begin_of(document: Json) -> Json:
    found: Json = next(entry for entry in document["log"] if entry["action"]["type"] == "begin")
    return found


def judged_by(judge: str, **rules: object) -> Tampering:
    def change(document: Json) -> None:
        document["ruleset"].update(rules)
        verdicts = entry_with(document, "tiles_placed")["verdicts"]
        next(iter(verdicts.values()))["judge"] = judge

    return change


@pytest.mark.parametrize(
    ("judge", "rules"),
    [
        ("tdk", {"lexicon": "tr"}),
        ("tdk", {"lexicon": "tr:common"}),
        ("tdk@5ac6840b", {"lexicon": "tr:live"}),
        ("chat", {"chat_words": False}),
        ("en@5ac6840b", {}),
        ("tr", {}),
        ("tr@xyz", {}),
        ("tr-common@5ac6840b", {"lexicon": "tr"}),
        ("", {}),
    ],
)
def test_whoever_is_no_judge_of_the_table_is_found(judge: str, rules: dict[str, object]) -> None:
    honest = played("kelimelik")
    forged = changed(honest, judged_by(judge, **rules))
    place = next(place for place, entry in enumerate(honest.log) if any(entry.verdicts))
    (difference,) = verify(forged).differences if "lexicon" not in rules else verify(forged).differences[-1:]
    assert (difference.check, difference.what) == ("log", "verdict")
    assert difference.entry is not None
    assert difference.entry > place
    assert f"was judged by {judge}" in difference.recorded


@pytest.mark.parametrize(
    ("judge", "rules"),
    [("tdk", {"lexicon": "tr:live"}), ("chat", {}), ("chat", {"lexicon": "tr:live"}), ("tr@00000000", {})],
)
def test_the_tables_own_judges_are_none_too_many(judge: str, rules: dict[str, object]) -> None:
    assert verify(changed(played("kelimelik"), judged_by(judge, **rules))).differences == ()


def test_the_common_words_judge_where_they_were_chosen() -> None:
    def common(document: Json) -> None:
        document["ruleset"]["lexicon"] = "tr:common"
        for entry in document["log"]:
            for verdict in entry["verdicts"].values():
                verdict["judge"] = "tr-common@00000000"

    assert verify(changed(played("kelimelik"), common)).differences == ()
    (difference,) = verify(changed(played("kelimelik"), judged_by("tr@00000000", lexicon="tr:common"))).differences
    assert difference.what == "verdict"


def altered(**rules: object) -> Tampering:
    return lambda document: document["ruleset"].update(rules)


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ({"title": {"en": "Other"}}, "title "),
        ({"lexicon": "tr:other"}, "lexicon "),
        ({"lexicon": "en"}, "lexicon "),
        ({"players": {"least": 2, "most": 3, "order": "draw"}}, "players "),
        ({"live": True}, "live "),
    ],
)
def test_rules_under_a_name_that_has_others_are_found(rules: dict[str, object], found: str) -> None:
    forged = changed(played("kelimelik"), altered(**rules))
    report = verify(forged)
    assert report.rules == "altered"
    assert report.differences[0].check == "rules"
    assert report.differences[0].found.startswith(found)
    assert verify(forged, "harfiyen test").rules == "altered"
    assert verify(forged, "harfiyen, another version").rules == "unknown"


def test_options_that_nobody_may_choose_are_altered_rules() -> None:
    def choose(document: Json) -> None:
        document["ruleset"]["bag"], document["ruleset"]["bags"] = (
            "other",
            {"other": next(iter(document["ruleset"]["bags"].values()))},
        )

    report = verify(changed(played("kelimelik"), choose))
    assert (report.rules, report.differences[0].recorded[:7]) == ("altered", "options")


def test_rules_that_do_not_fit_together_are_a_difference_whoever_wrote_them() -> None:
    def no_values(document: Json) -> None:
        document["ruleset"]["values"] = {}
        document["ruleset"]["id"] = "other"

    report = verify(changed(played("scrabble-en"), no_values), "harfiyen, another version")
    assert (report.rules, report.differences[0].check) == ("altered", "rules")


def test_a_verdict_of_a_list_that_was_replaced_since_is_let_be() -> None:
    document = changed(played("kelimelik"), judged_by("tr@5ac6840b"))
    assert rejudge(document).unasked == 1
    assert rejudge(document).difference is None
    assert verify(document).differences == ()


def test_a_list_is_looked_for_among_those_that_ship() -> None:
    assert rejudge(changed(played("kelimelik"), judged_by("../lexica/tr@5ac6840b"))).unasked == 1


def test_rules_that_no_game_ever_had_are_a_difference_and_no_crash() -> None:
    def no_values(document: Json) -> None:
        document["ruleset"]["values"] = {}

    assert not verify(changed(played("scrabble-en"), no_values)).agrees


def test_the_lists_tell_a_verdict_that_they_never_gave() -> None:
    honest = played("scrabble-en")
    asked = rejudge(honest)
    assert (asked.agreed > 0, asked.unasked) == (True, 0)

    def another_word(document: Json) -> None:
        verdicts = entry_with(document, "tiles_placed")["verdicts"]
        verdicts["QZXQ"] = verdicts.pop(next(iter(verdicts)))

    difference = rejudge(changed(honest, another_word)).difference
    assert difference is not None
    assert (difference.what, difference.recorded, difference.found) == ("verdict", "QZXQ counts", "QZXQ does not count")

    def other_judges(document: Json) -> None:
        for entry in document["log"]:
            for number, verdict in enumerate(entry["verdicts"].values()):
                verdict["judge"] = ("tdk", "chat", "en@00000000", "xx@00000000")[number % 4]

    assert rejudge(changed(honest, other_judges)).agreed == 0


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is no proof of a game"),
        (b"\xff{}", "it is no proof of a game"),
        (b"[]", "it is no proof of a game"),
        (b'{"format": "other", "version": 1}', "it is other version 1"),
        (json.dumps({"format": FORMAT, "version": 99}).encode(), "version 99; this program reads"),
        (json.dumps({"format": FORMAT, "version": 1}).encode(), "missing required field"),
    ],
)
def test_what_is_no_proof_is_unreadable(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data)


@pytest.mark.parametrize("secret", ["ab" * 31, "xyz"])
def test_a_secret_of_another_length_is_unreadable(secret: str) -> None:
    document = json.loads(write(played("kelimelik"))) | {"secret": secret}
    with pytest.raises(Unreadable, match="32 bytes"):
        read(json.dumps(document).encode())


def test_nothing_is_proven_before_the_end() -> None:
    rules = resolve(crosswords()["kelimelik"])
    words = lexicon("tr")
    done = simulate(rules, 2, "proof", 1, words)
    with pytest.raises(Refusal, match="proof_gone"):
        compose(None, (), "x")
    with pytest.raises(Refusal, match="proof_gone"):
        compose(done.state, (), "x")
    with pytest.raises(Refusal, match="proof_gone"):
        compose(done.state, done.log[1:], "x")
    lobby = Lobby(1, rules, 1, (), "5a" * 32, "00")
    with pytest.raises(Refusal, match="proof_running"):
        compose(lobby, done.log, "x")


def test_a_running_game_has_no_proof_whatever_log_comes_with_it() -> None:
    lobby, log = seated(resolve(rulesets()["kelimelik"]), ["Ayşe", "Bora"], "5a" * 32, NOW)
    words = lexicon("tr")
    running, begun = judged(lobby, Begin(1, 7, words.hash), NOW, words)
    ended = simulate(resolve(crosswords()["kelimelik"]), 2, "proof", 1, words)
    for entries in ((), (*log, begun), ended.log):
        with pytest.raises(Refusal, match="proof_running"):
            compose(running, entries, "x")


@pytest.mark.parametrize(("names", "message"), [(("Ayşe", "Bora"), 2), (("Ayşe", "Bora", "Cem"), 1)])
def test_the_log_of_another_table_is_no_part_of_a_proof(names: tuple[str, ...], message: int) -> None:
    """Lest the racks of a running game come out with the proof of the game before it."""
    words, rules = lexicon("tr"), resolve(rulesets()["scrabble-tr"])
    over = simulate(resolve(crosswords()["scrabble-tr"]), 2, "proof", 1, words)
    assert compose(over.state, over.log, "x").start.message == 1
    lobby, log = seated(rules, names, "5a" * 32, NOW)
    _, begun = judged(lobby, Begin(1, message, words.hash), NOW, words)
    with pytest.raises(Refusal, match="proof_gone"):
        compose(over.state, (*log, begun), "x")
