"""``harfiyen verify``: what it prints and how it ends, of proofs that agree, that were altered, and of other files."""

import json
import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from engine.forget_player import Forgotten, forget_in_log, next_forgotten_user
from engine.proof import compose_proof, decode_proof, encode_proof
from engine.replay_log import replay_log
from engine.rulesets import shipped_rulesets

Json = dict[str, Any]


@pytest.fixture(scope="module")
def simulated_proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    with redirect_stdout(StringIO()):
        simulate_proof("kelimelik", folder)
    return folder


@pytest.fixture
def proof(simulated_proofs: Path, tmp_path: Path) -> Path:
    [simulated] = simulated_proofs.iterdir()
    return Path(shutil.copy(simulated, tmp_path))


def simulate_proof(ruleset: str, folder: Path) -> None:
    assert main(["simulate", "--ruleset", ruleset, "--seed", "v", "--proofs", str(folder)]) == 0


def write_proof(ruleset: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    simulate_proof(ruleset, folder)
    capsys.readouterr()
    return folder / f"{ruleset}-v-0001.json"


def alter_json(file: Path, change: Callable[[Json], object]) -> None:
    document = json.loads(file.read_text("utf-8"))
    change(document)
    file.write_text(json.dumps(document), "utf-8")


def test_several_proofs_are_checked_in_turn(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other, broken = write_proof("klepka", tmp_path, capsys), tmp_path / "broken.json"
    assert main(["verify", str(proof), str(other)]) == 0
    assert capsys.readouterr().out.count("Everything agrees.\n") == 2
    broken.write_text("{", "utf-8")
    assert main(["verify", str(broken), str(proof)]) == 2
    assert capsys.readouterr().out.endswith("Everything agrees.\n"), "one that cannot be read holds up no other"
    assert main(["verify", "--json", str(proof), str(other)]) == 0
    documents = capsys.readouterr().out.replace("}\n{", "}\0{").split("\0")
    assert [json.loads(one)["ruleset"] for one in documents] == ["kelimelik", "klepka"]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_a_game_of_every_ruleset_agrees(ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_proof(ruleset, tmp_path, capsys)
    assert main(["verify", "--lexicon", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.endswith("Everything agrees.\n")
    assert f"rules  {ruleset}, as this version has them" in told
    assert "✓ words  the lists agree with " in told
    assert "✗" not in told


def test_the_seal_and_the_start_message_are_told(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(proof.read_text("utf-8"))
    main(["verify", str(proof)])
    told = capsys.readouterr().out
    assert f"✓ seal   {facts['seal']}, the hash of the secret alone; compare it with the lobby's\n" in told
    assert f"✓ seed   {facts['seed']}, the hash of the secret with the players and message 1; all draws follow" in told
    assert "✓ seats  Player 1 (1), Player 2 (2); begun by message 1" in told
    assert f"list {facts['lexicon'][:8]}" in told


@pytest.mark.parametrize("noted", ["ab" * 14, "ab" * 33, "zz" * 16, "−" * 30, ""])
def test_what_is_no_seal_is_refused(noted: str, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["verify", f"--seal={noted}", str(proof)])
    assert "is not 30 to 64 hexadecimal digits" in capsys.readouterr().err


def test_a_difference_is_told_with_its_entry(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def raise_score(document: Json) -> None:
        event = next(event for entry in document["log"] for event in entry["events"] if event["type"] == "tiles_placed")
        event["score"] += 5

    number = 1 + next(
        place
        for place, entry in enumerate(json.loads(proof.read_text("utf-8"))["log"])
        if entry["action"]["type"] == "place"
    )
    alter_json(proof, raise_score)
    assert main(["verify", str(proof)]) == 1
    told = capsys.readouterr().out
    assert f"✗ log    entry {number} (Player " in told
    assert ", score\n" in told
    assert "recorded: tiles_placed.score " in told
    assert "computed: tiles_placed.score " in told
    assert "? end    not reached" in told
    assert told.endswith("This is not the game that its seed and its log give.\n")


def test_another_secret_than_the_sealed_one_is_told(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alter_json(proof, lambda document: document.update(secret="ab" * 32))
    assert main(["verify", str(proof)]) == 1
    told = capsys.readouterr().out
    assert "✗ seal   seal\n" in told
    assert "✗ seed   seed\n" in told


def test_with_a_forgotten_player_the_seed_is_not_vouched_for(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = decode_proof(proof.read_bytes())
    table = replay_log(whole.ruleset, whole.secret, whole.log)
    who = Forgotten(whole.seats[0].user, next_forgotten_user(()))
    proof.write_bytes(encode_proof(compose_proof(*forget_in_log(table, whole.log, who), whole.program)))
    assert main(["verify", str(proof)]) == 0
    told = capsys.readouterr().out
    assert f"? seed   {whole.seed} cannot be checked: a player was forgotten" in told
    assert "✓ log" in told
    assert "Everything agrees" not in told


def test_altered_rules_are_told_though_all_else_agrees(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alter_json(proof, lambda document: document["ruleset"]["exchange"].update(per_player=9))
    assert main(["verify", str(proof)]) == 1
    told = capsys.readouterr().out
    assert told.count("✗") == 1
    assert '✗ rules  rules\n           recorded: exchange {"least_in_bag"' in told
    assert "Everything agrees" not in told
    assert main(["verify", "--json", str(proof)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["agrees"], document["shipped"], document["report"]["rules"]) == (False, False, "altered")


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["ruleset"].update(id="other"),
        lambda document: document.update(
            program="harfiyen 99.0", ruleset=document["ruleset"] | {"title": {"en": "Kelimelik, the other"}}
        ),
    ],
    ids=["another id", "another version"],
)
def test_rules_that_this_version_does_not_have_are_not_vouched_for(
    proof: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Json], object]
) -> None:
    alter_json(proof, change)
    assert main(["verify", str(proof)]) == 1
    told = capsys.readouterr().out
    assert "✗" not in told
    assert ", not as this version has them\n" in told
    assert told.endswith("Everything agrees, by rules that this version does not have.\n")
    assert main(["verify", "--json", str(proof)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["agrees"], document["shipped"], document["report"]["rules"]) == (False, False, "unknown")


@pytest.mark.parametrize("language", ["../../etc", "xx", ""])
def test_an_unknown_language_is_unreadable(proof: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    alter_json(proof, lambda document: document["ruleset"].update(language=language))
    assert main(["verify", str(proof)]) == 2
    complained = capsys.readouterr().err
    assert complained.startswith(f"{proof}: its ruleset names a language that there is not: ")
    assert "known are en, tr, uk" in complained


EVIL = "\x1b[2J\x9b1m\u202eX\r\n✓"


def test_no_text_in_a_file_steers_the_terminal(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def mark(document: Json) -> None:
        for name in ("program", "table", "seal", "seed", "lexicon"):
            document[name] += EVIL
        for seat in document["seats"]:
            seat["name"] += EVIL
        document["ruleset"]["id"] += EVIL
        document["ruleset"]["lexicon"] += EVIL
        document["end"]["reason"] += EVIL
        entry = next(entry for entry in document["log"] if entry["verdicts"])
        entry["verdicts"] = {word + EVIL: said | {"judge": EVIL} for word, said in entry["verdicts"].items()}

    honest = len(verify_output(proof, capsys).splitlines())
    alter_json(proof, mark)
    told = verify_output(proof, capsys)
    assert all(ch.isprintable() or ch == "\n" for ch in told)
    assert r"\x1b[2J" in told
    assert len(told.splitlines()) > honest
    assert all(line[0] in "✓✗? T" for line in told.splitlines()[1:])
    assert main(["verify", "--lexicon", "--json", str(proof)]) == 1
    document = capsys.readouterr().out
    assert all(ch.isprintable() or ch == "\n" for ch in document)
    assert EVIL in json.loads(document)["seal"]
    proof.write_text(json.dumps({"format": EVIL, "version": 1}), "utf-8")
    assert main(["verify", str(proof)]) == 2
    assert capsys.readouterr().err.rstrip("\n").isprintable()


def verify_output(proof: Path, capsys: pytest.CaptureFixture[str]) -> str:
    main(["verify", "--lexicon", str(proof)])
    return capsys.readouterr().out


def test_words_that_the_list_lacks_are_told_when_it_is_asked(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def other_word(document: Json) -> None:
        verdicts = next(entry for entry in document["log"] if entry["verdicts"])["verdicts"]
        verdicts["ĞĞĞ"] = verdicts.pop(next(iter(verdicts)))

    alter_json(proof, other_word)
    assert main(["verify", "--lexicon", "--json", str(proof)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["rejudged"]["difference"]["recorded"] == "ĞĞĞ counts"


@pytest.mark.parametrize("text", ["", "#player1 Kiraz", "{}", '{"format": "harfiyen-proof", "version": 2}'])
def test_what_is_no_proof_ends_with_status_2(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}: it is ")
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    assert "it cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(("digits", "form"), [(30, "🔏 {}\n"), (64, "{}")])
def test_the_noted_seal_is_compared(digits: int, form: str, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seal = json.loads(proof.read_text("utf-8"))["seal"]
    assert main(["verify", "--seal", form.format(seal[:digits].upper()), str(proof)]) == 0
    said = f"✓ seal   {seal}, the hash of the secret alone; its first {digits} digits are those noted\n"
    assert said in capsys.readouterr().out
    noted = seal[: digits - 1] + ("0" if seal[digits - 1] != "0" else "1")
    assert main(["verify", "--seal", noted, str(proof)]) == 1
    told = capsys.readouterr().out
    assert f"✗ seal   noted\n           recorded: {noted}\n           computed: {seal[:digits]}\n" in told
    assert told.count("✗") == 1
