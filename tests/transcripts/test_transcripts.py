import json
import re
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.transcripts import seams
from tests.transcripts.compare import differences
from tests.transcripts.record import SCRIPT, STORED, record_scene, replay_scene
from tests.transcripts.renames import FILE, Renames
from tests.transcripts.stored_values import Part, StorageWatch, Volatile, change_lines, decode_value


async def test_the_same_script_has_the_same_transcript(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    seen = await record_scene(first / "short", "short")
    script = (first / "short" / SCRIPT).read_text(encoding="utf-8").splitlines()
    await replay_scene(script, second / "short")
    assert list(differences(first, second, Renames())) == []
    assert {"crossword.events.TilesPlaced", "klepka.events.CardsRevealed"} <= set(seen.met["events"])
    assert {"crossword.actions.Place", "klepka.actions.Flip", "lobby_seats.Open"} <= set(seen.met["actions"])
    assert {"game", "game_log", "settings", "user_games"} <= set(seen.met["keys in Redis"])
    missed = seen.missing_names()
    for kind, there in seams.everything_by_kind().items():
        known = set(seen.met.get(kind, ())) & there
        assert set(missed[kind]) == there - known, kind
        assert known or kind == "owners' commands", kind
    assert "unknown" not in seen.met["keys in Redis"]
    counted = re.search(r"^events: (\d+) of (\d+)$", "\n".join(seen.report_lines()), re.MULTILINE)
    assert counted is not None
    assert 0 < int(counted[1]) < int(counted[2])
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


def test_what_is_renamed_is_equal_and_nothing_else(tmp_path: Path) -> None:
    renames = Renames({"game": "table"}, {"away": "absent"}, {"place": "play"}, {"mine": "own_board"})
    one = _write_record(
        tmp_path / "one", sent="My rack | mine:9ca6ff6c", stored={"away": 3, "log": [{"type": "place"}]}
    )
    other = _write_record(
        tmp_path / "other", sent="My rack | own_board:9ca6ff6c", stored={"absent": 3, "log": [{"type": "play"}]}
    )
    file = other / "scene" / STORED
    file.write_text(file.read_text(encoding="utf-8").replace("-7:game", "-7:table"), encoding="utf-8")
    assert list(differences(one, other, renames)) == []
    for less in (
        Renames({}, renames.fields, renames.tags, renames.buttons),
        Renames(renames.keys, {}, renames.tags, renames.buttons),
        Renames(renames.keys, renames.fields, {}, renames.buttons),
        Renames(renames.keys, renames.fields, renames.tags, {}),
    ):
        assert list(differences(one, other, less))


def test_a_button_that_is_pressed_is_renamed_in_the_script() -> None:
    renames = Renames(buttons={"mine": "own_board"})
    assert renames.rename_op({"do": "tap", "data": "mine:1:2"}) == {"do": "tap", "data": "own_board:1:2"}
    assert renames.rename_op({"do": "tap", "data": "rack:1"}) == {"do": "tap", "data": "rack:1"}
    crash = {"do": "crash", "then": {"do": "tap", "data": "mine:1"}}
    assert renames.rename_op(crash) == {"do": "crash", "then": {"do": "tap", "data": "own_board:1"}}


def test_the_map_of_names_is_read(tmp_path: Path) -> None:
    Renames.load_renames(FILE)
    file = tmp_path / "renamed.toml"
    file.write_text('[keys]\ncallers = "bell"\n\n[tags]\nplace = "play"\n', encoding="utf-8")
    assert Renames.load_renames(file) == Renames(keys={"callers": "bell"}, tags={"place": "play"})


@pytest.mark.parametrize("text", ["[colours]\nred = 'blue'", "[keys]\ncallers = 7", "keys = 'x'", "[tags]\nplace = ''"])
def test_a_map_that_cannot_be_meant_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "renamed.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"renamed\.toml"):
        Renames.load_renames(file)


async def test_each_type_of_key_is_told_with_what_it_holds(redis: Redis) -> None:
    await redis.set("a:text", "Limon", px=90 * 60 * 1000)
    await redis.hset("a:hash", mapping={"b": b'{"c":[1,{"d":2}]}', "e": "now 7"})
    await redis.rpush("a:list", "z", "y")
    await redis.sadd("a:set", "z", "y")
    await redis.zadd("a:sorted", {"late": 2, '{"early":true}': 1})
    await redis.zadd("a:noted", {"late": 2, "early": 1})
    await redis.xadd("a:stream", {"f": "1"})
    await redis.set("a:words", b'{"added":["z","y"]}')
    await redis.set("b:moment", "7")
    rules = (
        Volatile("b:.*", Part.ALL),
        Volatile("a:noted", Part.SCORES),
        Volatile("a:words", Part.ORDER),
        Volatile("a:hash", Part.VALUE, "e"),
    )
    shelf = StorageWatch(rules)
    assert [line for change in await shelf.read_changes(redis) for line in change_lines(change)] == [
        "+ a:hash hash, always",
        "    b.c[0]: 1",
        "    b.c[1].d: 2",
        "    e: (…)",
        "+ a:list list, always",
        '    ["z", "y"]',
        "+ a:noted zset, always",
        '    ["(…) early", "(…) late"]',
        "+ a:set set, always",
        '    ["y", "z"]',
        "+ a:sorted zset, always",
        "    [0].member.early: true",
        "    [0].score: 1",
        "    [1]: 2 late",
        "+ a:stream stream, always",
        "    [0].f: 1",
        "+ a:text string, 2 h",
        "    Limon",
        "+ a:words string, always",
        '    added: ["y", "z"]',
    ]
    assert await shelf.read_changes(redis) == []
    await redis.rpush("a:list", "x")
    await redis.delete("a:text")
    assert [line for change in await shelf.read_changes(redis) for line in change_lines(change)] == [
        "+ a:list list, always",
        '    ["z", "y", "x"]',
        "- a:text",
    ]


def test_stored_values_are_read_as_what_they_are() -> None:
    assert decode_value(seams.compress_json(b'{"turn":1}')) == {"turn": 1}
    assert decode_value(b'[1,"a"]') == [1, "a"]
    assert decode_value("Limon İ".encode()) == "Limon İ"
    assert decode_value(b"{torn") == "{torn"
    assert decode_value(b"x\xff") == "x\\xff"
