"""The proof of a game: whole games of every ruleset agree with it; whatever is changed in it is found and named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.errors import Refusal
from engine.game import Begin, is_over
from engine.lexicon import load_lexicon
from engine.lobby_seats import Lobby
from engine.proof import FORMAT, Proof, UnreadableProof, compose_proof, decode_proof, encode_proof, proof_end
from engine.replay_log import Deviation, DifferenceKind, replay_log
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import apply_with_lexicon, open_seated_table
from engine.verify import CheckName, rejudge_words, verify_proof
from tests.support.games import NOW
from tests.support.random_actions import Json, Tampering, log_entry_with_event, simulated_proof, tampered_proof

TABLES = [
    *(
        (name, shipped_rulesets()[name].players.most, {})
        for name in ("super-en", "wordbox-uk", "klepka", "duplicate-mini")
    ),
    ("kelimelik", 2, {"challenge": "double", "clock": "2min"}),
    ("scrabble-tr", 3, {"challenge": "five", "clock": "2min"}),
    ("scrabble-en", 4, {"challenge": "single", "clock": "bank"}),
    ("tournament-en", 2, {"challenge": "ten"}),
    ("wordbox-en", 3, {"ex": "swap", "challenge": "wordpoints"}),
    ("klepka", 6, {"deck": "full", "clock": "phases"}),
]


def agreeing(proof: Proof) -> None:
    assert decode_proof(encode_proof(proof)) == proof
    report = verify_proof(proof)
    assert report.differences == ()
    assert report.entries == len(proof.log)
    assert report.drawn > 0
    assert rejudge_words(proof).difference is None


@pytest.mark.repeats(3)
@pytest.mark.parametrize(("ruleset", "players", "options"), TABLES)
def test_the_log_of_every_ruleset_leads_to_its_table_and_agrees_with_its_proof(
    ruleset: str, players: int, options: dict[str, str]
) -> None:
    proof = simulated_proof(ruleset, players, 1, tuple(options.items()))
    agreeing(proof)
    table = replay_log(proof.ruleset, proof.secret, proof.log)
    assert table is not None
    assert proof_end(table) == proof.end
    halfway = replay_log(proof.ruleset, proof.secret, proof.log[: len(proof.log) // 2])
    assert halfway is not None
    assert not is_over(halfway)


def test_an_entry_that_does_not_follow_is_numbered() -> None:
    proof = simulated_proof("kelimelik")
    log = (*proof.log[:5], *proof.log[6:])
    with pytest.raises(Deviation) as caught:
        replay_log(proof.ruleset, proof.secret, log)
    assert caught.value.entry == 6


@settings(max_examples=4)
@given(st.sampled_from(TABLES), st.integers(2, 2**32))
def test_any_whole_game_agrees_with_its_proof(table: tuple[str, int, dict[str, str]], number: int) -> None:
    ruleset, players, options = table
    agreeing(simulated_proof(ruleset, players, number, tuple(options.items())))


def judged_by(judge: str, **rules: object) -> Tampering:
    def change(document: Json) -> None:
        document["ruleset"].update(rules)
        next(iter(placed(document)["verdicts"].values()))["judge"] = judge

    return change


def placed(document: Json) -> Json:
    """The entry of the first play."""
    return log_entry_with_event(document, "tiles_placed")


def forged_game(change: Tampering, ruleset: str = "kelimelik") -> Proof:
    return tampered_proof(simulated_proof(ruleset), change)


@pytest.mark.parametrize(
    ("judge", "rules"),
    [
        ("tdk", {"lexicon": "tr"}), ("tdk", {"lexicon": "tr:common"}), ("tdk@5ac6840b", {"lexicon": "tr:live"}),
        ("chat", {"chat_words": False}), ("en@5ac6840b", {}), ("tr", {}), ("tr@xyz", {}),
        ("tr-common@5ac6840b", {"lexicon": "tr"}), ("", {}),
    ],
)  # fmt: skip
def test_whoever_is_no_judge_of_the_table_is_found(judge: str, rules: dict[str, object]) -> None:
    place = next(place for place, entry in enumerate(simulated_proof("kelimelik").log) if any(entry.verdicts))
    difference = verify_proof(forged_game(judged_by(judge, **rules))).differences[-1]
    assert (difference.check, difference.what) == ("log", "verdict")
    assert difference.entry is not None
    assert difference.entry > place
    assert f"was judged by {judge}" in difference.recorded


def test_the_tables_own_judges_are_none_too_many() -> None:
    for judge, rules in (
        ("tdk", {"lexicon": "tr:live"}),
        ("chat", {}),
        ("chat", {"lexicon": "tr:live"}),
        ("tr@00000000", {}),
    ):
        assert verify_proof(forged_game(judged_by(judge, **rules))).differences == (), judge


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
    forged = forged_game(lambda document: document["ruleset"].update(rules))
    report = verify_proof(forged)
    assert (report.rules, report.differences[0].check) == ("altered", "rules")
    assert report.differences[0].found.startswith(found)
    assert verify_proof(forged, "harfiyen test").rules == "altered"
    assert verify_proof(forged, "harfiyen, another version").rules == "unknown"


def test_a_verdict_of_a_list_that_was_replaced_since_is_let_be() -> None:
    document = forged_game(judged_by("tr@5ac6840b"))
    assert rejudge_words(document).unasked == 1
    assert rejudge_words(document).difference is None
    assert verify_proof(document).differences == ()


def test_rules_that_no_game_ever_had_are_a_difference_and_no_crash() -> None:
    assert not verify_proof(forged_game(lambda document: document["ruleset"].update(values={}), "scrabble-en")).agrees


def test_the_lists_tell_a_verdict_that_they_never_gave() -> None:
    asked = rejudge_words(simulated_proof("scrabble-en"))
    assert (asked.agreed > 0, asked.unasked) == (True, 0)

    def another_word(document: Json) -> None:
        verdicts = placed(document)["verdicts"]
        verdicts["QZXQ"] = verdicts.pop(next(iter(verdicts)))

    difference = rejudge_words(forged_game(another_word, "scrabble-en")).difference
    assert difference is not None
    assert (difference.what, difference.recorded, difference.found) == ("verdict", "QZXQ counts", "QZXQ does not count")

    def other_judges(document: Json) -> None:
        for entry in document["log"]:
            for number, verdict in enumerate(entry["verdicts"].values()):
                verdict["judge"] = ("tdk", "chat", "en@00000000", "xx@00000000")[number % 4]

    assert rejudge_words(forged_game(other_judges, "scrabble-en")).agreed == 0


def test_what_is_no_proof_is_unreadable() -> None:
    honest = json.loads(encode_proof(simulated_proof("kelimelik")))
    for data, reason in (
        (b"", "it is no proof of a game"),
        (b"\xff{}", "it is no proof of a game"),
        (b"[]", "it is no proof of a game"),
        (b'{"format": "other", "version": 1}', "it is other version 1"),
        (json.dumps({"format": FORMAT, "version": 99}).encode(), "version 99; this program reads"),
        (json.dumps({"format": FORMAT, "version": 1}).encode(), "missing required field"),
        (json.dumps(honest | {"secret": "ab" * 31}).encode(), "32 bytes"),
        (json.dumps(honest | {"secret": "xyz"}).encode(), "32 bytes"),
    ):
        with pytest.raises(UnreadableProof, match=reason):
            decode_proof(data)


def test_nothing_is_proven_before_the_end() -> None:
    rules = resolve_ruleset(crossword_rulesets()["kelimelik"])
    words = load_lexicon("tr")
    done = simulate_game(rules, 2, "proof", 1, words)
    with pytest.raises(Refusal, match="proof_gone"):
        compose_proof(None, (), "x")
    with pytest.raises(Refusal, match="proof_gone"):
        compose_proof(done.state, (), "x")
    with pytest.raises(Refusal, match="proof_gone"):
        compose_proof(done.state, done.log[1:], "x")
    lobby = Lobby(1, rules, 1, (), "5a" * 32, "00")
    with pytest.raises(Refusal, match="proof_running"):
        compose_proof(lobby, done.log, "x")


def test_a_running_game_has_no_proof_whatever_log_comes_with_it() -> None:
    lobby, log = open_seated_table(resolve_ruleset(shipped_rulesets()["kelimelik"]), ["Ayşe", "Bora"], "5a" * 32, NOW)
    words = load_lexicon("tr")
    running, begun = apply_with_lexicon(lobby, Begin(1, 7, words.hash), NOW, words)
    ended = simulate_game(resolve_ruleset(crossword_rulesets()["kelimelik"]), 2, "proof", 1, words)
    for entries in ((), (*log, begun), ended.log):
        with pytest.raises(Refusal, match="proof_running"):
            compose_proof(running, entries, "x")


@pytest.mark.parametrize(("names", "message"), [(("Ayşe", "Bora"), 2), (("Ayşe", "Bora", "Cem"), 1)])
def test_the_log_of_another_table_is_no_part_of_a_proof(names: tuple[str, ...], message: int) -> None:
    """Lest the racks of a running game come out with the proof of the game before it."""
    words, rules = load_lexicon("tr"), resolve_ruleset(shipped_rulesets()["scrabble-tr"])
    over = simulate_game(resolve_ruleset(crossword_rulesets()["scrabble-tr"]), 2, "proof", 1, words)
    assert compose_proof(over.state, over.log, "x").start.message == 1
    lobby, log = open_seated_table(rules, names, "5a" * 32, NOW)
    _, begun = apply_with_lexicon(lobby, Begin(1, message, words.hash), NOW, words)
    with pytest.raises(Refusal, match="proof_gone"):
        compose_proof(over.state, (*log, begun), "x")


def event_of(document: Json, event: str) -> Json:
    found: Json = next(one for one in log_entry_with_event(document, event)["events"] if one["type"] == event)
    return found


def begin_of(document: Json) -> Json:
    found: Json = next(entry for entry in document["log"] if entry["action"]["type"] == "begin")
    return found


def other_tile(drawn: Json) -> None:
    drawn["tiles"][0] = "E" if drawn["tiles"][0] != "E" else "A"


def the_first_draw(document: Json) -> None:
    other_tile(next(one for one in begin_of(document)["events"] if one["type"] == "tiles_drawn"))


def the_actor(document: Json) -> None:
    placed(document)["action"]["by"] = 3 - placed(document)["action"]["by"]


def a_total(document: Json) -> None:
    placed(document)["scores"][0] += 1


def the_end_told(document: Json) -> None:
    document["log"][-1]["events"][-1]["outcome"]["finals"][0]["score"] += 1


CHANGES_IN_THE_LOG: dict[str, tuple[Tampering, DifferenceKind | None]] = {
    "a draw": (lambda document: other_tile(event_of(document, "tiles_drawn")), "draw"),
    "the first draw": (the_first_draw, "draw"),
    "a score": (lambda document: event_of(document, "tiles_placed").update(score=1000), "score"),
    "a total": (a_total, "score"),
    "an action": (lambda document: placed(document)["action"]["tiles"][0].update(cell="A1"), "action"),
    "the actor": (the_actor, "action"),
    "a verdict": (lambda document: next(iter(placed(document)["verdicts"].values())).update(valid=False), "action"),
    "no verdicts": (lambda document: placed(document)["verdicts"].clear(), "verdict"),
    "no entry": (lambda document: document["log"].remove(placed(document)), None),
    "no event": (lambda document: placed(document)["events"].pop(), "draw"),
    "the end told": (the_end_told, "end"),
}


@pytest.mark.parametrize("name", CHANGES_IN_THE_LOG)
def test_what_is_changed_in_the_log_is_found_at_its_entry(name: str) -> None:
    honest, (change, what) = simulated_proof("kelimelik"), CHANGES_IN_THE_LOG[name]
    forged = forged_game(change)
    (difference,) = verify_proof(forged).differences
    place = next(place for place, entry in enumerate(honest.log) if entry != forged.log[place])
    assert (difference.check, difference.entry) == ("log", place + 1)
    assert difference.what == what or what is None
    assert difference.recorded != difference.found


def another_message(document: Json) -> None:
    document["start"]["message"] += 1


def another_message_everywhere(document: Json) -> None:
    another_message(document)
    begin_of(document)["action"]["message"] += 1


CHANGES_AROUND_THE_LOG: dict[str, tuple[Tampering, list[CheckName]]] = {
    "the secret": (lambda document: document.update(secret="ab" * 32), ["seal", "seed", "log"]),
    "the seal": (lambda document: document.update(seal="cd" * 32), ["seal"]),
    "the seats": (lambda document: document["seats"].reverse(), ["seed", "seats"]),
    "the message": (another_message, ["seed", "seats"]),
    "the message everywhere": (another_message_everywhere, ["seed", "log"]),
    "the seed": (lambda document: document.update(seed="ef" * 32), ["seed"]),
    "the end": (lambda document: document["end"].update(winners=[1, 2]), ["end"]),
    "the last entry": (lambda document: document["log"].pop(), ["end"]),
    "the whole log": (lambda document: document["log"].clear(), ["end"]),
    "the opening": (lambda document: document["log"].pop(0), ["log"]),
}


@pytest.mark.parametrize("name", CHANGES_AROUND_THE_LOG)
def test_what_is_changed_around_the_log_is_found_and_named(name: str) -> None:
    change, checks = CHANGES_AROUND_THE_LOG[name]
    assert [difference.check for difference in verify_proof(forged_game(change)).differences] == checks


def instant_altered(entry: Json, instant: str | None) -> None:
    entry["at"] = instant or entry["at"].removesuffix("Z")


@pytest.mark.parametrize("instant", ["1999-01-01T00:00:00Z", None])
def test_a_beginning_at_another_instant_than_the_logs_is_found(instant: str | None) -> None:
    forged = forged_game(lambda document: instant_altered(document["start"], instant))
    (difference,) = verify_proof(forged).differences
    assert (difference.check, difference.what, difference.entry) == ("seats", "start", None)


def set_back(document: Json, second: int) -> None:
    """Let the fifth entry be at the full minute, and the one before it at a second of it."""
    for entry in (document["start"], *document["log"][:5]):
        entry["at"] = "2000-01-01T00:00:00Z"
    document["log"][3]["at"] = f"2000-01-01T00:00:{second:02}Z"


@pytest.mark.parametrize(
    "change",
    [
        lambda document: instant_altered(document["log"][4], None),
        lambda document: instant_altered(document["log"][4], "1999-01-01T00:00:00Z"),
        lambda document: set_back(document, 31),
    ],
    ids=["of no zone", "before the last", "half a minute back"],
)
def test_time_goes_on_in_a_log(change: Tampering) -> None:
    (difference,) = verify_proof(forged_game(change)).differences
    assert (difference.check, difference.what, difference.entry) == ("log", "instant", 5)


def test_an_action_that_was_overtaken_while_its_words_were_judged_is_no_forgery() -> None:
    assert verify_proof(forged_game(lambda document: set_back(document, 5))).differences == ()


def test_other_cards_than_those_of_the_seed_are_found() -> None:
    forged = forged_game(lambda document: event_of(document, "klepka_revealed")["cards"][0].update(card="*"), "klepka")
    (difference,) = verify_proof(forged).differences
    assert (difference.check, difference.what) == ("log", "draw")
