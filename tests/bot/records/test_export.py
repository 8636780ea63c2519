"""The file of a chat's records."""

import json
from collections.abc import AsyncIterator

from bot.records.archive import export_files, to_json_line
from engine.game_record import Record, SeasonBegun
from tests.support.records import finished_game, player_record

GAME = finished_game(1, player_record(101, 1, 301, bingos=2, best_word="ŞEFTALİ"), player_record(-3, 2, 250, left=True))


async def each_of(*records: Record) -> AsyncIterator[Record]:
    for record in records:
        yield record


def test_a_game_is_a_line_with_the_names_of_all_fields() -> None:
    line = json.loads(to_json_line(GAME))
    assert line.pop("record") == "game"
    assert list(line) == list(GAME.__struct_fields__)
    first, second = line["players"]
    assert (first["user"], first["score"], first["figures"]["best_word"]) == (101, 301, "ŞEFTALİ")
    assert (second["user"], second["left"]) == (-3, True)


async def test_files_have_all_lines_and_none_is_too_long() -> None:
    records: list[Record] = [GAME, SeasonBegun(1, 5), GAME, GAME]
    lines = [to_json_line(record) for record in records]
    files = [file async for file in export_files(each_of(*records), most_bytes=len(lines[0]) + len(lines[1]))]
    assert files == [lines[0] + lines[1], lines[2], lines[3]]


async def test_without_records_there_is_no_file() -> None:
    assert [file async for file in export_files(each_of())] == []
