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
    *((name, rules.players.most, {}) for name, rules in shipped_rulesets().items()),
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
def test_a_log_leads_to_the_table_that_it_is_of(ruleset: str, players: int, options: dict[str, str]) -> None:
    proof = simulated_proof(ruleset, players, 1, tuple(options.items()))
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


@pytest.mark.repeats(6)
@pytest.mark.parametrize(("ruleset", "players", "options"), TABLES)
def test_a_whole_game_of_every_ruleset_agrees_with_its_proof(
    ruleset: str, players: int, options: dict[str, str]
) -> None:
    agreeing(simulated_proof(ruleset, players, 1, tuple(options.items())))


@settings(max_examples=5)
@given(st.sampled_from(TABLES), st.integers(2, 2**32))
def test_any_whole_game_agrees_with_its_proof(table: tuple[str, int, dict[str, str]], number: int) -> None:
    ruleset, players, options = table
    agreeing(simulated_proof(ruleset, players, number, tuple(options.items())))


def judged_by(judge: str, **rules: object) -> Tampering:
    def change(document: Json) -> None:
        document["ruleset"].update(rules)
        verdicts = log_entry_with_event(document, "tiles_placed")["verdicts"]
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
    honest = simulated_proof("kelimelik")
    forged = tampered_proof(honest, judged_by(judge, **rules))
    place = next(place for place, entry in enumerate(honest.log) if any(entry.verdicts))
    (difference,) = (
        verify_proof(forged).differences if "lexicon" not in rules else verify_proof(forged).differences[-1:]
    )
    assert (difference.check, difference.what) == ("log", "verdict")
    assert difference.entry is not None
    assert difference.entry > place
    assert f"was judged by {judge}" in difference.recorded


@pytest.mark.parametrize(
    ("judge", "rules"),
    [("tdk", {"lexicon": "tr:live"}), ("chat", {}), ("chat", {"lexicon": "tr:live"}), ("tr@00000000", {})],
)
def test_the_tables_own_judges_are_none_too_many(judge: str, rules: dict[str, object]) -> None:
    assert verify_proof(tampered_proof(simulated_proof("kelimelik"), judged_by(judge, **rules))).differences == ()


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
    forged = tampered_proof(simulated_proof("kelimelik"), altered(**rules))
    report = verify_proof(forged)
    assert report.rules == "altered"
    assert report.differences[0].check == "rules"
    assert report.differences[0].found.startswith(found)
    assert verify_proof(forged, "harfiyen test").rules == "altered"
    assert verify_proof(forged, "harfiyen, another version").rules == "unknown"


def test_a_verdict_of_a_list_that_was_replaced_since_is_let_be() -> None:
    document = tampered_proof(simulated_proof("kelimelik"), judged_by("tr@5ac6840b"))
    assert rejudge_words(document).unasked == 1
    assert rejudge_words(document).difference is None
    assert verify_proof(document).differences == ()


def test_rules_that_no_game_ever_had_are_a_difference_and_no_crash() -> None:
    def no_values(document: Json) -> None:
        document["ruleset"]["values"] = {}

    assert not verify_proof(tampered_proof(simulated_proof("scrabble-en"), no_values)).agrees


def test_the_lists_tell_a_verdict_that_they_never_gave() -> None:
    honest = simulated_proof("scrabble-en")
    asked = rejudge_words(honest)
    assert (asked.agreed > 0, asked.unasked) == (True, 0)

    def another_word(document: Json) -> None:
        verdicts = log_entry_with_event(document, "tiles_placed")["verdicts"]
        verdicts["QZXQ"] = verdicts.pop(next(iter(verdicts)))

    difference = rejudge_words(tampered_proof(honest, another_word)).difference
    assert difference is not None
    assert (difference.what, difference.recorded, difference.found) == ("verdict", "QZXQ counts", "QZXQ does not count")

    def other_judges(document: Json) -> None:
        for entry in document["log"]:
            for number, verdict in enumerate(entry["verdicts"].values()):
                verdict["judge"] = ("tdk", "chat", "en@00000000", "xx@00000000")[number % 4]

    assert rejudge_words(tampered_proof(honest, other_judges)).agreed == 0


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
    with pytest.raises(UnreadableProof, match=reason):
        decode_proof(data)


@pytest.mark.parametrize("secret", ["ab" * 31, "xyz"])
def test_a_secret_of_another_length_is_unreadable(secret: str) -> None:
    document = json.loads(encode_proof(simulated_proof("kelimelik"))) | {"secret": secret}
    with pytest.raises(UnreadableProof, match="32 bytes"):
        decode_proof(json.dumps(document).encode())


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


def other_tile(tiles: list[str]) -> None:
    tiles[0] = "E" if tiles[0] != "E" else "A"


def a_draw(document: Json) -> None:
    other_tile(event_of(document, "tiles_drawn")["tiles"])


def the_first_draw(document: Json) -> None:
    begin = next(entry for entry in document["log"] if entry["action"]["type"] == "begin")
    other_tile(next(one for one in begin["events"] if one["type"] == "tiles_drawn")["tiles"])


def a_score(document: Json) -> None:
    event_of(document, "tiles_placed")["score"] += 10


def the_totals(document: Json) -> None:
    log_entry_with_event(document, "tiles_placed")["scores"][0] += 1


def an_action(document: Json) -> None:
    log_entry_with_event(document, "tiles_placed")["action"]["tiles"][0]["cell"] = "A1"


def an_actor(document: Json) -> None:
    action = log_entry_with_event(document, "tiles_placed")["action"]
    action["by"] = 3 - action["by"]


def a_verdict(document: Json) -> None:
    verdicts = log_entry_with_event(document, "tiles_placed")["verdicts"]
    verdicts[next(iter(verdicts))]["valid"] = False


def a_verdict_missing(document: Json) -> None:
    log_entry_with_event(document, "tiles_placed")["verdicts"].clear()


def an_entry_missing(document: Json) -> None:
    document["log"].remove(log_entry_with_event(document, "tiles_placed"))


def an_event_missing(document: Json) -> None:
    log_entry_with_event(document, "tiles_placed")["events"].pop()


def the_end_told(document: Json) -> None:
    document["log"][-1]["events"][-1]["outcome"]["finals"][0]["score"] += 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (a_draw, "draw"),
        (the_first_draw, "draw"),
        (a_score, "score"),
        (the_totals, "score"),
        (an_action, "action"),
        (an_actor, "action"),
        (a_verdict, "action"),
        (a_verdict_missing, "verdict"),
        (an_entry_missing, None),
        (an_event_missing, "draw"),
        (the_end_told, "end"),
    ],
)
def test_what_is_changed_in_the_log_is_found_at_its_entry(change: Tampering, what: DifferenceKind | None) -> None:
    honest = simulated_proof("kelimelik")
    forged = tampered_proof(honest, change)
    (difference,) = verify_proof(forged).differences
    place = next(place for place, entry in enumerate(honest.log) if entry != forged.log[place])
    assert (difference.check, difference.entry) == ("log", place + 1)
    assert difference.what == what or what is None
    assert difference.recorded != difference.found


def the_secret(document: Json) -> None:
    document["secret"] = "ab" * 32


def the_seal(document: Json) -> None:
    document["seal"] = "cd" * 32


def the_seats(document: Json) -> None:
    document["seats"].reverse()


def the_message(document: Json) -> None:
    document["start"]["message"] += 1


def the_seed(document: Json) -> None:
    document["seed"] = "ef" * 32


def the_end(document: Json) -> None:
    document["end"]["winners"] = [1, 2]


def the_tail(document: Json) -> None:
    del document["log"][-1]


def the_message_everywhere(document: Json) -> None:
    document["start"]["message"] += 1
    next(entry for entry in document["log"] if entry["action"]["type"] == "begin")["action"]["message"] += 1


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        (the_secret, ["seal", "seed", "log"]),
        (the_seal, ["seal"]),
        (the_seats, ["seed", "seats"]),
        (the_message, ["seed", "seats"]),
        (the_message_everywhere, ["seed", "log"]),
        (the_seed, ["seed"]),
        (the_end, ["end"]),
        (the_tail, ["end"]),
    ],
)
def test_what_is_changed_around_the_log_is_found_and_named(change: Tampering, checks: list[CheckName]) -> None:
    forged = tampered_proof(simulated_proof("kelimelik"), change)
    assert [difference.check for difference in verify_proof(forged).differences] == checks


def another_beginning(document: Json) -> None:
    document["start"]["at"] = "1999-01-01T00:00:00Z"


def a_beginning_by_no_zone(document: Json) -> None:
    document["start"]["at"] = document["start"]["at"].removesuffix("Z")


@pytest.mark.parametrize("change", [another_beginning, a_beginning_by_no_zone])
def test_a_beginning_at_another_instant_than_the_logs_is_found(change: Tampering) -> None:
    (difference,) = verify_proof(tampered_proof(simulated_proof("kelimelik"), change)).differences
    assert (difference.check, difference.what, difference.entry) == ("seats", "start", None)


def an_instant_of_no_zone(document: Json) -> None:
    document["log"][4]["at"] = document["log"][4]["at"].removesuffix("Z")


def an_instant_before_the_last(document: Json) -> None:
    document["log"][4]["at"] = "1999-01-01T00:00:00Z"


def an_instant_half_a_minute_back(document: Json) -> None:
    document["log"][3]["at"], document["log"][4]["at"] = "2000-01-01T00:00:31Z", "2000-01-01T00:00:00Z"
    for entry in document["log"][:3]:
        entry["at"] = document["start"]["at"] = "2000-01-01T00:00:00Z"


@pytest.mark.parametrize("change", [an_instant_of_no_zone, an_instant_before_the_last, an_instant_half_a_minute_back])
def test_time_goes_on_in_a_log(change: Tampering) -> None:
    (difference,) = verify_proof(tampered_proof(simulated_proof("kelimelik"), change)).differences
    assert (difference.check, difference.what, difference.entry) == ("log", "instant", 5)


def test_an_action_that_was_overtaken_while_its_words_were_judged_is_no_forgery() -> None:
    def overtake(document: Json) -> None:
        an_instant_half_a_minute_back(document)
        document["log"][3]["at"] = "2000-01-01T00:00:05Z"

    assert verify_proof(tampered_proof(simulated_proof("kelimelik"), overtake)).differences == ()


def test_other_cards_than_those_of_the_seed_are_found() -> None:
    def swap(document: Json) -> None:
        event_of(document, "klepka_revealed")["cards"][0]["card"] = "*"

    (difference,) = verify_proof(tampered_proof(simulated_proof("klepka"), swap)).differences
    assert (difference.check, difference.what) == ("log", "draw")


def the_whole_log(document: Json) -> None:
    document["log"].clear()


def the_opening(document: Json) -> None:
    del document["log"][0]


@pytest.mark.parametrize(("change", "check"), [(the_whole_log, "end"), (the_opening, "log")])
def test_a_log_without_its_opening_or_of_nothing_is_a_difference(change: Tampering, check: CheckName) -> None:
    (difference,) = verify_proof(tampered_proof(simulated_proof("kelimelik"), change)).differences
    assert difference.check == check
