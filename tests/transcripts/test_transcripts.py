import re
from pathlib import Path

from tests.transcripts import seams
from tests.transcripts.record import REPORT, SCRIPT, differences, record, replay


async def test_the_same_script_has_the_same_transcript(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    seen = await record(first, ["short"])
    await replay((first / SCRIPT).read_text(encoding="utf-8").splitlines(), second)
    assert list(differences(first, second)) == []
    assert {"crossword.events.TilesPlaced", "klepka.events.CardsRevealed"} <= set(seen.events)
    assert set(seen.events) <= seams.events()
    counted = re.search(r"^events: (\d+) of (\d+)$", (first / REPORT).read_text(encoding="utf-8"), re.MULTILINE)
    assert counted is not None
    assert 0 < int(counted[1]) < int(counted[2])
    assert (first / SCRIPT).read_bytes() == (second / SCRIPT).read_bytes()


async def test_a_sentence_that_differs_is_shown(tmp_path: Path) -> None:
    for name, text in (("one", "Next: Limon"), ("other", "Next: Nane")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "-7.txt").write_text(f"== 1 say\n    text| {text}\n", encoding="utf-8")
    found = list(differences(tmp_path / "one", tmp_path / "other"))
    assert "-    text| Next: Limon" in found
    assert "+    text| Next: Nane" in found
