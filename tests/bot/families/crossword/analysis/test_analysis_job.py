"""The job that analyses a finished game, and what is stored of it: by the words of the table."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.analysis.worker import AnalysisRequest
from bot.families.crossword import analysis_jobs
from bot.families.crossword.analysis import CrosswordAnalysis, lexicon_of_game
from bot.families.crossword.stored_analysis import decode_analysis, encode_analysis, end_of_game, words_of_game
from bot.handlers.game_pages import find_turn_step, list_replay_steps, moves_page
from bot.pictures import PictureStyle
from bot.records.archive import ArchivedGame
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.errors import DataError
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import pack_game, unpack_game
from engine.proof import Proof
from engine.seat_figures import SeatFigures
from tests.support.analysed_turns import think_for_steps
from tests.support.languages import LANGUAGES
from tests.support.random_actions import simulated_proof

FAR_FROM_END = 40
"""So many turns are left: more than that are at the beginning of the games here alone."""


def packed(proof: Proof, added: tuple[str, ...] = (), removed: tuple[str, ...] = ()) -> bytes:
    return pack_game(proof.ruleset, proof.secret, proof.log, proof.program, added, removed)


def request_for(data: bytes, folder: Path) -> bytes:
    return msgspec.msgpack.encode(AnalysisRequest(data, str(folder)))


@pytest.fixture(scope="module")
def analyse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bytes], bytes]]:
    """The job in one folder, with time to simulate the first turns of a game only: it costs most of the work."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            analysis_jobs, "turn_budget", lambda _: lambda left: think_for_steps(40 if left > FAR_FROM_END else 0)
        )
        yield lambda data: analysis_jobs.analyse_packed_game(request_for(data, folder))


@pytest.fixture(scope="module")
def found(analyse: Callable[[bytes], bytes]) -> bytes:
    return analyse(packed(simulated_proof("kelimelik")))


def test_what_is_stored_is_the_same_analysis_with_the_positions_of_the_game(found: bytes) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    analysis = decode_analysis(found, game)
    assert len(analysis.seats) == 2
    assert encode_analysis(analysis) == found
    for turn in analysis.turns:
        assert turn.turn.view.rack
        assert turn.loss >= 0
    for seat, one in enumerate(analysis.seats):
        assert 0 < len(one.costliest) <= 3
        assert {turn.turn.seat for turn in one.costliest} <= {seat}


def test_what_is_stored_has_no_names_and_no_racks_of_the_others(found: bytes) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    assert not [one.name for one in game.end.players if one.name.encode() in found]  # type: ignore[union-attr]


def test_a_turning_point_that_was_challenged_off_is_told_as_the_play_that_it_was(
    analyse: Callable[[bytes], bytes],
) -> None:
    data = packed(simulated_proof("tournament-tr"))
    game = unpack_game(data)
    analysis = decode_analysis(analyse(data), game)
    place, turn = next((place, one.turn) for place, one in enumerate(analysis.turns) if one.turn.withdrawn)
    assert turn.play is not None
    report = CrosswordAnalysis().compose_seat_report(
        game,
        encode_analysis(replace(analysis, turning_point=place)),
        turn.view.seats[turn.seat].user,
        Speaker(Texts(), "tr"),
        PictureStyle("tr"),
    )
    told = next(line for line in report.lines if "dönüm noktası" in line)
    assert f"{turn.play.word} geçersiz)" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_took_over_and_was_judged_in_no_turn_is_told_so_without_figures(found: bytes, language: str) -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    first, *others = end_of_game(game).players
    end = replace(end_of_game(game), players=(replace(first, user=999), *others))
    speaker, game = Speaker(Texts(), language), replace(game, tables=(*game.tables[:-1], end))
    report = CrosswordAnalysis().compose_seat_report(game, found, 999, speaker, PictureStyle(language))
    assert report.lines[:2] == [speaker.plain(f"analysis-{name}-unknown") for name in ("share", "luck")]
    nane = PlayerRecord(999, "Nane", 1, 90, left=False, joined_late=True, figures=SeatFigures())
    record = GameRecord("1" * 16, "kelimelik", "crossword", 0, 600, "out", 20, (nane,))
    page = moves_page(ArchivedGame(-100, 0, record), report, 0, 0, speaker)
    assert page.text.startswith(speaker.html("costly-unjudged", name=speaker.player_name("Nane")))
    assert page.alert == speaker.plain("costly-unjudged-short")


def test_the_turning_point_is_a_key_that_opens_its_turn(found: bytes) -> None:
    game, speaker, turn = unpack_game(packed(simulated_proof("kelimelik"))), Speaker(Texts(), "tr"), 3
    user = end_of_game(game).players[0].user
    report = CrosswordAnalysis().compose_seat_report(game, found, user, speaker, PictureStyle("tr"))
    step = find_turn_step(game, turn, speaker)
    assert step is not None
    before = list_replay_steps(game, speaker)[step].before
    assert before is not None
    assert before.number == turn
    kiraz = PlayerRecord(user, "Kiraz", 1, 90, left=False, joined_late=False, figures=SeatFigures())
    record = GameRecord("1" * 16, "kelimelik", "crossword", 0, 600, "out", 20, (kiraz,))
    shown = dataclasses.replace(report, turning_point=turn)
    page = moves_page(ArchivedGame(-100, 0, record), shown, 0, 0, speaker, turning_step=step)
    assert page.keyboard is not None
    keys = [key for row in page.keyboard.inline_keyboard for key in row]
    opened = {key.text: key.callback_data for key in keys}
    assert opened[speaker.plain("button-turning-point", number="4")] == f"past::r:-100:0:{record.id}:{step}"


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x93\x90\x90\xc0"])
def test_what_cannot_be_read_is_refused(damage: bytes) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        decode_analysis(damage, unpack_game(packed(simulated_proof("kelimelik"))))


def test_the_chats_words_count_as_they_did_at_the_table() -> None:
    proof = simulated_proof("kelimelik")
    plain, changed = unpack_game(packed(proof)), unpack_game(packed(proof, ("QQQ",), ("KALEM",)))
    assert "QQQ" not in words_of_game(plain)
    assert "KALEM" in words_of_game(plain)
    assert "QQQ" in words_of_game(changed)
    assert "KALEM" not in words_of_game(changed) or "KALEM" in {w for e in proof.log for w in e.verdicts}
    assert lexicon_of_game(plain) == proof.ruleset.lexicon
    assert lexicon_of_game(changed) == f"{proof.ruleset.lexicon}+1-1"


def test_what_was_judged_in_the_game_counts_though_no_list_has_it() -> None:
    game = unpack_game(packed(simulated_proof("kelimelik")))
    words = words_of_game(game)
    judged = {word: verdict.valid for entry in game.log for word, verdict in entry.verdicts.items()}
    assert judged
    assert {word: word in words for word in judged} == judged
