"""Whatever is changed in the proof of a game is found and named, and nothing else is."""

import pytest

from engine.replay_log import DifferenceKind
from engine.verify import CheckName, verify_proof
from tests.support.simulated_proofs import Json, Tampering, log_entry_with_event, simulated_proof, tampered_proof


def event_of(document: Json, event: str) -> Json:
    """The first event of a kind after the beginning."""
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
