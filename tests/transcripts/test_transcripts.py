import json
from pathlib import Path

from tests.transcripts.compare import differences
from tests.transcripts.record import SCRIPT, STORED, record_scene, replay_scene
from tests.transcripts.renames import Renames


async def test_the_same_script_has_the_same_transcript(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    await record_scene(first / "short", "short")
    script = (first / "short" / SCRIPT).read_text(encoding="utf-8").splitlines()
    await replay_scene(script, second / "short")
    assert list(differences(first, second, Renames())) == []
    stored = (first / "short" / STORED).read_text(encoding="utf-8")
    assert all(f":{key}" in stored for key in ("game", "log", "settings"))
    assert (first / "short" / SCRIPT).read_bytes() == (second / "short" / SCRIPT).read_bytes()


def _write_record(folder: Path, *, sent: str = "", stored: object = None) -> Path:
    scene = folder / "scene"
    scene.mkdir(parents=True)
    (scene / "-7.txt").write_text(f"== 1 say\n    text| {sent}\n", encoding="utf-8")
    change = {"key": "hf:{07}:-7:game", "type": "hash", "lives": "always", "value": stored}
    look = {"step": 1, "changes": [change]}
    (scene / STORED).write_text(f"{json.dumps(look)}\n", encoding="utf-8")
    return folder


def test_a_sentence_that_differs_is_shown(tmp_path: Path) -> None:
    one, other = (
        _write_record(tmp_path / "one", sent="Next: Limon"),
        _write_record(tmp_path / "other", sent="Next: Nane"),
    )
    found = list(differences(one, other, Renames()))
    assert "-    text| Next: Limon" in found
    assert "+    text| Next: Nane" in found


def test_a_stored_value_that_differs_is_shown(tmp_path: Path) -> None:
    one = _write_record(tmp_path / "one", stored={"state": {"players": [{"score": 7}], "turn": 0}})
    other = _write_record(tmp_path / "other", stored={"state": {"players": [{"score": 8}], "turn": 0}})
    found = list(differences(one, other, Renames()))
    assert "-    state.players[0].score: 7" in found
    assert "+    state.players[0].score: 8" in found


def test_what_is_missing_altogether_is_shown(tmp_path: Path) -> None:
    one, other = _write_record(tmp_path / "one", stored={}), _write_record(tmp_path / "other", stored={})
    (other / "scene" / STORED).unlink()
    assert list(differences(one, other, Renames()))
